import { isSlate, weekLabel } from '@outlast/domain/rules'
import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { weekInList } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { AddWeek } from './add-week.tsx'
import styles from './admin-weeks.module.css'
import type { TypedWeek } from './next-week.ts'
import { currentWeekConsequences } from './current-week-text.ts'

/** Adds and deletes weeks, and chooses the current one. */
export function ManagementCard({ week }: { readonly week: WeekInfo | undefined }) {
  const [asked, setAsked] = useState<TypedWeek>()
  const split = ({ season_year, week_number }: WeekInfo): void =>
    setAsked({ season: String(season_year), week: String(week_number) })
  return (
    <Card title="Weeks Management">
      <div className={styles.below}>
        <AddWeek key={asked?.week} asked={asked} />
        {week !== undefined && <SelectedWeek key={week.id} week={week} onSplit={split} />}
      </div>
    </Card>
  )
}

function SelectedWeek({ week, onSplit }: { readonly week: WeekInfo; readonly onSplit: (week: WeekInfo) => void }) {
  const confirmCalls = useConfirmCalls()
  const chosen = { body: { week_id: week.id } }
  const makeCurrent = useAction((confirmed: Confirmed) => write('setCurrentWeek', { ...chosen, ...confirmed }), {
    success: 'Current week updated',
    fallback: 'Failed to set current week',
  })
  const weeks = useTopicView('pool', (pool: PoolView) => pool.weeks)
  const askAndMakeCurrent = async (): Promise<void> => {
    const message = weeks && currentWeekConsequences(week, weeks)
    const question = {
      title: `Make week ${weekLabel(week.week_number)} the current week`,
      message,
      confirmLabel: 'Set Current Week',
    }
    const confirmed = await confirmCalls(question, [{ call: 'setCurrentWeek', ...chosen }])
    if (confirmed !== undefined) await makeCurrent.run(confirmed)
  }
  const target = { params: { id: week.id } }
  const remove = useAction((confirmed: Confirmed) => write('deleteWeek', { ...target, ifMatch: week.version, ...confirmed }), {
    success: `Week ${weekLabel(week.week_number)} (${week.season_year}) deleted`,
    fallback: 'Failed to delete week',
  })
  const askAndRemove = async (): Promise<void> => {
    const title = `Delete week ${weekLabel(week.week_number)} of ${week.season_year}`
    const message = 'Delete this week and all its picks and games? This cannot be undone.'
    const question = { title, message, confirmLabel: 'Delete Week', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'deleteWeek', ...target }])
    if (confirmed !== undefined) await remove.run(confirmed)
  }
  return (
    <div className={styles.group}>
      <p className="strong">{weekInList(week)}</p>
      <div className="wrap">
        <Button disabled={week.is_current} pending={makeCurrent.pending} onClick={askAndMakeCurrent}>
          Set Current Week
        </Button>
        {!isSlate(week.week_number) && !week.is_locked && <Button onClick={() => onSplit(week)}>Split into slates</Button>}
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
        <p className="note" id="cannot-delete-week">
          Cannot delete the current week
        </p>
      )}
      <ErrorText>{makeCurrent.error ?? remove.error}</ErrorText>
    </div>
  )
}
