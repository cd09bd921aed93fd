import { seasonTopic } from '@outlast/contract/live'
import { type ReactNode, useMemo, useState } from 'react'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { NameField } from '../../pool/name-field/name-field.tsx'
import { findNames, type FoundName } from '../../pool/name-field/name-search.ts'
import { useSession } from '../../session/session.ts'

/** Something that the trail is filtered by: an entry, or an account that did something. */
interface FilterName extends FoundName {
  readonly by: 'entry' | 'actor'
}

/** The season's entries; for admins all entries, and all accounts. */
export function useFilterNames(year: number | undefined): readonly FilterName[] {
  const isAdmin = useSession((session) => session.status === 'signed-in' && session.user.is_admin)
  const admin = viewOf(useTopic(isAdmin ? 'admin' : null))
  const season = viewOf(useTopic(year === undefined || isAdmin ? null : seasonTopic(year)))
  return useMemo(() => {
    const entries: readonly FoundName[] = admin?.entries ?? season?.entries ?? []
    return [
      ...entries.map(({ id, name, user_name }) => ({ by: 'entry' as const, id, name, user_name })),
      ...(admin?.users ?? []).map(({ id, first_name, last_name, email }) => {
        return { by: 'actor' as const, id, name: `${first_name} ${last_name}`, user_name: email }
      }),
    ]
  }, [admin?.entries, admin?.users, season?.entries])
}

interface NameFilterProps {
  readonly names: readonly FilterName[]
  readonly onChoose: (by: FilterName['by'], id: number) => void
}

/** Chooses whose events the trail shows. Says so while nobody has the typed name. */
export function NameFilter({ names, onChoose }: NameFilterProps): ReactNode {
  const [text, setText] = useState('')
  const isUnknown = text.trim() !== '' && findNames(names, text, 1).length === 0
  return (
    <NameField
      label="Person or entry"
      placeholder="A part of a name"
      hint={isUnknown ? `Nobody here is called “${text.trim()}”` : 'Type, then choose'}
      names={names}
      value={text}
      onChange={setText}
      onChoose={({ by, id }) => {
        setText('')
        onChoose(by, id)
      }}
    />
  )
}
