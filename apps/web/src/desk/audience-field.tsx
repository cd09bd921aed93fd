import type { BroadcastBody } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { SelectField } from '../ui/forms/select-field.tsx'
import { RehearsalNote, useIsRehearsal } from './rehearsal.tsx'

export type Audience = NonNullable<BroadcastBody['audience']>

export const AUDIENCE_LABELS: { readonly [A in Audience]: string } = {
  all: 'Everyone',
  alive: 'Members who are still in',
  no_pick: 'Members without a pick',
  unpaid: 'Members who have not paid',
  not_renewed: 'Members who have not answered “Same again?”',
  admins: 'Admins only',
}

/** The audience that an admin chose. During a rehearsal it is the admins until the admin chooses another. */
export function useAudience(): readonly [Audience, (audience: Audience) => void] {
  const isRehearsal = useIsRehearsal()
  const [chosen, setChosen] = useState<Audience>()
  return [chosen ?? (isRehearsal ? 'admins' : 'all'), setChosen]
}

interface AudienceFieldProps {
  readonly value: Audience
  readonly disabled?: boolean
  readonly onChange: (audience: Audience) => void
}

/** Chooses to whom a mail goes, and says during a rehearsal that real people would get it. */
export function AudienceField({ value, disabled, onChange }: AudienceFieldProps): ReactNode {
  const options = Object.entries(AUDIENCE_LABELS).map(([audience, label]) => ({ value: audience, label }))
  return (
    <>
      <RehearsalNote>A mail still reaches real people, so it goes to admins only unless you choose others.</RehearsalNote>
      <SelectField
        label="Goes to"
        value={value}
        options={options}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Audience)}
      />
    </>
  )
}
