import { weekLabel } from '@outlast/domain/rules'
import { memberAndEntry } from '@outlast/contract/entry-label'
import type { PoolView, SeasonView } from '@outlast/contract/live'
import { type Championship, championshipOf, seasonCountOf, survivalOf } from '@outlast/views'
import { PotLine } from '../../pool/pot-line.tsx'
import { Crest } from '../../ui/crest.tsx'
import { asImage } from '../../ui/screen-reader.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import { useNames } from './names.ts'
import { Road } from './road.tsx'
import styles from './season-scenes.module.css'

interface CurveProps {
  readonly season: SeasonView
  /** At most this many weeks have a label, which leaves each of them room. */
  readonly labels: number
}

/** How many entries were alive after each week, as a line. */
function Curve({ season, labels }: CurveProps) {
  const points = survivalOf(season)
  const most = Math.max(1, ...points.map(({ alive }) => alive))
  const every = Math.ceil(points.length / labels)
  const x = (index: number): number => (points.length < 2 ? 0 : (index / (points.length - 1)) * 100)
  const line = points.map(({ alive }, index) => `${x(index)},${100 - (alive / most) * 100}`).join(' ')
  return (
    <div className={styles.curve} {...asImage(`Entries alive after each week. ${aliveText(season)}.`)}>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none">
        <polygon className={styles.area} points={`0,100 ${line} 100,100`} />
        <polyline className={styles.line} points={line} />
      </svg>
      <ol className={styles.weeks}>
        {points.map(({ week_number: week, alive }, index) =>
          // The last point is always labelled, and leaves out a neighbor that is too close.
          index === points.length - 1 || (index % every === 0 && points.length - 1 - index >= every) ? (
            <li
              key={week}
              className={styles.point}
              data-edge={index === 0 ? 'start' : index === points.length - 1 ? 'end' : undefined}
              style={{ left: `${x(index)}%` }}
            >
              <span className={styles.alive}>{formatNumber(alive)}</span>
              <span className="lead">{week === 0 ? 'Start' : `W${weekLabel(week)}`}</span>
            </li>
          ) : null,
        )}
      </ol>
    </div>
  )
}

function aliveText(season: SeasonView): string {
  const { alive, total } = seasonCountOf(season)
  return `${formatNumber(alive)} of ${formatCount(total, 'entry', 'entries')} alive`
}

/** The season so far. */
export function CurveScene({ season }: { readonly season: SeasonView }) {
  return (
    <>
      <Heading title="The season so far" lead={aliveText(season)} />
      <Curve season={season} labels={8} />
    </>
  )
}

const MAX_NAMES = 8
/** With at most this many champions, each has the road below the name. */
const MAX_ROADS = 3
/** A longer name is set smaller. */
const LONG_NAME = 16

interface ChampionSceneProps {
  readonly pool: PoolView
  readonly season: SeasonView
  readonly page: number
}

/** Who won, until the next season: name, road, curve and pot. */
export function ChampionScene({ pool, season, page }: ChampionSceneProps) {
  const nameOf = useNames()
  const championship = championshipOf(season)
  if (championship === null) return null
  const { champions, seasonYear, weekNumber } = championship
  const isOne = champions.length === 1
  const first = (page % Math.ceil(champions.length / MAX_NAMES)) * MAX_NAMES
  return (
    <>
      <div className={styles.banner}>
        {pool.club_crest !== null && (
          <div className={styles.crest}>
            <Crest version={pool.club_crest} size={96} />
          </div>
        )}
        <h1 className={styles.title}>{isOne ? 'Champion' : `${formatNumber(champions.length)} champions`}</h1>
        <p className={styles.eyebrow}>
          {seasonYear} season, decided in week {weekLabel(weekNumber)}
        </p>
      </div>
      <div className={styles.champion}>
        <ul className={styles.champions} data-many={champions.length > MAX_ROADS || undefined} aria-label="Champions">
          {champions.slice(first, first + MAX_NAMES).map((champion) => {
            const { main, detail } = memberAndEntry({ name: champion.entry_name, user_name: champion.user_name })
            return (
              <li key={champion.entry_id} className={styles.winner} data-one={isOne || undefined}>
                <p className={styles.name} data-long={main.length > LONG_NAME || undefined}>
                  {nameOf(main)}
                </p>
                {detail !== null && <p className={styles.detail}>{nameOf(detail)}</p>}
                {champions.length <= MAX_ROADS && <Road picks={champion.picks} label="The champion’s picks" />}
              </li>
            )
          })}
        </ul>
        <div className={styles.aside}>
          <Curve season={season} labels={3} />
          <PotLine season={seasonYear} />
        </div>
      </div>
      <p className={styles.story}>{storyOf(championship)}</p>
    </>
  )
}

function storyOf({ champions, entries, hasSurvivor, weekNumber }: Championship): string {
  if (champions.length === 1 && !hasSurvivor) return `Nobody survived week ${weekLabel(weekNumber)}: the tiebreak decided`
  if (champions.length === 1) return `Outlasted ${formatCount(entries - 1, 'other entry', 'other entries')}`
  return hasSurvivor
    ? 'They agreed to share the title'
    : `Nobody survived week ${weekLabel(weekNumber)}: its last entries share the title`
}
