import { scoreText, gameStatusText } from '../../../components/pool/pool-text.ts'
import { NoPick } from '../../../components/pool/team-chip.tsx'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import { teamName } from '../../../components/pool/teams.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam } from '../board/pick-rules.ts'
import styles from './closed-pick.module.css'
import { kickoffText } from '../../../components/pool/pool-text.ts'
import { ReceiptSummary } from './receipt-summary.tsx'

interface ClosedPickProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly isOver: boolean
}

/** This week's pick once nothing can be done about it: its game's live score, and what came of it. */
export function ClosedPick({ entry, week, games, isOver }: ClosedPickProps) {
  const { pick } = entry
  if (pick === null) {
    // Who was out before the week has nothing to say about it.
    return isOver && !isOutBefore(entry.standing, week) ? (
      <p className={styles.none}>
        <NoPick /> No pick this week
      </p>
    ) : null
  }
  const game = gameOfTeam(games ?? [], pick.team)
  return (
    <div className={styles.pick}>
      <div className={styles.row}>
        <TeamChip abbr={pick.team} size="m" result={week.is_locked ? pick.result : undefined} />
        <span className={styles.words}>
          <span className={styles.team}>{teamName(pick.team)}</span>
          {game !== undefined && <Game game={game} team={pick.team} />}
        </span>
      </div>
      <ReceiptSummary pick={pick} />
    </div>
  )
}

function Game({ game, team }: { readonly game: BoardGame; readonly team: string }) {
  if (game.status === 'scheduled') return <span className={styles.status}>{kickoffText(game, team)}</span>
  return (
    <span className={styles.score} data-live={game.status === 'in_progress' || undefined}>
      <strong>{scoreText(game)}</strong> <span className={styles.status}>{gameStatusText(game)}</span>
    </span>
  )
}

function isOutBefore(standing: BoardEntry['standing'], week: BoardWeek): boolean {
  return standing?.status === 'out' && standing.eliminatedWeek < week.week_number
}
