import { seasonTopic, weekTopic } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { Notice } from '../../ui/notice.tsx'
import { askedWeeks, openLoopholes } from './loopholes.ts'
import styles from './rule-book.module.css'

const EVERY_MINUTE = 60_000

interface LoopholeWarningProps {
  /** The Rules panel lists the loopholes also when nothing can or must be done about them. */
  readonly staysAfterChoice?: boolean
  /** What to do about it. */
  readonly children?: ReactNode
}

/** Warns about each loophole that the rules leave open, until an admin has chosen the rules or they are fixed. */
export function LoopholeWarning({ staysAfterChoice = false, children }: LoopholeWarningProps): ReactNode {
  const isChosen = useTopicView('admin', ({ setup }) => setup.marks.rules === 'done')
  const isFixed = useTopicView('pool', ({ rules_locked_by_season }) => rules_locked_by_season !== null)
  const loopholes = useLoopholes()
  const isSettled = isChosen === true || isFixed === true
  if (isChosen === undefined || loopholes.length === 0 || (isSettled && !staysAfterChoice)) return null
  const list = (
    <ul className={styles.loopholes}>
      {loopholes.map((loophole) => (
        <li key={loophole}>{loophole}.</li>
      ))}
    </ul>
  )
  if (isSettled) return <div className="note">{list}</div>
  return (
    <Notice title={loopholes.length === 1 ? 'The rules leave a loophole' : 'The rules leave loopholes'}>
      {list}
      {children}
    </Notice>
  )
}

function useLoopholes(): readonly string[] {
  const pool = viewOf(useTopic('pool'))
  const now = useSiteNow(EVERY_MINUTE)
  const week = pool?.weeks.find(({ id }) => id === pool.current_week_id)
  const games = useTopicView(week === undefined ? null : weekTopic(week.id), (view) => view.games) ?? []
  const season = useTopicView(week === undefined ? null : seasonTopic(week.season_year), (view) => view.weeks) ?? []
  if (pool === undefined) return []
  return openLoopholes({ rules: pool.rules, week, weeks: askedWeeks(pool, week?.season_year, season), games, now })
}
