import type { ReplyOf } from '../commands.ts'
import { judgeLockedPicks } from './judge-picks.ts'
import { moveAutomaticLock } from './weeks.ts'
import { createEvent, type GameOrigin, type PoolEvent, type ScheduledGame, type UnreadGame } from '../events/events.ts'
import { evolveGames } from '../evolve/games.ts'
import type { FeedGame, Game, GameProgress } from '../values/game.ts'
import {
  allGamesOver,
  GAME_LIFE,
  type GamePhase,
  type GameState,
  isCalledOff,
  isClosedOut,
  isListed,
  isMovedByHand,
  isSettled,
  stateOf,
  takesPointsAway,
  type UnreadEventPart,
  type UnreadPart,
} from '../values/game-life.ts'
import { type GameId, gameId, type ScheduleWeekId, scheduleWeekId, type WeekId } from '../values/ids.ts'
import { type PoolState, roundsOn, rulesOf, scheduleOf, type ScheduleWeek, slatesOf } from '../state/state.ts'
import { UNKNOWN_TEAM } from '../values/teams.ts'
import { type Decider, reject } from './context.ts'
import { hasUnreadId, type MatchedGame, matchRows } from './match-games.ts'

/**
 * Adds and updates the games that a feed reports, and never deletes any (docs/rules.md §4.7). A game exists once: under another id,
 * or in another week, it is the same game, moved (docs/rules.md §4.11). An answer about a slate is one about all slates of its week (§20).
 */
export const syncGames: Decider<'SyncGames'> = (state, { weekId, games, missing = [] }) => {
  const asked = state.schedule.get(scheduleWeekId(weekId)) ?? reject('week_not_found')
  const slates = slatesOf(state, asked)
  const answered = new Set(games.map(({ espnId }) => espnId))
  const known = slates.flatMap((slate) => slate.games.map(({ espnId }) => espnId))
  const gone = new Set([...missing, ...known.filter((id) => !answered.has(id))])
  const events: PoolEvent[] = []
  const moved = new Map<GameId, PoolEvent>()
  const left = new Set<ScheduleWeekId>(slates.map(({ id }) => id))
  const reply = { created: 0, updated: 0, total: 0, unread: [] as UnreadEventPart[] }
  for (const slate of slates) {
    const rows = matchRows(state, slate, games, gone)
    const synced = syncWeek(state, slate, rows.matched, state.lastIds.game + reply.created)
    events.push(...synced.events)
    for (const { game, toWeekId } of rows.moved) {
      moved.set(game.id, createEvent('GameMoved', { weekId: game.weekId, gameId: game.id, toWeekId }))
      left.add(game.weekId)
    }
    reply.created += synced.created
    reply.updated += synced.updated
    reply.total += rows.matched.length
    reply.unread.push(...rows.unread, ...synced.unread)
  }
  events.push(...moved.values())
  const changed = [asked, ...scheduleOf(state, asked.seasonYear).filter((week) => week !== asked && left.has(week.id))]
  return { events: [...events, ...changed.flatMap((week) => followSchedule(state, week, events))], reply }
}

interface SyncedWeek extends Pick<ReplyOf<'SyncGames'>, 'created' | 'updated'> {
  readonly events: readonly PoolEvent[]
  readonly unread: readonly UnreadEventPart[]
}

/** Returns what an answer changes in the games of a week. `lastId`: of the games so far. */
function syncWeek(state: PoolState, week: ScheduleWeek, matched: readonly MatchedGame[], lastId: number): SyncedWeek {
  // A week that was complete stays complete, also if it is open for the length of a trip to another time.
  const wasLocked = roundsOn(state, week.id).some(({ locked, firstLock }) => locked !== null || firstLock !== null)
  const isComplete = wasLocked && allGamesOver(week.games)
  const scheduled: ScheduledGame[] = []
  const progress: PoolEvent[] = []
  const unread: UnreadEventPart[] = []
  const unreadGames: UnreadGame[] = []
  let created = 0
  let updated = 0
  for (const { before, game } of matched) {
    if (before === undefined) created += 1
    const id = before?.id ?? gameId(lastId + created)
    const known = isListedAgain(before) ? undefined : before
    const merged = mergeWith(known, game)
    const place = placeIn(id, merged.game, before)
    const isRescheduled = before === undefined || hasNewSchedule(before, place)
    const changes = merged.isHeldBack || isDecidedByHand(known, merged.game) ? [] : progressOf(week.id, id, known, merged.game)
    const unreadGame = unreadOf(id, before, merged.unread, isComplete)
    unread.push(...merged.unread.map((part) => ({ espnId: game.espnId, ...part })))
    if (isRescheduled) scheduled.push(place)
    if (unreadGame !== undefined) unreadGames.push(unreadGame)
    progress.push(...changes)
    if (before !== undefined && (isRescheduled || changes.length > 0)) updated += 1
  }
  const events = [
    ...(scheduled.length === 0 ? [] : [createEvent('GamesSynced', { weekId: week.id, games: scheduled })]),
    ...progress,
    ...(unreadGames.length === 0 ? [] : [createEvent('UnreadGamesChanged', { weekId: week.id, games: unreadGames })]),
  ]
  return { events, created, updated, unread }
}

/** Whether an answer brings back a game that had moved. One that an admin marked as moved stays so until it is returned. */
function isListedAgain(before: Game | undefined): boolean {
  return before !== undefined && !isListed(before) && !isMovedByHand(before)
}

interface MergedGame {
  readonly game: FeedGame
  /** Whether the game's progress stays as it is. */
  readonly isHeldBack: boolean
  readonly unread: readonly UnreadPart[]
}

/** Completes what could not be read with what is known, and holds back what cannot follow on it (docs/rules.md §4.9, §4.10). */
function mergeWith(before: Game | undefined, game: FeedGame): MergedGame {
  const unread = game.unread ?? []
  if (before === undefined) return { game, isHeldBack: false, unread }
  const said: GameState = stateOf(game)
  const kickoff = isUnread(unread, 'kickoff') ? kickoffOf(before) : {}
  const isScoreUnread = unread.some(({ what }) => what === 'home_score' || what === 'away_score')
  const { settles, cannotBecome } = GAME_LIFE[stateOf(before)]
  const saysNothing = game.isProgressUnread === true || ((isScoreUnread || isUnread(unread, 'status')) && settles)
  if (saysNothing) return { game: { ...game, ...teamsOf(before), ...kickoff }, isHeldBack: true, unread }
  if (before.byHand === undefined) {
    const takesBack = takesResultBack(before, game)
    const heldBack: UnreadPart = { what: 'held_back', value: takesBack ? finalText(game) : said }
    if (takesBack || (!before.finalByAdmin && cannotBecome.includes(said))) {
      return { game: { ...game, ...placeOf(before) }, isHeldBack: true, unread: [...unread, heldBack] }
    }
  }
  const place = { ...game, ...(keepsSides(before, game) ? teamsOf(before) : knownSides(before, game)), ...kickoff }
  const keepsScores = isScoreUnread && game.phase !== 'undecided'
  const merged = keepsScores ? { ...place, ...teamsOf(before), ...scoresOf(before) } : place
  // An admin's word stands, but the scoreboard has the game in its week again.
  const isBack = isMovedByHand(before) && !isCalledOff(game)
  return { game: merged, isHeldBack: false, unread: isBack ? [...unread, { what: 'held_back', value: said }] : unread }
}

/**
 * Whether a final answer takes points away from the last final answer. What an admin set to final may have had random scores, so that only the
 * loss of all points is an error of the scoreboard there (docs/rules.md §4.9).
 */
function takesResultBack(before: Game, game: FeedGame): boolean {
  if (game.status !== 'final') return false
  if (before.lastFinal !== undefined && takesPointsAway(before.lastFinal, game)) return true
  return isSettled(before, true) && !hasPoints(game) && takesPointsAway(before, game)
}

const hasPoints = ({ homeScore, awayScore }: FeedGame): boolean => (homeScore ?? 0) + (awayScore ?? 0) > 0

/** What a final answer says, for people: "final, MIA 0–0 BUF". */
function finalText({ away, home, awayScore, homeScore }: FeedGame): string {
  const score =
    awayScore === null || homeScore === null ? `${away} at ${home} without a score` : `${away} ${awayScore}–${homeScore} ${home}`
  return `final, ${score}`
}

const teamsOf = ({ home, away }: Game) => ({ home, away })
const kickoffOf = ({ kickoff, kickoffKnown }: Game) => ({ kickoff, kickoffKnown })
const placeOf = (game: Game) => ({ ...teamsOf(game), ...kickoffOf(game) })
const scoresOf = ({ homeScore, awayScore }: Game) => ({ homeScore, awayScore })

function isUnread(unread: readonly UnreadPart[], what: UnreadPart['what']): boolean {
  return unread.some((part) => part.what === what)
}

/** A side that the answer does not name stays the team that was known there, if the other side is the same. */
function knownSides(before: Game, { home, away }: FeedGame): Pick<FeedGame, 'home' | 'away'> {
  if (home === UNKNOWN_TEAM && away === UNKNOWN_TEAM) return teamsOf(before)
  if (home === UNKNOWN_TEAM) {
    if (away === before.away) return { home: before.home, away }
    return { home: away === before.home ? before.away : home, away }
  }
  if (away === UNKNOWN_TEAM) {
    if (home === before.home) return { home, away: before.away }
    return { home, away: home === before.away ? before.home : away }
  }
  return { home, away }
}

/** Whether the answer swaps the sides of a game whose scores an admin has set: they stay with their teams. */
function keepsSides(before: Game, game: FeedGame): boolean {
  const isSetByAdmin = before.byHand !== undefined || (before.finalByAdmin && game.status !== 'final')
  return isSetByAdmin && game.home === before.away && game.away === before.home
}

function placeIn(id: GameId, game: FeedGame, before: Game | undefined): ScheduledGame {
  const { home, away, kickoff, kickoffKnown } = game
  // An id that could not be read is not a new id.
  const espnId = before !== undefined && hasUnreadId(game) ? before.espnId : game.espnId
  const earlier = before === undefined || before.espnId === espnId ? {} : { earlierEspnId: before.espnId }
  return { gameId: id, espnId, home, away, kickoff, kickoffKnown, ...earlier }
}

function hasNewSchedule(before: Game, now: ScheduledGame): boolean {
  return (
    isListedAgain(before) ||
    before.espnId !== now.espnId ||
    before.kickoff !== now.kickoff ||
    before.kickoffKnown !== now.kickoffKnown ||
    before.home !== now.home ||
    before.away !== now.away
  )
}

/** An admin's word stands until the game is returned to the feed, and that a game was closed out until it has a result. */
function isDecidedByHand(before: Game | undefined, now: FeedGame): boolean {
  return before !== undefined && (before.byHand !== undefined || (isClosedOut(before) && now.status !== 'final'))
}

/** Returns what changed in a game's progress since the last sync. What an admin sets is recorded even if nothing changes, because it stands. */
export function progressOf(
  weekId: WeekId,
  id: GameId,
  before: Game | undefined,
  now: Progress,
  origin?: GameOrigin,
): readonly PoolEvent[] {
  const sameScores = before?.homeScore === now.homeScore && before.awayScore === now.awayScore
  const isNewDecision = origin === 'hand' && before?.byHand === undefined
  if (now.status === 'final') {
    if (before?.status !== 'final' || (sameScores && isNewDecision)) return [progressEvent(weekId, id, now, origin)]
    if (sameScores) return []
    const { homeScore, awayScore, detail } = now
    return [createEvent('ScoreCorrected', { weekId, gameId: id, homeScore, awayScore, detail, ...from(origin) })]
  }
  if (before?.finalByAdmin === true && origin === undefined) return []
  if (now.status === 'in_progress') {
    const same = before?.status === 'in_progress' && sameScores && before.detail === now.detail && before.phase === now.phase
    return same && !isNewDecision ? [] : [progressEvent(weekId, id, now, origin)]
  }
  const same = (before?.status ?? 'scheduled') === now.status && before?.phase === now.phase
  return same && !isNewDecision ? [] : [progressEvent(weekId, id, now, origin)]
}

/** What a game has come to, from which its event follows. */
type Progress = Omit<GameProgress, 'phase'> & { readonly phase?: GamePhase | undefined }

function progressEvent(
  weekId: WeekId,
  id: GameId,
  { status, homeScore, awayScore, detail, phase }: Progress,
  origin?: GameOrigin,
): PoolEvent {
  const at = { weekId, gameId: id, ...from(origin) }
  if (status === 'final') return createEvent('GameFinalized', { ...at, homeScore, awayScore, detail })
  if (status === 'in_progress') {
    const more = phase === 'suspended' || phase === 'undecided' ? { phase } : {}
    return createEvent('GameScored', { ...at, homeScore, awayScore, detail, source: 'feed', ...more })
  }
  return createEvent('GameStatusChanged', {
    ...at,
    status,
    detail,
    ...(phase === 'delayed' || phase === 'moved' ? { phase } : {}),
  })
}

/**
 * Returns the events after which a game has come to what it had before, apart from by whose word. What an admin had set to final counts
 * without a lock, so that it is not said again of a week that has reopened since.
 */
export function restoredGame(
  state: PoolState,
  { id: weekId }: Pick<ScheduleWeek, 'id'>,
  id: GameId,
  earlier: GameProgress,
  origin: GameOrigin,
): readonly PoolEvent[] {
  const gameIds = [id]
  const isLocked = roundsOn(state, weekId).every(({ locked }) => locked !== null)
  const { unread = [], isResultUnread } = earlier
  const picks = earlier.phase === 'closed_as_loss' ? 'lose' : 'survive'
  return [
    progressEvent(weekId, id, earlier, origin),
    ...(earlier.finalByAdmin === true && isLocked
      ? [createEvent('GamesFinalizedByAdmin', { weekId, gameIds, origin: 'undo' })]
      : []),
    ...(isClosedOut(earlier) ? [createEvent('WeekClosed', { weekId, gameIds, picks, origin: 'undo' })] : []),
    ...(unread.length === 0
      ? []
      : [
          createEvent('UnreadGamesChanged', {
            weekId,
            games: [{ gameId: id, unread, ...(isResultUnread && { isResultUnread }) }],
          }),
        ]),
  ]
}

const from = (origin: GameOrigin | undefined) => (origin === undefined ? {} : { origin })

const OF_THE_RESULT: ReadonlySet<UnreadPart['what']> = new Set(['event', 'status', 'home_score', 'away_score', 'held_back'])

/** Returns what of a game could not be read, if that has changed. A complete week stays complete. */
function unreadOf(
  id: GameId,
  before: Game | undefined,
  unread: readonly UnreadPart[],
  isComplete: boolean,
): UnreadGame | undefined {
  const isResultUnread = before?.byHand === undefined && unread.some(({ what }) => OF_THE_RESULT.has(what)) && !isComplete
  const isSame = JSON.stringify(before?.unread ?? []) === JSON.stringify(unread)
  if (isSame && (before?.isResultUnread ?? false) === isResultUnread) return undefined
  return { gameId: id, unread, ...(isResultUnread ? { isResultUnread } : {}) }
}

/**
 * Returns what follows from a week's synced games for the rounds on it: automatic lock times move as long as they have not locked (docs/rules.md
 * §2.3), and the picks of those that have locked are judged (§3.10).
 */
function followSchedule(state: PoolState, week: ScheduleWeek, events: readonly PoolEvent[]): readonly PoolEvent[] {
  const changes = events.filter(({ data }) => 'weekId' in data && data.weekId === week.id)
  const games = evolveGames(week, changes)
  return roundsOn(state, week.id).flatMap((round) => [
    ...moveAutomaticLock(state, round, games, rulesOf(state, round.contestId)),
    ...judgeLockedPicks(state, round, games),
  ])
}
