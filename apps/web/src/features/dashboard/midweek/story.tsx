import type { SeasonView, WeekInfo } from '@outlast/contract/live'
import { isWipedOut, seasonCountOf, survivalOf } from '@outlast/views'
import { useWeekSummary } from '../../../pool/week-summary/use-week-summary.ts'
import { PictureLink } from '../../../pool/share/picture-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { BoardEntry } from '../board/board.ts'
import styles from './midweek.module.css'
import { storyText } from './story-text.ts'

interface StoryProps {
  /** The week that locked last. */
  readonly week: Pick<WeekInfo, 'id' | 'week_number'>
  readonly season: SeasonView
  readonly entries: readonly BoardEntry[]
}

/** Last week in one headline and two sentences: what it did to the pool, whom it left, and what its summary tells of it first. */
export function Story({ week, season, entries }: StoryProps) {
  const { week_number: weekNumber } = week
  const isComplete = season.weeks.find(({ id }) => id === week.id)?.is_complete === true
  const { data } = useWeekSummary(isComplete ? week.id : null)
  const { title, left } = storyText({
    weekNumber,
    isComplete,
    isWipedOut: isWipedOut(season, weekNumber),
    out: survivalOf(season).find((point) => point.week_number === weekNumber)?.eliminated ?? 0,
    alive: seasonCountOf(season).alive,
    own: entries.filter(({ takesPart, standing }) => takesPart && standing?.status === 'alive').length,
  })
  // The first sentence that follows from the log says the number again, that of an admin does not.
  const told = data?.lines[data.is_edited ? 0 : 1]
  return (
    <section className={styles.story} aria-label="Last week">
      <div className={styles.told}>
        <h2 className={styles.headline}>{title}</h2>
        <p>{left}</p>
        {told !== undefined && <p>{told}</p>}
      </div>
      <p className="wrap">
        <ButtonLink size="small" to={`/reveal/${week.id}`}>
          Weekly Reveal
        </ButtonLink>
        {isComplete && <PictureLink kind="week" id={week.id} />}
      </p>
    </section>
  )
}
