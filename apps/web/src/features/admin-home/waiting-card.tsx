import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import type { CurrentWeek } from './use-desk.ts'
import type { Notices } from './use-notices.ts'
import styles from './waiting.module.css'
import { WaitingGames } from './waiting-games.tsx'
import { waitingLines } from './waiting-lines.ts'

interface WaitingCardProps {
  readonly current: CurrentWeek | null
  readonly notices: Notices
}

/** One line for each thing that waits for an answer, with its action. Nothing while nothing waits. */
export function WaitingCard({ current, notices }: WaitingCardProps): ReactNode {
  const entries = useTopicView('admin', (view) => view.entries) ?? []
  const weekId = current?.view.week.id
  const lines = waitingLines({
    entries,
    corrections: notices.corrections.data ?? [],
    chats: notices.webhooks.data ?? [],
    weekId,
  })
  const unfinished = current?.season.weeks.filter((week) => week.id !== weekId && week.is_locked && !week.is_complete) ?? []
  if (lines.length === 0 && unfinished.length === 0) return null
  return (
    <Card title="Waiting for you">
      <ul className="stack">
        {lines.map(({ id, text, action, to }) => (
          <li key={id} className={styles.line}>
            <p>{text}</p>
            <ButtonLink size="small" to={to}>
              {action}
            </ButtonLink>
          </li>
        ))}
        {unfinished.map((week) => (
          <WaitingGames key={week.id} weekId={week.id} weekNumber={week.week_number} />
        ))}
      </ul>
    </Card>
  )
}
