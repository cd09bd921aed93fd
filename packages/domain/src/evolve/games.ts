import type { GameOrigin, PoolEvent, RecordedEvent, ScheduledGame } from '../events/events.ts'
import { type Game, gameProgress } from '../values/game.ts'
import { turnsAfter } from '../values/game-turn.ts'
import type { GameId, WeekId } from '../values/ids.ts'
import type { PoolState, ScheduleWeek } from '../state/state.ts'
import { patchSchedule } from './patches.ts'

const UNPLAYED = {
  status: 'scheduled',
  homeScore: null,
  awayScore: null,
  detail: null,
  finalByAdmin: false,
} as const

/** Returns a week's games after further events. Events about anything else change nothing. */
export function evolveGames(week: Pick<ScheduleWeek, 'id' | 'games'>, events: readonly PoolEvent[]): readonly Game[] {
  return events.reduce<readonly Game[]>((games, event) => evolveGame(week, games, event), week.games)
}

/** Applies an event about a game to its week. */
export function applyGameEvent(state: PoolState, event: RecordedEvent & { readonly data: { readonly weekId: WeekId } }): void {
  patchSchedule(state, event.data.weekId, (week) => {
    const games = gamesAfter(week, event)
    return { games, turns: turnsAfter(week.turns, week.games, games, event) }
  })
}

/** Returns the games after an event of the log, with when and by whom they were decided. */
function gamesAfter(week: Pick<ScheduleWeek, 'id' | 'games'>, event: RecordedEvent): readonly Game[] {
  const before = new Map(week.games.map((game) => [game.id, game]))
  return evolveGames(week, [event]).map((game) => {
    const { resultAt: _at, decidedBy: _by, ...rest } = game
    const resultAt = timeOfResult(game, event)
    const decider = deciderOf(game, event)
    const isSame = before.get(game.id) === game && resultAt === game.resultAt && decider === game.decidedBy
    if (isSame) return game
    return { ...rest, ...(resultAt !== undefined && { resultAt }), ...(decider !== undefined && { decidedBy: decider }) }
  })
}

/** A game that was final before keeps the time of its result when an admin sets all games to final. */
function timeOfResult(game: Game, event: RecordedEvent): Game['resultAt'] {
  if (game.status !== 'final') return undefined
  const isNew = (event.type === 'GameFinalized' || event.type === 'ScoreCorrected') && event.data.gameId === game.id
  return isNew ? event.siteTime : (game.resultAt ?? event.siteTime)
}

function deciderOf(game: Game, { data, metadata }: RecordedEvent): Game['decidedBy'] {
  if (game.byHand === undefined) return undefined
  const isDecision = 'origin' in data && data.origin === 'hand' && 'gameId' in data && data.gameId === game.id
  return isDecision ? { actor: metadata.actor ?? null, reason: metadata.reason ?? null } : game.decidedBy
}

function evolveGame(week: Pick<ScheduleWeek, 'id'>, games: readonly Game[], event: PoolEvent): readonly Game[] {
  switch (event.type) {
    case 'GamesSynced':
      return event.data.games.reduce<readonly Game[]>((known, game) => scheduled(week, known, game), games)
    case 'GameScored': {
      const { homeScore, awayScore, detail, phase } = event.data
      return progressed(games, event.data, { status: 'in_progress', homeScore, awayScore, detail, finalByAdmin: false }, phase)
    }
    case 'GameStatusChanged': {
      const { status, detail, phase } = event.data
      return progressed(games, event.data, { ...UNPLAYED, status, detail }, phase)
    }
    case 'GameMoved':
      return progressed(returnedToFeed(games, event.data.gameId), event.data, { ...UNPLAYED, status: 'postponed' }, 'moved')
    case 'GameFinalized': {
      const { homeScore, awayScore, detail } = event.data
      const final = progressed(games, event.data, { status: 'final', homeScore, awayScore, detail })
      return patched(final, event.data.gameId, (game) => withFinal(game, event.data.origin))
    }
    case 'ScoreCorrected': {
      const { gameId, homeScore, awayScore, detail, origin } = event.data
      // A new final score ends Set All to Final: from now on the score counts once the week is locked.
      const change = { homeScore, awayScore, detail, finalByAdmin: false }
      return games.map((game) => {
        if (game.id !== gameId) return game
        const corrected = game.status === 'final' ? { phase: 'corrected' as const } : {}
        return withFinal({ ...decidedBy(game, origin), ...change, ...corrected }, origin)
      })
    }
    case 'GamesFinalizedByAdmin': {
      const { gameIds } = event.data
      return games.map((game) =>
        gameIds.includes(game.id) ? { ...withoutPhase(game), status: 'final', finalByAdmin: true } : game,
      )
    }
    case 'GameReturnedToFeed':
      return returnedToFeed(games, event.data.gameId)
    case 'WeekClosed': {
      const { gameIds, picks } = event.data
      const phase = picks === 'lose' ? ('closed_as_loss' as const) : ('closed' as const)
      return games.map((game) => (gameIds.includes(game.id) ? { ...game, phase } : game))
    }
    case 'UnreadGamesChanged':
      return event.data.games.reduce<readonly Game[]>(
        (known, { gameId, unread, isResultUnread }) =>
          patched(known, gameId, ({ unread: _unread, isResultUnread: _isResultUnread, ...game }) => ({
            ...game,
            ...(unread.length === 0 ? {} : { unread }),
            ...(isResultUnread === undefined ? {} : { isResultUnread }),
          })),
        games,
      )
    default:
      return games
  }
}

function patched(games: readonly Game[], id: GameId, change: (game: Game) => Game): readonly Game[] {
  return games.map((game) => (game.id === id ? change(game) : game))
}

/** That an admin set it to final was an admin's word as well. */
function returnedToFeed(games: readonly Game[], id: GameId): readonly Game[] {
  return patched(games, id, ({ byHand: _byHand, ...game }) => ({ ...game, finalByAdmin: false }))
}

interface Progressed {
  readonly gameId: GameId
  readonly origin?: GameOrigin
}

function progressed(
  games: readonly Game[],
  { gameId, origin }: Progressed,
  change: Partial<Game>,
  phase?: Game['phase'],
): readonly Game[] {
  return patched(games, gameId, (game) => ({
    ...withoutPhase(decidedBy(game, origin)),
    ...change,
    ...(phase === undefined ? {} : { phase }),
  }))
}

/** Once an admin has decided, what the feed said is kept aside, and what it said unreadably does not matter. */
function decidedBy(game: Game, origin: GameOrigin | undefined): Game {
  if (origin !== 'hand') return game
  const { unread: _unread, isResultUnread: _isResultUnread, ...rest } = game
  return { ...rest, byHand: game.byHand ?? gameProgress(game) }
}

/** Remembers a final result that the feed said. */
function withFinal(game: Game, origin: GameOrigin | undefined): Game {
  const { home, away, homeScore, awayScore } = game
  if (origin !== undefined || homeScore === null || awayScore === null) return game
  return { ...game, lastFinal: { home, away, homeScore, awayScore } }
}

function withoutPhase(game: Game): Game {
  const { phase: _, ...rest } = game
  return rest
}

/** A game that had moved away is back, unless an admin's word keeps it away. */
function scheduled(week: Pick<ScheduleWeek, 'id'>, games: readonly Game[], reported: ScheduledGame): readonly Game[] {
  const { gameId, earlierEspnId: _, ...place } = reported
  if (!games.some((game) => game.id === gameId)) return [...games, { ...UNPLAYED, ...place, id: gameId, weekId: week.id }]
  return patched(games, gameId, (game) => ({
    ...(game.phase === 'moved' && game.byHand === undefined ? { ...withoutPhase(game), ...UNPLAYED } : game),
    ...place,
  }))
}
