import { weekLabel } from '@outlast/domain/rules'
import type { WeekView } from '@outlast/contract/live'
import { type DistributionRow, distributionOf, resultsOf, revealOf } from '@outlast/views'
import type { SettledResult } from '@outlast/domain/rules'
import { type CSSProperties, useMemo } from 'react'
import { resultSymbol } from '../../pool/pool-text.ts'
import { findTeam } from '../../pool/teams.ts'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import styles from './team-bars.module.css'
import { teamStyle } from './team-style.ts'
import tv from './tv.module.css'

/** The teams open one after the other within this time; then the last one stays for a look. */
const OPENING_MS = 7_000
const MAX_STEP_MS = 900

/** The picks of the week as they are revealed: team by team, from the rarest to the most popular. */
export function RevealScene({ week }: { readonly week: WeekView }) {
  const rows = useMemo(() => [...distributionOf(week)].reverse(), [week])
  const most = rows[rows.length - 1]
  const { no_pick: noPick } = revealOf(week).totals
  const stepMs = Math.min(MAX_STEP_MS, OPENING_MS / Math.max(1, rows.length))
  const without = noPick > 0 ? `${formatNumber(noPick)} without a pick` : undefined
  return (
    <>
      <Heading
        title={`Week ${weekLabel(week.week.week_number)}: the picks are open`}
        lead={most === undefined ? 'Nobody picked a team' : without}
      />
      <TeamBars rows={rows.slice(0, -1)} most={most?.count} stepMs={stepMs} />
      {most !== undefined && <Favorite row={most} delayMs={(rows.length - 1) * stepMs} />}
    </>
  )
}

/** The most popular team, which opens last and large. Nothing on the screen names it before. */
function Favorite({ row: { team_abbr: team, count }, delayMs }: { readonly row: DistributionRow; readonly delayMs: number }) {
  const style = { ...teamStyle(team), '--delay': `${Math.round(delayMs)}ms` } as CSSProperties
  return (
    <p className={`${tv.team} ${styles.favorite}`} style={style}>
      <strong className={styles.favoriteCount}>{formatNumber(count)}</strong>
      <span>of you took the {findTeam(team)?.name ?? team}</span>
    </p>
  )
}

/** How the picks are spread, the most popular team first, with the results so far. */
export function DistributionScene({ week }: { readonly week: WeekView }) {
  const { total, no_pick: noPick } = revealOf(week).totals
  const picks = formatCount(total, 'pick')
  const rows = distributionOf(week)
  return (
    <>
      <Heading title="Who took whom" lead={noPick > 0 ? `${picks}, ${formatNumber(noPick)} without a pick` : picks} />
      <TeamBars rows={rows} most={rows[0]?.count} results={resultsOf(week)} />
    </>
  )
}

interface TeamBarsProps {
  readonly rows: readonly DistributionRow[]
  /** The count of the longest bar. */
  readonly most: number | undefined
  readonly results?: ReadonlyMap<string, SettledResult>
  /** The time between the opening of two bars; without it, all are open from the start. */
  readonly stepMs?: number
}

/** Bars in team colors. Up to 32 teams fit. */
function TeamBars({ rows, most = 1, results, stepMs }: TeamBarsProps) {
  const columns = columnsFor(rows.length)
  const perColumn = Math.ceil(rows.length / columns)
  const grid = { '--columns': columns, '--rows': Math.max(1, perColumn) } as CSSProperties
  return (
    <ol className={styles.bars} style={grid} data-opens={stepMs !== undefined || undefined} aria-label="Picks by team">
      {rows.map((row, index) => (
        <TeamBar
          key={row.team_abbr}
          row={row}
          share={row.count / most}
          result={results?.get(row.team_abbr)}
          delayMs={index * (stepMs ?? 0)}
        />
      ))}
    </ol>
  )
}

/** The fewest columns that have room for all rows, nine in each. Up to seven teams share one column of long bars. */
const columnsFor = (rows: number): number => (rows <= 7 ? 1 : Math.max(2, Math.ceil(rows / 9)))

interface TeamBarProps {
  readonly row: DistributionRow
  /** The length of the bar, from 0 to 1. */
  readonly share: number
  readonly result: SettledResult | undefined
  readonly delayMs: number
}

function TeamBar({ row: { team_abbr: team, count }, share, result, delayMs }: TeamBarProps) {
  const style = { ...teamStyle(team), '--delay': `${Math.round(delayMs)}ms` } as CSSProperties
  return (
    <li className={`row ${styles.bar}`} style={style} data-result={result}>
      <span className={`${tv.team} ${styles.team}`}>{team}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={`display ${styles.count}`}>{formatNumber(count)}</span>
      {result !== undefined && (
        <span className={styles.result} role="img" aria-label={result}>
          {resultSymbol(result)}
        </span>
      )}
    </li>
  )
}
