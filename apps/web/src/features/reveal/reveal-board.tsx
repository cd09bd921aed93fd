import { hasSeveralLives } from '@outlast/domain/rules'
import { seasonTopic, type SeasonView, type WeekView } from '@outlast/contract/live'
import {
  distributionOf,
  picksOfRow,
  resultsOf,
  revealOf,
  type RevealRow,
  type RevealTotals,
  seasonOutcomeOf,
  standingsOf,
} from '@outlast/views'
import { Fragment, memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Section } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { isComplete, WeekSummary } from '../../pool/week-summary/week-summary.tsx'
import { useOwnEntryIds } from '../../live/use-own-entries.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { Distribution } from './distribution.tsx'
import { GamesTable } from './games-table.tsx'
import type { PickTableRow } from './pick-columns.tsx'
import { PicksTable } from './picks-table.tsx'
import { filterRows, type PickFilter, rowReuser, toggleFilter } from './picks.ts'
import styles from './reveal.module.css'
import { useRevealFilter } from './use-reveal-filter.ts'
import { WeekMarks } from './week-marks.tsx'
import { formatEntries } from './weeks.ts'
import { formatNumber } from '../../lib/numbers.ts'

const LiveBoard = lazyPart(() => import('../../pool/live-board/live-board.tsx').then((module) => module.LiveBoard), {
  placeholder: <Skeleton height={800} />,
})

interface RevealBoardProps {
  readonly view: WeekView
  /** Whether the week locked just now: the bars and rows animate in. */
  readonly isOpening: boolean
  readonly level: 2 | 3
  /** What follows who is in. */
  readonly children: ReactNode
}

/** A revealed week, live. The filter stays while scores change. */
export function RevealBoard({ view, isOpening, level, children }: RevealBoardProps): ReactNode {
  const { filter, setFilter, change } = useRevealFilter(level === 2)
  const toggle = useCallback(
    (selected: PickFilter) => setFilter((before) => ({ ...before, pick: toggleFilter(before.pick, selected) })),
    [setFilter],
  )
  const { rows, totals, season } = useRevealRows(view)
  const distribution = useMemo(() => distributionOf(view), [view])
  const results = useMemo(() => resultsOf(view), [view])
  const { games } = view
  const hasChampion = isAfterDecision(view, season)
  // What the last final brings while the page is open comes last, so that it moves nothing.
  const [isSummaryFirst] = useState(isComplete(view))
  const deferred = useDeferredValue(filter)
  const filtered = useMemo(() => filterRows(rows, deferred, games), [rows, deferred, games])
  return (
    <div className={styles.board} data-in-order data-opening={isOpening || undefined}>
      {level === 2 && <Champion season={hasChampion ? season : undefined} />}
      {/* The champion takes over the page: the rest is drawn anew, and nothing seems to move. */}
      <Fragment key={String(hasChampion)}>
        <WeekMarks week={view.week} />
        {level === 2 && isSummaryFirst && <WeekSummary weekId={view.week.id} />}
        {level === 2 && <LiveBoard view={view} season={season} isBrief />}
        {children}
        <Totals totals={totals} />
        <div className={styles.columns}>
          <Distribution
            rows={distribution}
            results={results}
            noPick={totals.no_pick}
            filter={filter.pick}
            toggle={toggle}
            level={level}
          />
          <Section title="Picks" level={level} className={styles.picks}>
            <PicksTable
              rows={filtered}
              total={rows.length}
              picks={view.week.picks ?? 1}
              games={games}
              teams={distribution}
              noPick={totals.no_pick}
              filter={filter}
              change={change}
            />
          </Section>
          <Section title="Games" level={level} className={styles.games}>
            <GamesTable games={games} distribution={distribution} results={results} filter={filter.pick} toggle={toggle} />
          </Section>
        </div>
        {level === 2 && !isSummaryFirst && isComplete(view) && <WeekSummary weekId={view.week.id} />}
      </Fragment>
    </div>
  )
}

/** Returns the week's rows and totals. Reuses row objects that did not change. */
function useRevealRows(view: WeekView) {
  const [reuseRows] = useState(rowReuser)
  const { rows, totals } = useMemo(() => revealOf(view), [view])
  const { picks } = view.week
  const season = viewOf(useTopic(seasonTopic(view.week.season_year)))
  const ownIds = useOwnEntryIds()
  const marked = useMemo(
    () => reuseRows(markOwn(withOwners(withLives(withMissing(rows, picks), season), season), ownIds)),
    [reuseRows, rows, picks, season, ownIds],
  )
  return { rows: marked, totals, season }
}

/** Says whose the entries are that have the same name. */
function withOwners(rows: readonly PickTableRow[], season: SeasonView | undefined): readonly PickTableRow[] {
  const seen = new Set<string>()
  const shared = new Set(rows.flatMap(({ entry_name: name }) => (seen.size === seen.add(name).size ? [name] : [])))
  if (season === undefined || shared.size === 0) return rows
  const owners = new Map(season.entries.map(({ id, user_name }) => [id, user_name]))
  return rows.map((row) => (shared.has(row.entry_name) ? { ...row, owner: owners.get(row.entry_id) } : row))
}

const markOwn = (rows: readonly PickTableRow[], ownIds: ReadonlySet<number>): readonly PickTableRow[] =>
  ownIds.size === 0 ? rows : rows.map((row) => (ownIds.has(row.entry_id) ? { ...row, isOwn: true } : row))

/** Whether the week decided its season, or came after that. */
function isAfterDecision({ week }: WeekView, season: SeasonView | undefined): boolean {
  if (season === undefined) return false
  const outcome = seasonOutcomeOf(season)
  return outcome.status === 'finished' && week.week_number >= outcome.weekNumber
}

/** Adds how many picks are missing beside others, in a week that takes several. */
function withMissing(rows: readonly RevealRow[], slots: number | undefined): readonly PickTableRow[] {
  if (slots === undefined) return rows
  return rows.map((row) => (row.team_abbr === null ? row : { ...row, missing: slots - picksOfRow(row).length }))
}

/** Adds the lives that entries have left now, in a season in which they begin with several. */
function withLives(rows: readonly PickTableRow[], season: SeasonView | undefined): readonly PickTableRow[] {
  if (season === undefined || !hasSeveralLives(season)) return rows
  const standings = standingsOf(season)
  return rows.map((row) => ({ ...row, lives: standings.get(row.entry_id)?.livesLeft }))
}

/** The numbers of wins, losses and undecided picks, each with its symbol. */
const Totals = memo(function Totals({ totals }: { readonly totals: RevealTotals }): ReactNode {
  const { total, wins, losses, ties, tbd, no_pick } = totals
  return (
    <div className="stack2">
      <dl className={styles.numbers}>
        <Total label="Total" value={total} />
        <Total label="Wins" value={wins} symbol="✓" tone="win" />
        <Total label="Losses" value={losses} symbol="✕" tone="loss" />
        {ties > 0 && <Total label="Ties" value={ties} symbol="=" />}
        <Total label="TBD" value={tbd} symbol="•" />
      </dl>
      {no_pick > 0 && <p className="note">{formatEntries(no_pick)} without a pick</p>}
    </div>
  )
})

interface TotalProps {
  readonly label: string
  readonly value: number
  readonly symbol?: string
  readonly tone?: 'win' | 'loss'
}

function Total({ label, value, symbol, tone }: TotalProps): ReactNode {
  return (
    <div className={styles.total} data-tone={tone}>
      <dt className="label">
        {symbol !== undefined && <span aria-hidden="true">{symbol} </span>}
        {label}
      </dt>
      <dd className="number">{formatNumber(value)}</dd>
    </div>
  )
}
