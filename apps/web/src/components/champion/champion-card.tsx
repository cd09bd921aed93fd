import { type Championship, type ChampionRoad, championshipOf, type SeasonView } from '@outlast/contract/live'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import styles from './champion.module.css'
import { Road } from './road.tsx'
import { Trophy } from './trophy.tsx'

/** Above this number of champions, their names fill the card without their picks. */
const MAX_ROADS = 3
const MAX_NAMES = 24

/** The announcement of the champion: the name, how long the entry survived, and every pick. Nothing while the season runs. */
export function ChampionCard({ season }: { readonly season: SeasonView }): ReactNode {
  const championship = championshipOf(season)
  const id = useId()
  if (championship === null) return null
  const { seasonYear, weekNumber, champions } = championship
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Trophy />
      <p className={styles.eyebrow}>
        {seasonYear} season <span aria-hidden="true">·</span> decided in week {weekNumber}
      </p>
      <h2 className={styles.title} id={id}>
        <span className={styles.label}>{champions.length === 1 ? 'Champion' : 'Champions'}</span> <Names champions={champions} />
      </h2>
      <p className={styles.story}>{storyOf(championship)}</p>
      {champions.length <= MAX_ROADS && <Roads champions={champions} />}
      <p className={styles.links}>
        <Link to="/hall-of-fame">Hall of fame</Link>
        <Link to={`/history?season=${seasonYear}&tab=leaderboard`}>Final standings</Link>
      </p>
    </section>
  )
}

/** The names as a sentence: screen readers read the commas between them. */
function Names({ champions }: Pick<Championship, 'champions'>) {
  const shown = champions.slice(0, MAX_NAMES)
  const more = champions.length - shown.length
  return (
    <span className={styles.names} data-many={champions.length > MAX_ROADS || undefined}>
      {shown.map(({ entry_id, entry_name }, index) => (
        <span key={entry_id}>
          <span className={styles.name}>{entry_name}</span>
          {index < shown.length - 1 && <span className={styles.comma}>, </span>}
        </span>
      ))}
      {more > 0 && <span className={styles.more}> and {more.toLocaleString('en-US')} more</span>}
    </span>
  )
}

function storyOf({ weekNumber, entries, hasSurvivor, champions }: Championship): string {
  const [only] = champions
  if (champions.length === 1 && only !== undefined) {
    const others = formatCount(entries - 1, 'other entry', 'other entries')
    return `${only.user_name} survived ${weeksOf(only)} and outlasted ${others}.`
  }
  if (hasSurvivor) return `They survived ${weeksOf(champions[0])} and share the title.`
  const all = champions.length === entries ? 'All entries' : `The last ${champions.length.toLocaleString('en-US')} entries`
  return `Nobody survived week ${weekNumber}. ${all} fell in it together, so they share the title.`
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
