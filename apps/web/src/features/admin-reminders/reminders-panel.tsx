import type { PatchRemindersBody, Reminders } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './reminders.module.css'

const MAX_TIMES = 4
const CHOICES = [1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 120, 144, 168]

const readReminders = () => api.call('getReminders')

/** Switches reminders and news on, and sets the times of reminders. Used by the admin page and by the setup. */
export function RemindersPanel(): ReactNode {
  const query = useQuery(readReminders, 'Failed to load the reminders')
  const [changed, setChanged] = useState<Reminders>()
  const reminders = changed ?? query.data
  if (reminders === undefined) return query.error === null ? <Loading /> : <ErrorBox message={query.error} />
  return <Times reminders={reminders} onChange={setChanged} />
}

interface TimesProps {
  readonly reminders: Reminders
  readonly onChange: (reminders: Reminders) => void
}

function Times({ reminders, onChange }: TimesProps): ReactNode {
  const { enabled, hours_before: hours, planned } = reminders
  const save = useAction(
    async (body: PatchRemindersBody) => {
      // Shown at once; a failure shows the old settings again.
      onChange({ ...reminders, enabled: body.enabled ?? enabled, hours_before: body.hours_before ?? hours })
      onChange(
        await write('updateReminders', { body }).catch((error: unknown) => {
          onChange(reminders)
          throw error
        }),
      )
    },
    { fallback: 'Failed to save the reminders' },
  )
  const confirm = useConfirm()
  // The times wait for the switch: a change of them meanwhile would be saved in its place.
  const [isSwitching, setSwitching] = useState(false)
  const isBusy = isSwitching || save.pending
  const change = async (on: boolean): Promise<void> => {
    setSwitching(true)
    // Shown at once.
    onChange({ ...reminders, enabled: on })
    // Read again: members have picked, and the time of a reminder has come, since the page was opened.
    const due = on ? (await readReminders().catch(() => reminders)).due_now : []
    if (due.length === 0 || (await confirm(questionAbout(due)))) await save.run({ enabled: on })
    else onChange(reminders)
    setSwitching(false)
  }
  const unused = CHOICES.filter((choice) => !hours.includes(choice))
  const setHours = (hours_before: number[]) => save.run({ hours_before })
  return (
    <div className={styles.panel}>
      <Checkbox
        label="Send reminders and news"
        hint="Members without a pick get a reminder, by mail or push as they like. They choose what else reaches them, and can switch it off."
        checked={enabled}
        onChange={({ target }) => void change(target.checked)}
      />
      {enabled && (
        <fieldset className={styles.times}>
          <legend className="legend">When members are reminded</legend>
          {hours.map((value, i) => (
            <div key={value} className={styles.time}>
              <SelectField
                label={`Reminder ${i + 1}`}
                hideLabel
                value={value}
                disabled={isBusy}
                options={choicesWith(value, unused).map((choice) => ({
                  value: choice,
                  label: `${describeHours(choice)} before the lock`,
                }))}
                onChange={(event) => void setHours(hours.map((old) => (old === value ? Number(event.target.value) : old)))}
              />
              {hours.length > 1 && (
                <Button
                  variant="quiet"
                  aria-label={`Remove the reminder ${describeHours(value)} before the lock`}
                  disabled={isBusy}
                  onClick={() => setHours(hours.filter((old) => old !== value))}
                >
                  Remove
                </Button>
              )}
            </div>
          ))}
          {hours.length < MAX_TIMES && unused[0] !== undefined && (
            <div>
              <Button
                size="small"
                disabled={isBusy}
                onClick={() => setHours([...hours, unused.find((one) => one === 24) ?? unused[0] ?? 1])}
              >
                Add a time
              </Button>
            </div>
          )}
          <p className={styles.muted}>
            {planned.some(({ offset }) => offset === 'kickoff') && 'Also one hour before the week’s first kickoff. '}
            Nobody is woken: between 10 PM and 8 AM, a reminder waits for the morning if that is early enough.
          </p>
        </fieldset>
      )}
      <ErrorText>{save.error}</ErrorText>
    </div>
  )
}

/** A reminder whose time has passed goes out as soon as reminders are on. */
const questionAbout = (due: readonly string[]) => ({
  title: `Remind ${formatCount(due.length, 'member')} now?`,
  message: `The time of a reminder has passed, so these members without a pick get it as soon as you switch reminders on, and where it is night in the morning: ${due.join(', ')}.`,
  confirmLabel: 'Switch on and remind',
})

function choicesWith(value: number, unused: readonly number[]): readonly number[] {
  return [...unused, value].sort((a, b) => a - b)
}

/** `3 hours`, `2 days`. */
function describeHours(hours: number): string {
  return hours % 24 === 0 && hours > 24 ? formatCount(hours / 24, 'day') : formatCount(hours, 'hour')
}
