import type { MomentKind } from '@outlast/contract'
import { type Game, type GameTurn, leadIn, stateOf } from '@outlast/domain'

/** Returns what kind of moment a turn is after the earlier ones of its game; undefined if it makes no moment. */
export function kindOf(turn: GameTurn, earlier: readonly GameTurn[]): MomentKind | undefined {
  const state = stateOf(turn)
  const last = earlier.at(-1)
  const isNew = last === undefined || stateOf(last) !== state
  if (state === 'postponed') return isNew ? 'postponed' : undefined
  if (state === 'moved') return isNew ? 'moved' : undefined
  if (turn.status === 'postponed' || turn.status === 'cancelled') return isNew ? 'called_off' : undefined
  const result = earlier.findLast((each) => each.status === 'final' && hasScores(each))
  if (turn.status === 'final') {
    if (!hasScores(turn)) return undefined
    if (result === undefined) return 'final'
    if (!isSameResult(result, turn)) return 'corrected'
    return last?.status === 'final' ? undefined : 'final'
  }
  if (last?.status === 'final') return 'reopened'
  const leader = earlier.findLast((each) => leadIn(each) !== 0)
  return turn.status === 'in_progress' && leader !== undefined && leadIn(turn) !== 0 && leadIn(leader) !== leadIn(turn)
    ? 'lead'
    : undefined
}

type Score = Pick<Game, 'home' | 'away' | 'status' | 'homeScore' | 'awayScore'>

const hasScores = ({ homeScore, awayScore }: Score): boolean => homeScore !== null && awayScore !== null

export function isSameResult(a: Score | null, b: Score): boolean {
  if (a === null || a.status !== b.status) return false
  return a.home === b.home && a.away === b.away && a.homeScore === b.homeScore && a.awayScore === b.awayScore
}
