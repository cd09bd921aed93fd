import type { DistributionRow, GameInfo } from '@outlast/contract/live'
import { memo, type ReactNode, useMemo } from 'react'
import { easternKickoff } from '../../clock/format.ts'
import { gameStatusText } from '../../components/pool/pool-text.ts'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { teamName } from '../../components/pool/teams.ts'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import styles from './games-table.module.css'
import { filterText, type PickFilter } from './picks.ts'

interface GamesTableProps {
  readonly games: readonly GameInfo[]
  readonly distribution: readonly DistributionRow[]
  readonly results: ReadonlyMap<string, 'win' | 'loss'>
  readonly filter: PickFilter
  readonly toggle: (filter: PickFilter) => void
}

/** The week's games with how many entries ride on each side. Each side filters by its team, the middle by both. */
export const GamesTable = memo(function GamesTable(props: GamesTableProps): ReactNode {
  const { games, distribution, results, filter, toggle } = props
  const picked = useMemo(() => new Map(distribution.map((row) => [row.team_abbr, row])), [distribution])
  const chosen = filterText(filter)
  if (games.length === 0) return <EmptyState title="No games yet">They appear once the week’s games are synced.</EmptyState>
  const side = (team: string): ReactNode => (
    <Side team={team} picked={picked.get(team)} result={results.get(team)} pressed={chosen === team} toggle={toggle} />
  )
  return (
    <table className={styles.table} aria-label="Games">
      <thead>
        <tr>
          <th scope="col">Away</th>
          <th scope="col">Score</th>
          <th scope="col">Home</th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <tr key={game.id}>
            <td>{side(game.away_team_abbr)}</td>
            <td>
              <Middle game={game} pressed={chosen === `game:${game.id}`} toggle={toggle} />
            </td>
            <td className={styles.home}>{side(game.home_team_abbr)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})

interface SideProps {
  readonly team: string
  readonly picked: DistributionRow | undefined
  readonly result: 'win' | 'loss' | undefined
  readonly pressed: boolean
  readonly toggle: (filter: PickFilter) => void
}

function Side({ team, picked, result, pressed, toggle }: SideProps): ReactNode {
  const { count, percent } = picked ?? { count: 0, percent: 0 }
  const share = (
    <span className={styles.share}>
      <span>
        {count.toLocaleString('en-US')}
        <VisuallyHidden>{count === 1 ? ' pick, ' : ' picks, '}</VisuallyHidden>
      </span>
      <span className={styles.percent}>{percent.toFixed(1)}%</span>
    </span>
  )
  const chip = <TeamChip abbr={team} result={result} dimmed={picked === undefined} />
  // Nobody picked it: there is nothing to filter by.
  if (picked === undefined) {
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

interface MiddleProps {
  readonly game: GameInfo
  readonly pressed: boolean
  readonly toggle: (filter: PickFilter) => void
}

function Middle({ game, pressed, toggle }: MiddleProps): ReactNode {
  const score = scoreOf(game)
  const state = gameState(game)
  return (
    <button
      type="button"
      className={styles.middle}
      data-status={game.status}
      aria-pressed={pressed}
      onClick={() => toggle({ kind: 'game', gameId: game.id })}
    >
      <VisuallyHidden>
        {game.away_team_abbr} at {game.home_team_abbr}{' '}
      </VisuallyHidden>
      {score !== undefined && <span className={styles.score}>{score}</span>}
      <span className={styles.state}> {state}</span>
      <VisuallyHidden>: picks of both teams</VisuallyHidden>
    </button>
  )
}

/** `40–40`, away first; undefined before there is a score. */
export function scoreOf({ away_score, home_score }: GameInfo): string | undefined {
  return away_score === null || home_score === null ? undefined : `${away_score}–${home_score}`
}

/** How a game stands, apart from its score: `Final`, `1:01 - 4th`; before it begins, when it does. */
export function gameState(game: GameInfo): string {
  if (game.status !== 'scheduled' || !game.kickoff_known) return gameStatusText(game)
  return easternKickoff(game.start_time, true)
}
