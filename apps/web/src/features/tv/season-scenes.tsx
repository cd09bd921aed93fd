import { type ChampionRoad, championshipOf, type SeasonView, survivalOf } from '@outlast/contract/live'
import type { CSSProperties } from 'react'
import { asImage } from '../../components/ui/screen-reader.tsx'
import { resultSymbol } from '../../components/pool/pool-text.ts'
import { teamSurface } from '../../components/pool/teams.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import { useNames } from './names.ts'
import styles from './season-scenes.module.css'

/** At most this many weeks have a label, which leaves each of them room. */
const MAX_LABELS = 8

/** How many entries were alive after each week. */
export function CurveScene({ season }: { readonly season: SeasonView }) {
  const points = survivalOf(season)
  const most = Math.max(1, ...points.map(({ alive }) => alive))
  const last = points[points.length - 1]
  const every = Math.ceil(points.length / MAX_LABELS)
  const x = (index: number): number => (points.length < 2 ? 0 : (index / (points.length - 1)) * 100)
  const line = points.map(({ alive }, index) => `${x(index)},${100 - (alive / most) * 100}`).join(' ')
  const lead = `${(last?.alive ?? 0).toLocaleString('en-US')} of ${formatCount(season.entries.length, 'entry', 'entries')} alive`
  return (
    <>
      <Heading title="The season so far" lead={lead} />
      <div className={styles.curve} {...asImage(`Entries alive after each week. ${lead}.`)}>
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
                <span className={styles.alive}>{alive.toLocaleString('en-US')}</span>
                <span className={styles.label}>{week === 0 ? 'Start' : `W${week}`}</span>
              </li>
            ) : null,
          )}
        </ol>
      </div>
    </>
  )
}

const MAX_NAMES = 8

/** Who won, until the next season. */
export function ChampionScene({ season }: { readonly season: SeasonView }) {
  const nameOf = useNames()
  const championship = championshipOf(season)
  if (championship === null) return null
  const { champions, seasonYear, weekNumber, entries } = championship
  const [only] = champions
  const isOne = champions.length === 1 && only !== undefined
  const more = champions.length - MAX_NAMES
  return (
    <>
      <p className={styles.eyebrow}>
        {seasonYear} season, decided in week {weekNumber}
      </p>
      <div className={styles.champion}>
        <h1 className={styles.title}>{isOne ? 'Champion' : `${champions.length.toLocaleString('en-US')} champions`}</h1>
        {isOne ? (
          <p className={styles.name}>{nameOf(only.entry_name)}</p>
        ) : (
          <ul className={styles.names}>
            {champions.slice(0, MAX_NAMES).map(({ entry_id, entry_name }) => (
              <li key={entry_id} className={styles.shared}>
                {nameOf(entry_name)}
              </li>
            ))}
          </ul>
        )}
        {isOne ? (
          <p className={styles.story}>
            {nameOf(only.user_name)} outlasted {formatCount(entries - 1, 'other entry', 'other entries')}
          </p>
        ) : (
          <p className={styles.story}>
            {more > 0 ? `and ${more.toLocaleString('en-US')} more share the title` : 'They share the title'}
          </p>
        )}
      </div>
      {isOne && <Road champion={only} />}
    </>
  )
}

function Road({ champion }: { readonly champion: ChampionRoad }) {
  return (
    <ol className={styles.road} aria-label="The champion’s picks">
      {champion.picks.map(({ week_number: week, team_abbr: team, result }) => {
        const colors = team === null ? undefined : teamSurface(team)
        const style = { '--team': colors?.surface, '--on-team': colors?.onSurface } as CSSProperties
        return (
          <li key={week} className={styles.chip} style={style}>
            {team ?? '–'} {result === 'loss' ? resultSymbol(result) : ''}
          </li>
        )
      })}
    </ol>
  )
}
