import type { WeekInfo } from '@outlast/contract/live'
import { write } from '../../api/client.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import styles from './admin-weeks.module.css'
import { BothZones, EasternField } from './eastern-field.tsx'
import { easternInputOf, readEasternInput } from './eastern-time.ts'
import { lengthText } from './duration-text.ts'
import { useDraft } from './field-draft.ts'

const MINUTE_MS = 60_000

/** When the selected week locks, and the two ways to say so. */
export function LockCard({ week }: { readonly week: WeekInfo }) {
  const draft = useDraft(easternInputOf(week.lock_time))
  const read = readEasternInput(draft.value)
  const at = { params: { id: week.id }, ifMatch: week.version }
  const update = useAction((iso: string) => write('updateWeek', { ...at, body: { lock_time: iso } }), {
    success: 'Lock time updated',
    fallback: 'Failed to update lock time',
  })
  const reset = useAction(
    () => write('updateWeek', { ...at, body: { lock_time: 'auto' }, fallback: 'Failed to reset lock time' }),
    { success: 'Lock time reset to Sunday noon', fallback: 'Failed to reset lock time' },
  )
  const submit = async (): Promise<void> => {
    reset.clearError()
    if (read.status === 'time' && (await update.run(read.iso)) !== undefined) draft.saved(draft.value)
  }
  const resetToSunday = async (): Promise<void> => {
    update.clearError()
    if ((await reset.run()) !== undefined) draft.drop()
  }
  return (
    <Card title="Lock" actions={<LockBadges week={week} />}>
      <LockFacts week={week} />
      <Form label="Lock time" onSubmit={submit}>
        <EasternField label="Lock time" draft={draft} />
        {read.status === 'time' && draft.isEdited && <Consequence week={week} iso={read.iso} />}
        <FormActions>
          <Button type="submit" variant="primary" disabled={read.status !== 'time'} pending={update.pending}>
            Update Lock Time
          </Button>
          <Button pending={reset.pending} onClick={resetToSunday}>
            Reset to Sunday 12:00
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
  const now = useSiteNow(MINUTE_MS)
  const left = Date.parse(week.lock_time) - now
  return (
    <div>
      <BothZones iso={week.lock_time} />
      <p className={styles.muted}>
        {week.is_locked ? 'Picks are locked and revealed' : left > 0 ? `Locks in ${lengthText(left)}` : 'Locking now'}
      </p>
    </div>
  )
}

/** What saving another time would do beyond changing the time. */
function Consequence({ week, iso }: { readonly week: WeekInfo; readonly iso: string }) {
  const isPast = Date.parse(iso) <= useSiteNow(MINUTE_MS)
  if (week.is_locked === isPast) return null
  return (
    <p className={styles.warning}>
      {isPast
        ? 'That is in the past: picks lock and are revealed at once.'
        : 'The week is locked: this reopens it. Picks hide again and can be changed.'}
    </p>
  )
}
