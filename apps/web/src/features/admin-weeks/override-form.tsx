import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../components/admin/confirm-call.tsx'
import { Button } from '../../components/ui/button.tsx'
import { digitsOnly, parseWholeNumber } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { REASON_REQUIRED, ReasonField } from './fields.tsx'

interface OverrideFormProps {
  readonly week: WeekInfo
  readonly reload: () => void
}

/** Sets the pick of any entry. */
export function OverrideForm({ week, reload }: OverrideFormProps) {
  const [entryId, setEntryId] = useState('')
  const [team, setTeam] = useState('')
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const bodyFor = (entry_id: number) => {
    const body = { entry_id, week_id: week.id, team_abbr: team.trim().toUpperCase() }
    return reason.trim() === '' ? body : { ...body, reason }
  }
  const save = useAction(
    (entry_id: number, confirmed: Confirmed) => write('overridePick', { body: bodyFor(entry_id), ...confirmed }),
    { success: 'Pick overridden', fallback: 'Failed to override pick' },
  )
  const submit = async (): Promise<void> => {
    const id = parseWholeNumber(entryId)
    const isMissing = id === undefined || team.trim() === ''
    const needsReason = week.is_locked && reason.trim() === ''
    setFormError(isMissing ? 'Select entry and team' : needsReason ? REASON_REQUIRED : '')
    save.clearError()
    if (isMissing || needsReason) return
    const question = { title: 'Override this pick?', confirmLabel: 'Override Pick', danger: true }
    const call = { call: 'overridePick' as const, body: bodyFor(id) }
    const confirmed = await confirmCalls(question, [call], { onlyIfChanged: true })
    if (confirmed === undefined) return
    const pick = await save.run(id, confirmed)
    reload()
    if (pick === undefined) return
    setEntryId('')
    setTeam('')
    setReason('')
  }
  return (
    <Form label="Manual override" error={formError || save.error} onSubmit={submit}>
      <div className={styles.override} data-with-reason={week.is_locked || undefined}>
        <TextField
          label="Entry ID"
          value={entryId}
          inputMode="numeric"
          autoComplete="off"
          maxLength={15}
          hint={<EntryName id={parseWholeNumber(entryId)} />}
          onChange={(event) => setEntryId(digitsOnly(event.target.value))}
        />
        <TextField
          label="Team abbr"
          value={team}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={5}
          hint="For example KC"
          onChange={(event) => setTeam(event.target.value.toUpperCase())}
        />
        {week.is_locked && <ReasonField value={reason} onChange={setReason} />}
        <Button type="submit" className={styles.beside} pending={save.pending}>
          Override/Add Pick
        </Button>
      </div>
    </Form>
  )
}

/** Shows which entry the typed id belongs to. */
function EntryName({ id }: { readonly id: number | undefined }) {
  const entry = useTopicView('admin', (view) => view.entries.find((candidate) => candidate.id === id))
  if (id === undefined) return 'See the table'
  return entry === undefined ? 'No such entry' : `${entry.name} · ${entry.user_name}`
}
