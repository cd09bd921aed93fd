import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../components/forms/form.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../components/admin/confirm-call.tsx'
import { weekLabel } from '../../components/pool/pool-text.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { parseWholeNumber } from '../../lib/numbers.ts'
import styles from './admin-weeks.module.css'
import { NumberField } from './fields.tsx'

/** Adds and deletes weeks, and chooses the current one. */
export function ManagementCard({ week }: { readonly week: WeekInfo | undefined }) {
  return (
    <Card title="Weeks Management">
      <AddWeek />
      {week !== undefined && <SelectedWeek key={week.id} week={week} />}
    </Card>
  )
}

function AddWeek() {
  const [season, setSeason] = useState('')
  const [number, setNumber] = useState('')
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const add = useAction(
    (season_year: number, week_number: number, confirmed: Confirmed) =>
      write('createWeek', { body: { season_year, week_number }, ...confirmed }),
    {
      success: (week) => `Week ${week.week_number} (${week.season_year}) created`,
      fallback: 'Failed to create week',
    },
  )
  const submit = async (): Promise<void> => {
    const [year, week] = [parseWholeNumber(season), parseWholeNumber(number)]
    const isValid = year !== undefined && week !== undefined && season.length === 4 && week > 0
    setFormError(isValid ? '' : 'Enter a valid season year and week number')
    add.clearError()
    if (!isValid) return
    // The next week to add is usually of the same season.
    const question = {
      title: `Add week ${week} of ${year}?`,
      message: 'The lock time of this week has passed, so it locks at once. The rules of its season cannot change any more.',
      confirmLabel: 'Add Week',
      danger: true,
    }
    const call = { call: 'createWeek' as const, body: { season_year: year, week_number: week } }
    const confirmed = await confirmCalls(question, [call], { onlyIfChanged: true })
    if (confirmed !== undefined && (await add.run(year, week, confirmed)) !== undefined) setNumber('')
  }
  return (
    <Form label="Add Week" onSubmit={submit}>
      <div className={styles.addWeek}>
        <NumberField label="New Season" value={season} placeholder="2025" onChange={setSeason} />
        <NumberField label="Week" value={number} placeholder="1" onChange={setNumber} />
        <Button type="submit" variant="primary" disabled={season === '' || number === ''} pending={add.pending}>
          Add Week
        </Button>
      </div>
      <ErrorText>{formError || add.error}</ErrorText>
    </Form>
  )
}

function SelectedWeek({ week }: { readonly week: WeekInfo }) {
  const confirmCalls = useConfirmCalls()
  const makeCurrent = useAction(() => write('setCurrentWeek', { body: { week_id: week.id } }), {
    success: 'Current week updated',
    fallback: 'Failed to set current week',
  })
  const target = { params: { id: week.id } }
  const remove = useAction((confirmed: Confirmed) => write('deleteWeek', { ...target, ifMatch: week.version, ...confirmed }), {
    success: `Week ${week.week_number} (${week.season_year}) deleted`,
    fallback: 'Failed to delete week',
  })
  const askAndRemove = async (): Promise<void> => {
    const title = `Delete week ${week.week_number} of ${week.season_year}`
    const message = 'Delete this week and all its picks and games? This cannot be undone.'
    const question = { title, message, confirmLabel: 'Delete Week', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'deleteWeek', ...target }])
    if (confirmed !== undefined) await remove.run(confirmed)
  }
  return (
    <div className={styles.group}>
      <p className={styles.fact}>{weekLabel(week)}</p>
      <div className={styles.buttons}>
        <Button disabled={week.is_current} pending={makeCurrent.pending} onClick={() => makeCurrent.run()}>
          Set Current Week
        </Button>
        <Button
          variant="danger"
          disabled={week.is_current}
          pending={remove.pending}
          aria-describedby={week.is_current ? 'cannot-delete-week' : undefined}
          onClick={askAndRemove}
        >
          Delete Week
        </Button>
      </div>
      {week.is_current && (
        <p className={styles.muted} id="cannot-delete-week">
          Cannot delete the current week
        </p>
      )}
      <ErrorText>{makeCurrent.error ?? remove.error}</ErrorText>
    </div>
  )
}
