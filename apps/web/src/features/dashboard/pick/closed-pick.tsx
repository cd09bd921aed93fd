import { gameStatusText, kickoffText, pickStateText, scoreText } from '../../../pool/pool-text.ts'
import { NoPick, TeamChip } from '../../../pool/team-chip.tsx'
import { TeamSurface } from '../../../pool/team-surface.tsx'
import { teamName } from '../../../pool/teams.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'
import styles from './closed-pick.module.css'
import { NoPickReason } from './no-pick-reason.tsx'
import { ReceiptSummary } from './receipt-summary.tsx'

interface ClosedPickProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly isClosed: boolean
}

/** This week's pick when it can no longer change, with the live score of its game, which says more than "TBD". */
export function ClosedPick({ entry, week, games, isClosed }: ClosedPickProps) {
  const { pick, standing } = entry
  if (pick === null) {
    const wasOutBefore = standing?.status === 'out' && standing.eliminatedWeek < week.week_number
    if (!isClosed || wasOutBefore) return null
    return (
      <p className={styles.none}>
        <NoPick /> {(entry.several?.picks.length ?? 0) > 0 ? `No pick ${entry.several?.slot}` : 'No pick this week'}
        <NoPickReason entry={entry} week={week} games={games} />
      </p>
    )
  }
  const game = gameOfTeam(games ?? [], pick.team)
  const hasLost = week.is_locked && pick.result === 'loss'
  return (
    <div className="stack1">
      <TeamSurface abbr={pick.team} dimmed={hasLost} className={styles.row}>
        <TeamChip
          abbr={pick.team}
          size="m"
          result={week.is_locked && pick.result !== 'tbd' ? pick.result : undefined}
          isAuto={pick.isAuto}
          onSurface={!hasLost}
          dimmed={hasLost}
        />
        <span className={styles.description}>
          <span className={styles.team}>{teamName(pick.team)}</span>
          {game !== undefined && <Game game={game} team={pick.team} />}
        </span>
      </TeamSurface>
      <ReceiptSummary pick={pick} />
    </div>
  )
}

function Game({ game, team }: { readonly game: BoardGame; readonly team: string }) {
  if (game.status === 'scheduled') return <span className={styles.status}>{kickoffText(game, team)}</span>
  return (
    <span className={styles.score} data-live={game.status === 'in_progress' || undefined}>
      <strong>{scoreText(game)}</strong> <span className={styles.status}>{gameStatusText(game)}</span>
      {game.status === 'in_progress' && <span className={styles.state}> {pickStateText(game, team)}</span>}
    </span>
  )
}
