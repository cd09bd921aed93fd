import { ownTimeFirst } from '../../clock/format.ts'
import type { WeekInfo } from '@outlast/contract/live'
import { write } from '../../api/client.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useLockRule } from '../../desk/use-lock-rule.ts'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { formatDuration } from './duration-text.ts'
import { EasternField } from './eastern-field.tsx'
import { toEasternInput, parseEasternInput } from './eastern-time.ts'
import { useFieldDraft } from '../../ui/forms/field-draft.ts'

const SECOND_MS = 1_000

/** Shows and changes when the selected week locks. */
export function LockCard({ week }: { readonly week: WeekInfo }) {
  const draft = useFieldDraft(toEasternInput(week.lock_time))
  const input = parseEasternInput(draft.value)
  const confirmCalls = useConfirmCalls()
  const isNoon = useLockRule() === 'sunday_noon'
  const target = { params: { id: week.id }, ifMatch: week.version }
  const update = useAction(
    (iso: string, confirmed: Confirmed) => write('updateWeek', { ...target, body: { lock_time: iso }, ...confirmed }),
    { success: 'Lock time updated', fallback: 'Failed to update lock time' },
  )
  const reset = useAction(
    (confirmed: Confirmed) =>
      write('updateWeek', { ...target, body: { lock_time: 'auto' }, fallback: 'Failed to reset lock time', ...confirmed }),
    { success: isNoon ? 'Lock time reset to Sunday noon' : 'Lock time reset', fallback: 'Failed to reset lock time' },
  )
  /** Asks only if the new time locks or reopens the week, or changes who is in. */
  const confirmTime = (lock_time: string, confirmLabel: string): Promise<Confirmed | undefined> => {
    const question = { title: `${confirmLabel}?`, confirmLabel, danger: true }
    const call = { call: 'updateWeek' as const, params: target.params, body: { lock_time } }
    return confirmCalls(question, [call], { onlyIf: hasConsequences })
  }
  const submit = async (): Promise<void> => {
    reset.clearError()
    if (input.status !== 'time') return
    const confirmed = await confirmTime(input.iso, 'Update Lock Time')
    if (confirmed !== undefined && (await update.run(input.iso, confirmed)) !== undefined) draft.markSaved(draft.value)
  }
  const resetToAutomatic = async (): Promise<void> => {
    update.clearError()
    const confirmed = await confirmTime('auto', 'Reset Lock Time')
    if (confirmed !== undefined && (await reset.run(confirmed)) !== undefined) draft.discard()
  }
  return (
    <Card title="Lock" actions={<LockBadges week={week} />}>
      <LockFacts week={week} />
      <Form label="Lock time" onSubmit={submit}>
        <EasternField label="Lock time" draft={draft} />
        {input.status === 'time' && draft.isEdited && <LockChangeWarning week={week} iso={input.iso} />}
        <FormActions>
          <Button type="submit" variant="primary" disabled={input.status !== 'time'} pending={update.pending}>
            Update Lock Time
          </Button>
          <Button pending={reset.pending} onClick={resetToAutomatic}>
            {isNoon ? 'Reset to Sunday 12:00' : 'Reset to Automatic'}
          </Button>
        </FormActions>
        <ErrorText>{update.error ?? reset.error}</ErrorText>
      </Form>
    </Card>
  )
}

function LockBadges({ week }: { readonly week: WeekInfo }) {
  return (
    <>
      <Badge tone={week.is_locked ? 'warn' : 'win'}>{week.is_locked ? 'Locked' : 'Open'}</Badge>
      <Badge>{week.lock_is_automatic ? 'Automatic' : 'Custom time'}</Badge>
      {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
    </>
  )
}

function LockFacts({ week }: { readonly week: WeekInfo }) {
  const now = useSiteNow(SECOND_MS)
  const timeLeft = Date.parse(week.lock_time) - now
  return (
    <div>
      <p className="strong">{ownTimeFirst(week.lock_time)}</p>
      <p className="note">
        {week.is_locked ? 'Picks are locked and revealed' : timeLeft > 0 ? `Locks in ${formatDuration(timeLeft)}` : 'Locking now'}
      </p>
    </div>
  )
}

/** Warns when the new time would lock or reopen the week at once. */
function LockChangeWarning({ week, iso }: { readonly week: WeekInfo; readonly iso: string }) {
  const isPast = Date.parse(iso) <= useSiteNow(SECOND_MS)
  if (week.is_locked === isPast) return null
  return (
    <p className={styles.warning}>
      {isPast
        ? 'This time is in the past: picks will lock and be revealed immediately.'
        : 'The week is locked. This reopens it: picks are hidden again and can be changed.'}
    </p>
  )
}
