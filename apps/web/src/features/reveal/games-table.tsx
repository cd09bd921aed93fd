import type { GameInfo } from '@outlast/contract/live'
import type { DistributionRow } from '@outlast/views'
import type { SettledResult } from '@outlast/domain/rules'
import { memo, type ReactNode, useMemo } from 'react'
import { easternKickoff } from '../../clock/format.ts'
import { gameStatusText } from '../../pool/pool-text.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { teamName } from '../../pool/teams.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { formatNumber, pluralize } from '../../lib/numbers.ts'
import styles from './games-table.module.css'
import { filterText, type PickFilter } from './picks.ts'

interface GamesTableProps {
  readonly games: readonly GameInfo[]
  readonly distribution: readonly DistributionRow[]
  readonly results: ReadonlyMap<string, SettledResult>
  readonly filter: PickFilter
  readonly toggle: (filter: PickFilter) => void
}

/** The week's games: the points in the middle, and beside each team how many picked it. A team filters the picks table by that team, the score by both. */
export const GamesTable = memo(function GamesTable(props: GamesTableProps): ReactNode {
  const { games, distribution, results, filter, toggle } = props
  const columns = useMemo(() => {
    const rowByTeam = new Map(distribution.map((row) => [row.team_abbr, row]))
    const selected = filterText(filter)
    const side = (team: string): ReactNode => (
      <TeamSide team={team} row={rowByTeam.get(team)} result={results.get(team)} pressed={selected === team} toggle={toggle} />
    )
    return [
      { key: 'away', header: 'Away', grow: 19, cell: (game) => side(game.away_team_abbr) },
      {
        key: 'score',
        header: 'Score',
        grow: 12,
        align: 'center',
        cell: (game) => <GameScore game={game} pressed={selected === `game:${game.id}`} toggle={toggle} />,
      },
      {
        key: 'home',
        header: 'Home',
        grow: 19,
        align: 'end',
        cell: (game) => <span className={styles.home}>{side(game.home_team_abbr)}</span>,
      },
    ] satisfies readonly Column<GameInfo>[]
  }, [distribution, results, filter, toggle])
  return (
    <DataTable
      label="Games"
      rows={games}
      columns={columns}
      rowKey={gameId}
      maxHeight="page"
      rowHeight={52}
      empty={<EmptyState title="No games yet">They appear once the week’s games are synced.</EmptyState>}
    />
  )
})

const gameId = ({ id }: GameInfo): number => id

interface TeamSideProps {
  readonly team: string
  readonly row: DistributionRow | undefined
  readonly result: SettledResult | undefined
  readonly pressed: boolean
  readonly toggle: (filter: PickFilter) => void
}

function TeamSide({ team, row, result, pressed, toggle }: TeamSideProps): ReactNode {
  const { count, percent } = row ?? { count: 0, percent: 0 }
  const share = (
    <span className={styles.share}>
      <span>
        <span className={styles.count}>{formatNumber(count)}</span> {pluralize(count, 'pick')}
        {row !== undefined && <VisuallyHidden>, </VisuallyHidden>}
      </span>
      {row !== undefined && <span>{percent.toFixed(1)}%</span>}
    </span>
  )
  const chip = <TeamChip abbr={team} result={result} dimmed={row === undefined} />
  // Without picks there is nothing to filter by.
  if (row === undefined) {
    return (
      <span className={styles.side}>
        {chip}
        {share}
      </span>
    )
  }
  return (
    <button type="button" className={styles.side} aria-pressed={pressed} onClick={() => toggle({ kind: 'team', team })}>
      {chip}
      <VisuallyHidden> {teamName(team)} </VisuallyHidden>
      {share}
    </button>
  )
}

interface GameScoreProps {
  readonly game: GameInfo
  readonly pressed: boolean
  readonly toggle: (filter: PickFilter) => void
}

function GameScore({ game, pressed, toggle }: GameScoreProps): ReactNode {
  const score = formatScore(game)
  const state = formatState(game)
  return (
    <button
      type="button"
      className={styles.score}
      data-status={game.status}
      aria-pressed={pressed}
      onClick={() => toggle({ kind: 'game', gameId: game.id })}
    >
      <VisuallyHidden>
        {game.away_team_abbr} at {game.home_team_abbr}{' '}
      </VisuallyHidden>
      {score !== undefined && <span className={styles.points}>{score}</span>}
      <span className={styles.state}> {state}</span>
      <VisuallyHidden>: picks of both teams</VisuallyHidden>
    </button>
  )
}

/** Formats the score, away team first: `40–40`; undefined before the first score. */
function formatScore({ away_score, home_score }: GameInfo): string | undefined {
  return away_score === null || home_score === null ? undefined : `${away_score}–${home_score}`
}

/** Formats the state of a game: `Final` or `1:01 - 4th`; before kickoff, the kickoff time. */
function formatState(game: GameInfo): string {
  if (game.status !== 'scheduled' || !game.kickoff_known) return gameStatusText(game)
  return easternKickoff(game.start_time, true)
}
