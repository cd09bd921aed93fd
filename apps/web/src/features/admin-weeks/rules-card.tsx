import type { PoolView, RulesInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { digitsOnly, parseWholeNumber } from '../../lib/numbers.ts'
import styles from './admin-weeks.module.css'
import { type FieldDraft, useFieldDraft } from './field-draft.ts'
import { ConflictNote } from './fields.tsx'

const MISSED_PICK = [
  { value: 'survives', label: 'Survives the week' },
  { value: 'eliminated', label: 'Is out once every game is final' },
] as const
const TEAM_LOCK = [
  { value: 'week', label: 'At the week’s lock only' },
  { value: 'kickoff', label: 'At the lock, or at kickoff if earlier' },
] as const
const LATE_ENTRIES = [
  { value: 'allowed', label: 'Can join at any time' },
  { value: 'closed', label: 'Close when Week 1 locks' },
] as const

type RulesProps = Pick<PoolView, 'rules' | 'rules_locked_by_season'>

/** Edits the pool's rules until the season's first week locks. */
export function RulesCard({ rules, rules_locked_by_season: season }: RulesProps) {
  const isFixed = season !== null
  return (
    <Card title="Pool rules" actions={<Badge tone={isFixed ? 'neutral' : 'win'}>{isFixed ? 'Fixed' : 'Can be changed'}</Badge>}>
      <p className={styles.muted}>
        {isFixed
          ? `The rules of ${season} are fixed: its first week has locked.`
          : 'Members see them on their dashboard. They can no longer be changed once the season’s first week locks.'}
      </p>
      <RulesForm rules={rules} isFixed={isFixed} />
    </Card>
  )
}

function useRulesDraft(rules: RulesInfo) {
  return {
    missed: useFieldDraft(rules.missed_pick),
    lock: useFieldDraft(rules.team_lock),
    late: useFieldDraft(rules.late_entries),
    max: useFieldDraft(rules.max_entries_per_member === null ? '' : String(rules.max_entries_per_member)),
  }
}

type RulesDraft = ReturnType<typeof useRulesDraft>

const chosen = <T extends string>(options: readonly { readonly value: T }[], value: string): T | undefined =>
  options.find((option) => option.value === value)?.value

/** Returns only the edited rules. */
function changedRules({ missed, lock, late, max }: RulesDraft) {
  return {
    ...(missed.isEdited ? { missed_pick: chosen(MISSED_PICK, missed.value) } : {}),
    ...(lock.isEdited ? { team_lock: chosen(TEAM_LOCK, lock.value) } : {}),
    ...(late.isEdited ? { late_entries: chosen(LATE_ENTRIES, late.value) } : {}),
    ...(max.isEdited ? { max_entries_per_member: parseWholeNumber(max.value) ?? null } : {}),
  }
}

function RulesForm({ rules, isFixed }: { readonly rules: RulesInfo; readonly isFixed: boolean }) {
  const draft = useRulesDraft(rules)
  const [note, setNote] = useState('')
  const save = useAction((body: ReturnType<typeof changedRules>) => write('updateRules', { body }), {
    success: 'Rules updated',
    fallback: 'Failed to update the rules',
  })
  const fields = Object.values(draft)
  const submit = async (): Promise<void> => {
    const isChanged = fields.some((field) => field.isEdited)
    setNote(isChanged ? '' : 'Nothing to save')
    if (!isChanged || (await save.run(changedRules(draft))) === undefined) return
    for (const field of fields) field.markSaved(field.value)
  }
  return (
    <Form label="Pool rules" onSubmit={submit}>
      <div className={styles.rules}>
        <Choice label="An entry without a pick" options={MISSED_PICK} draft={draft.missed} disabled={isFixed} />
        <Choice label="Teams close" options={TEAM_LOCK} draft={draft.lock} disabled={isFixed} />
        <Choice label="New entries" options={LATE_ENTRIES} draft={draft.late} disabled={isFixed} />
        <div>
          <TextField
            label="Most entries per member"
            hint="Leave empty for no limit"
            inputMode="numeric"
            maxLength={4}
            value={draft.max.value}
            disabled={isFixed}
            onChange={(event) => draft.max.set(digitsOnly(event.target.value))}
          />
          <ConflictNote draft={draft.max} format={(value) => value || 'no limit'} />
        </div>
      </div>
      {!isFixed && (
        <FormActions>
          <Button type="submit" pending={save.pending}>
            Save Rules
          </Button>
        </FormActions>
      )}
      <ErrorText>{save.error}</ErrorText>
      <p className={styles.status} role="status">
        {note}
      </p>
    </Form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly draft: FieldDraft
  readonly disabled: boolean
}

function Choice({ label, options, draft, disabled }: ChoiceProps) {
  const labelOf = (value: string): string => options.find((option) => option.value === value)?.label ?? value
  return (
    <div>
      <SelectField
        label={label}
        options={options}
        value={draft.value}
        disabled={disabled}
        onChange={(event) => draft.set(event.target.value)}
      />
      <ConflictNote draft={draft} format={labelOf} />
    </div>
  )
}
