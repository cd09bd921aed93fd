import { type Game, type GameTurn, instantToMs, type WeekLock } from '@outlast/domain'

const MINUTE_MS = 60_000

/**
 * Returns the turns of a locked week's games as everybody learned of them: those before the lock with it, and at most one for a game and
 * minute, the last one.
 */
export function turnSequence(turns: readonly GameTurn[], { position, at }: WeekLock): readonly GameTurn[] {
  const known = turns.map((turn) => (turn.position > position ? turn : { ...turn, position, at }))
  const lastOfMinute = new Map(known.map((turn) => [minuteOf(turn), turn]))
  return known.filter((turn) => lastOfMinute.get(minuteOf(turn)) === turn)
}

const minuteOf = ({ gameId, at }: GameTurn): string => `${gameId} ${Math.floor(instantToMs(at) / MINUTE_MS)}`

/** Whether two turns are one: those before the lock are made anew for each sequence. */
export function isSameTurn(a: GameTurn, b: GameTurn | undefined): boolean {
  if (a === b || b === undefined) return a === b
  const keys = Object.keys({ ...a, ...b }) as (keyof GameTurn)[]
  return keys.every((key) => a[key] === b[key])
}

const UNPLAYED = { status: 'scheduled', homeScore: null, awayScore: null, detail: null, finalByAdmin: false } as const

/** Returns a week's games as they were before their first turn. */
export function unplayed(games: readonly Game[]): readonly Game[] {
  return games.map((game) => ({ ...withoutProgress(game), ...UNPLAYED }))
}

/** Returns the games after a turn of one of them. */
export function afterTurn(games: readonly Game[], turn: GameTurn): readonly Game[] {
  const { gameId, position: _position, at: _at, ...progress } = turn
  return games.map((game) => (game.id === gameId ? { ...withoutProgress(game), ...progress } : game))
}

function withoutProgress({ phase: _phase, isResultUnread: _unread, ...game }: Game) {
  return game
}
