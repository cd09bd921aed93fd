import type { GameInfo } from '@outlast/contract/live'
import type { BlockingGame } from '@outlast/views'
import { gameName } from '../../pool/pool-text.ts'
import { formatCount } from '../../lib/numbers.ts'

/** How long after its kickoff a game without a result needs somebody to look. */
const OVERDUE_MS = 6 * 3_600_000

/** Says why a game cannot go on without an admin: "is postponed". Undefined while it is to come or being played. */
export function troubleText(game: GameInfo, now: number): string | undefined {
  if (game.phase === 'undecided') return `has no result that counts${game.detail === null ? '' : ` (${game.detail})`}`
  if (game.result_unread) return 'has a result that could not be read'
  if (game.status === 'postponed' || game.status === 'cancelled') return `is ${game.status}`
  const isOverdue = game.kickoff_known && now - Date.parse(game.start_time) >= OVERDUE_MS
  return isOverdue && game.status !== 'final' ? 'has no result 6 hours after its kickoff' : undefined
}

/** Says what a week waits for: "GB at CHI is postponed: 3 entries wait". */
export function waitingText({ game, entries }: BlockingGame, trouble: string): string {
  const waiting = formatCount(entries.length, 'entry waits', 'entries wait')
  return `${gameName(game)} ${trouble}${entries.length === 0 ? '' : `: ${waiting}`}`
}

const NAMED_GAMES = 3

/** Names some games: "GB at CHI and BUF at MIA", or counts many. */
export function gameNames(games: readonly GameInfo[]): string {
  if (games.length > NAMED_GAMES) return `${games.length} games`
  const names = games.map(gameName)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}
