import { type DistributionRow, distributionOf, resultsOf, revealOf, type WeekView } from '@outlast/contract/live'
import { type CSSProperties, useMemo } from 'react'
import { resultSymbol } from '../../components/pool/pool-text.ts'
import { findTeam, teamSurface } from '../../components/pool/teams.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import styles from './team-bars.module.css'

/** The teams open one after the other within this time; then the last one stays for a look. */
const OPENING_MS = 7_000
const MAX_STEP_MS = 900

/** The picks of the week as they are revealed: team by team, from the rarest to the most popular. */
export function RevealScene({ week }: { readonly week: WeekView }) {
  const rows = useMemo(() => [...distributionOf(week)].reverse(), [week])
  const most = rows[rows.length - 1]
  const { no_pick: noPick } = revealOf(week).totals
  const name = most === undefined ? undefined : (findTeam(most.team_abbr)?.name ?? most.team_abbr)
  const last = most === undefined ? 'Nobody picked a team' : `${most.count.toLocaleString('en-US')} of you took the ${name}`
  return (
    <>
      <Heading
        title={`Week ${week.week.week_number}: the picks are open`}
        lead={noPick > 0 ? `${last} · ${noPick.toLocaleString('en-US')} without a pick` : last}
      />
      <TeamBars rows={rows} opens />
    </>
  )
}

/** How the picks are spread, the most popular team first, with the results so far. */
export function DistributionScene({ week }: { readonly week: WeekView }) {
  const { total, no_pick: noPick } = revealOf(week).totals
  const picks = formatCount(total, 'pick')
  return (
    <>
      <Heading title="Who took whom" lead={noPick > 0 ? `${picks}, ${noPick.toLocaleString('en-US')} without a pick` : picks} />
      <TeamBars rows={distributionOf(week)} results={resultsOf(week)} />
    </>
  )
}

interface TeamBarsProps {
  readonly rows: readonly DistributionRow[]
  readonly results?: ReadonlyMap<string, 'win' | 'loss'>
  readonly opens?: boolean
}

/** Bars in team colors, whose whole length is all picks. Up to 32 teams fit, in three columns. */
function TeamBars({ rows, results, opens = false }: TeamBarsProps) {
  const columns = rows.length <= 7 ? 1 : rows.length <= 16 ? 2 : 3
  const perColumn = Math.ceil(rows.length / columns)
  const stepMs = Math.min(MAX_STEP_MS, OPENING_MS / Math.max(1, rows.length))
  const grid = { '--columns': columns, '--rows': Math.max(1, perColumn) } as CSSProperties
  return (
    <ol className={styles.bars} style={grid} data-opens={opens || undefined} aria-label="Picks by team">
      {rows.map((row, index) => (
        <TeamBar key={row.team_abbr} row={row} result={results?.get(row.team_abbr)} delayMs={opens ? index * stepMs : 0} />
      ))}
    </ol>
  )
}

interface TeamBarProps {
  readonly row: DistributionRow
  readonly result: 'win' | 'loss' | undefined
  readonly delayMs: number
}

function TeamBar({ row: { team_abbr: team, count, percent }, result, delayMs }: TeamBarProps) {
  const colors = teamSurface(team)
  const style = {
    '--team': colors?.surface,
    '--on-team': colors?.onSurface,
    '--delay': `${Math.round(delayMs)}ms`,
  } as CSSProperties
  return (
    <li className={styles.bar} style={style} data-result={result}>
      <span className={styles.team}>{team}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.count}>{count.toLocaleString('en-US')}</span>
      {result !== undefined && (
        <span className={styles.result} role="img" aria-label={result}>
          {resultSymbol(result)}
        </span>
      )}
    </li>
  )
}
