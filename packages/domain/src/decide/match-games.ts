import { isPostseason } from '../values/calendar.ts'
import type { FeedGame, Game } from '../values/game.ts'
import {
  hasUnknownTeam,
  isCalledOff,
  isClosedOut,
  isListed,
  isMovedByHand,
  isSettled,
  stateOf,
  type UnreadEventPart,
} from '../values/game-life.ts'
import type { ScheduleWeekId } from '../values/ids.ts'
import { holdsItsGames, type PoolState, type ScheduleWeek, scheduleOf, slateAt, slatesOf } from '../state/state.ts'
import { type TeamAbbr, UNKNOWN_TEAM } from '../values/teams.ts'
import { isSlate } from '../values/week-number.ts'

/** A game of the answer, with the pool's game that it is if the pool has it. */
export interface MatchedGame {
  readonly game: FeedGame
  readonly before: Game | undefined
}

/** A game of the pool that is listed under another id or in another week. */
interface MovedGame {
  readonly game: Game
  readonly toWeekId: ScheduleWeekId
}

interface MatchedRows {
  readonly matched: readonly MatchedGame[]
  readonly moved: readonly MovedGame[]
  readonly unread: readonly UnreadEventPart[]
}

/** Finds the pool's game for each game of an answer, and the games that are listed elsewhere by now (docs/rules.md §4.11). */
export function matchRows(
  state: PoolState,
  week: ScheduleWeek,
  answer: readonly FeedGame[],
  missing: ReadonlySet<string>,
): MatchedRows {
  const others = scheduleOf(state, week.seasonYear).filter(({ id }) => id !== week.id)
  const elsewhere = others.flatMap((other) => other.games.filter(canMove))
  const samePart = new Set(
    others.filter(({ weekNumber }) => isPostseason(weekNumber) === isPostseason(week.weekNumber)).map(({ id }) => id),
  )
  const isMovedAway = (game: FeedGame) =>
    week.games.some((known) => !isListed(known) && isSameGame(known, game)) &&
    elsewhere.some((one) => samePart.has(one.weekId) && isSameHost(one, game))
  const unread: MatchedRows['unread'][number][] = []
  const moved: MovedGame[] = []
  const own = gamesForSlate(state, week, oncePerGame(answer)).filter((game) => {
    const sameId = elsewhere.find(({ espnId }) => espnId === game.espnId)
    const listings = elsewhere.filter((one) => samePart.has(one.weekId) && isOtherListing(one, game, hasLeft(one, missing)))
    const other = sameId ?? listings[0]
    // A game that was called off and is listed elsewhere since stays moved, also if it is called off there, too.
    if (other === undefined) return !(isCalledOff(game) && isMovedAway(game))
    // A game that was played in one week cannot be played in another.
    if (sameId !== undefined && isSettled(sameId, true)) {
      unread.push({ espnId: game.espnId, what: 'held_back', value: stateOf(game) })
      return false
    }
    // Of two weeks, the one whose answer does not call the game off holds. Where an admin marked it as moved, none holds any more.
    if (!isCalledOff(game) || isMovedByHand(other)) {
      const former = isCalledOff(game) ? [other] : new Set([other, ...listings])
      for (const one of former) moved.push({ game: one, toWeekId: week.id })
      return true
    }
    const row = sameId === undefined ? week.games.find((one) => canMove(one) && isSameGame(one, game)) : undefined
    if (row !== undefined && isSettled(row, true)) return true
    if (row !== undefined) moved.push({ game: row, toWeekId: other.weekId })
    return false
  })
  const known = new Map(week.games.map((game) => [game.espnId, game]))
  const byId = new Map(own.flatMap((game) => (known.has(game.espnId) ? [[game, known.get(game.espnId)] as const] : [])))
  const taken = new Set(byId.values())
  const matched = own.map((game): MatchedGame => {
    const free = week.games.filter((other) => !taken.has(other) && isSameGame(other, game))
    const before = byId.get(game) ?? free.find(isListed) ?? free[0]
    taken.add(before)
    return { game, before }
  })
  const replaced = week.games.filter(
    (other) => isListed(other) && !taken.has(other) && (own.some((game) => isSameGame(other, game)) || isNamedBy(matched, other)),
  )
  const replacedHere = replaced.map((game) => ({ game, toWeekId: week.id }))
  const answered = new Set(answer.map(({ espnId }) => espnId))
  const vanished = week.games.filter(
    (game) => canMove(game) && isOpen(game) && !answered.has(game.espnId) && !taken.has(game) && !replaced.includes(game),
  )
  const listedElsewhere = vanished.flatMap((game): readonly MovedGame[] => {
    const other = elsewhere.find((one) => samePart.has(one.weekId) && !isCalledOff(one) && isSameHost(one, game))
    return other === undefined ? [] : [{ game, toWeekId: other.weekId }]
  })
  return { matched, moved: [...moved, ...replacedHere, ...listedElsewhere], unread }
}

/**
 * Returns the games of an answer that belong to a week: all of them, unless the week is a slate. A game is in the slate in whose time its
 * kickoff is, and stays where it was once that slate, or the one that it would move to, has locked (docs/rules.md §20).
 */
function gamesForSlate(state: PoolState, week: ScheduleWeek, answer: readonly FeedGame[]): readonly FeedGame[] {
  if (!isSlate(week.weekNumber)) return answer
  const slates = slatesOf(state, week)
  const isHeld = new Map(slates.map((slate) => [slate, holdsItsGames(state, slate)]))
  return answer.filter((game) => {
    const holder = slates.find(({ games }) => games.some((known) => isListed(known) && isSameGame(known, game)))
    const isKickoffUnread = game.unread?.some(({ what }) => what === 'kickoff') === true
    const target = slateAt(slates, game.kickoff) ?? week
    if (holder === undefined) return target === week && (isHeld.get(week) !== true || mayReplace(week, game))
    // The kickoff of a game that is called off does not count (docs/rules.md §2.3).
    const stays = isKickoffUnread || isCalledOff(game) || isHeld.get(holder) === true || isHeld.get(target) === true
    return (stays ? holder : target) === week
  })
}

/** Whether a locked slate takes a new game: it has no games yet, or the game replaces one of its own because they share a team. */
function mayReplace({ games }: ScheduleWeek, { home, away }: FeedGame): boolean {
  const listed = games.filter(isListed)
  const teams = [home, away].filter((team) => team !== UNKNOWN_TEAM)
  return listed.length === 0 || listed.some((known) => knownTeam(known) === undefined || teams.some((team) => plays(known, team)))
}

/** Whether a game can be listed elsewhere: it is not yet, and an admin did not close its week without it. */
function canMove(game: Game): boolean {
  return (isListed(game) || isMovedByHand(game)) && !isClosedOut(game)
}

/**
 * Whether a game of another week is the one that the feed reports, under another id: one of the two listings no longer counts, and a team
 * hosts another once in the regular season, and once after it. Division rivals meet twice, at different places.
 */
function isOtherListing(known: Game, game: FeedGame, hasKnownLeft: boolean): boolean {
  return isSameHost(known, game) && hasKnownLeft !== isCalledOff(game)
}

function isSameHost(known: Game, game: Pick<FeedGame, 'home' | 'away'>): boolean {
  return known.home === game.home && known.away === game.away && !hasUnknownTeam(game)
}

/** Whether the listing of a game no longer counts: the game is called off, or its week's newest answer does not have it. */
function hasLeft(game: Game, missing: ReadonlySet<string>): boolean {
  return isCalledOff(game) || (missing.has(game.espnId) && isOpen(game))
}

/** Whether the scoreboard still decides about a game. */
function isOpen(game: Game): boolean {
  return game.byHand === undefined && !isCalledOff(game) && !isSettled(game, true)
}

/** Whether an answer names the teams of a game that did not have both: the game is there under another id. */
function isNamedBy(matched: readonly MatchedGame[], known: Game): boolean {
  if (!hasUnknownTeam(known)) return false
  const team = knownTeam(known)
  return team === undefined ? matched.length > 0 : matched.some(({ game }) => !isCalledOff(game) && plays(game, team))
}

/** Whether a game of the week is the one that the feed reports: by the feed's id, or else by its teams. */
function isSameGame(known: Game, game: FeedGame): boolean {
  if (known.espnId === game.espnId) return true
  if (!hasUnknownTeam(game)) return plays(known, game.home) && plays(known, game.away)
  const team = knownTeam(game)
  return hasUnreadId(game) && team !== undefined && isListed(known) && plays(known, team)
}

function plays({ home, away }: Pick<FeedGame, 'home' | 'away'>, team: TeamAbbr): boolean {
  return home === team || away === team
}

function knownTeam({ home, away }: Pick<FeedGame, 'home' | 'away'>): TeamAbbr | undefined {
  return [home, away].find((team) => team !== UNKNOWN_TEAM)
}

/** Whether a game of an answer has no id that could be read. */
export function hasUnreadId({ unread }: FeedGame): boolean {
  return unread?.some(({ what }) => what === 'id' || what === 'event') === true
}

/** Returns each game of an answer once: of two rows with the same id or the same two teams, the one that {@link goesBefore}. */
function oncePerGame(games: readonly FeedGame[]): readonly FeedGame[] {
  const byId = new Map(games.map((game) => [game.espnId, game]))
  const byTeams = new Map<string, FeedGame>()
  for (const game of byId.values()) {
    const key = hasUnknownTeam(game) ? game.espnId : [game.home, game.away].sort().join('-')
    const other = byTeams.get(key)
    if (other === undefined || goesBefore(game, other)) byTeams.set(key, game)
  }
  return [...byTeams.values()]
}

const FURTHEST: readonly FeedGame['status'][] = ['final', 'in_progress', 'scheduled', 'postponed', 'cancelled']

/** A game that is not called off goes before one that is, the one that is further before the other, and then the later kickoff. */
function goesBefore(game: FeedGame, other: FeedGame): boolean {
  const [further, than] = [FURTHEST.indexOf(game.status), FURTHEST.indexOf(other.status)]
  return further === than ? game.kickoff >= other.kickoff : further < than
}
