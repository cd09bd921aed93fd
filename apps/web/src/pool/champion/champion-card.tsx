import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView } from '@outlast/contract/live'
import { entryLabel } from '@outlast/contract/entry-label'
import { type Championship, type ChampionRoad, championshipOf, survivalOf } from '@outlast/views'
import { type ReactNode, useId, useMemo } from 'react'
import { Link } from 'wouter'
import { naturalOrder } from '../../lib/natural-order.ts'
import { formatCount, formatNumber, pluralize } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { SurvivalCurve } from '../survival-curve.tsx'
import { PictureLink } from '../share/picture-link.tsx'
import { ShareButton } from '../share/share-button.tsx'
import styles from './champion.module.css'
import { Road } from './road.tsx'
import { Trophy } from './trophy.tsx'

/** Above this number of champions, their names fill the card without their picks. */
const MAX_ROADS = 3
const MAX_NAMES = 48
/** A name that is longer is set smaller, so that it takes at most two lines on a phone. */
const LONG_NAME = 16

/**
 * The announcement of the champion: the name, how long the entry survived, every pick, and how the pool shrank. Nothing while the
 * season runs.
 */
export function ChampionCard({ season }: { readonly season: SeasonView }): ReactNode {
  const championship = championshipOf(season)
  const club = useTopicView('pool', (pool) => pool.club_name)
  const id = useId()
  if (championship === null) return null
  const { seasonYear, weekNumber, champions } = championship
  return (
    <section className={styles.card} aria-labelledby={id} data-stage="dark">
      <Trophy />
      <p className="note">
        {club !== undefined && <strong className={styles.club}>{club}</strong>} {seasonYear} season{' '}
        <span aria-hidden="true">·</span> decided in week {weekLabel(weekNumber)}
      </p>
      <h2 className={styles.title} id={id}>
        <span className={styles.label}>{champions.length === 1 ? 'Champion' : 'Champions'}</span> <Names champions={champions} />
      </h2>
      <p className={styles.story}>{storyOf(championship)}</p>
      {champions.length <= MAX_ROADS && <Roads champions={champions} />}
      <Curve season={season} championship={championship} />
      <div className={styles.links}>
        <Link to="/hall-of-fame">Hall of fame</Link>
        <Link to={`/history?season=${seasonYear}&tab=leaderboard`}>Final standings</Link>
      </div>
      <div className={styles.share}>
        <PictureLink kind="champion" id={seasonYear} />
        <ShareButton
          size="small"
          path="/history"
          title={shareTitle(championship)}
          label={`Share the ${champions.length === 1 ? 'champion' : 'champions'}`}
        />
      </div>
    </section>
  )
}

function shareTitle({ seasonYear, champions }: Championship): string {
  const [only] = champions
  return champions.length === 1 && only !== undefined ? `${only.entry_name}, champion ${seasonYear}` : `Champions ${seasonYear}`
}

/** The names as a sentence, of several champions with their people: screen readers read the commas between them. Many names are plates beside each other. */
function Names({ champions }: Pick<Championship, 'champions'>) {
  const shown = naturalOrder(champions, ({ entry_name }) => entry_name).slice(0, MAX_NAMES)
  const more = champions.length - shown.length
  const isMany = champions.length > MAX_ROADS
  const isLong = champions.length > 1 || champions.some(({ entry_name }) => entry_name.length > LONG_NAME)
  return (
    <span className={styles.names} data-many={isMany || undefined} data-long={isLong || undefined}>
      {shown.map(({ entry_id, entry_name, user_name }, index) => (
        <span key={entry_id} className={styles.plate}>
          <Link className={styles.name} to={`/entry/${entry_id}`}>
            {champions.length === 1 ? entry_name : entryLabel({ name: entry_name, user_name })}
          </Link>
          {index < shown.length - 1 && <span className={styles.comma}>, </span>}
        </span>
      ))}
      {more > 0 && <span className={styles.more}> and {formatNumber(more)} more</span>}
    </span>
  )
}

/** How many entries were left after each week up to the deciding one. */
function Curve({ season, championship }: { readonly season: SeasonView; readonly championship: Championship }) {
  const { weekNumber } = championship
  const points = useMemo(() => survivalOf(season).filter(({ week_number }) => week_number <= weekNumber), [season, weekNumber])
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return null
  const began = formatCount(first.alive, 'entry', 'entries')
  return (
    <div className={styles.curve}>
      <p className={styles.caption}>Entries alive after each week</p>
      <SurvivalCurve
        points={points}
        label={`Entries alive after each week: ${began} at the start, ${last.alive} after week ${weekLabel(weekNumber)}.`}
      />
    </div>
  )
}

function storyOf({ weekNumber, entries, hasSurvivor, champions }: Championship): string {
  const [only] = champions
  if (champions.length === 1 && only !== undefined) {
    const others = formatCount(entries - 1, 'other entry', 'other entries')
    if (!hasSurvivor)
      return `Nobody survived week ${weekLabel(weekNumber)}. ${only.user_name} won by the tiebreak, before ${others}.`
    return `${only.user_name} survived ${weeksOf(only)} and outlasted ${others}.`
  }
  if (hasSurvivor) return `They survived ${weeksOf(champions[0])} and agreed to share the title.`
  const all = champions.length === entries ? 'All entries' : `The last ${formatNumber(champions.length)} entries`
  return `Nobody survived week ${weekLabel(weekNumber)}. ${all} fell in it together, so they share the title.`
}

function weeksOf(champion: ChampionRoad | undefined): string {
  const weeks = champion?.weeks_survived ?? 0
  return weeks === 0 ? 'no week' : `${weeks} ${pluralize(weeks, 'week')}`
}

function Roads({ champions }: Pick<Championship, 'champions'>) {
  return (
    <ul className={styles.roads}>
      {champions.map((champion) => (
        <li key={champion.entry_id} className={styles.champion}>
          {champions.length > 1 && (
            <p className={styles.who}>
              <strong>{champion.entry_name}</strong> <span>{champion.user_name}</span>
            </p>
          )}
          <Road picks={champion.picks} label={`The picks of ${champion.entry_name}`} />
        </li>
      ))}
    </ul>
  )
}
