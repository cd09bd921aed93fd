import type { FeedGame } from '../../../src/index.ts'
import type { Facts, Game, Progress, Week } from './facts.ts'
import { isLocked, rulesOf, slatesOf, weekOf } from './facts.ts'

export const TEAMS =
  'ARI ATL BAL BUF CAR CHI CIN CLE DAL DEN DET GB HOU IND JAX KC LAC LAR LV MIA MIN NE NO NYG NYJ PHI PIT SEA SF TB TEN WSH'.split(
    ' ',
  )

/** The histories use one alias only. */
export function normalizeTeam(text: string): string {
  const team = text.trim().toUpperCase()
  return team === 'WAS' ? 'WSH' : team
}

export function gamesOf(facts: Facts, week: number): readonly Game[] {
  return facts.games.filter((game) => game.week === week)
}

export function patchGame(facts: Facts, id: number, change: Partial<Game>): void {
  facts.games = facts.games.map((game) => (game.id === id ? { ...game, ...change } : game))
}

/** The games of a week without those that were moved away (docs/rules.md §4.11). */
export function listedGames(facts: Facts, week: number): readonly Game[] {
  return gamesOf(facts, week).filter((game) => !game.isMoved)
}

/** The game of a team. A called-off game counts only for a team that has no other (docs/rules.md §4.2). */
export function gameOf(facts: Facts, week: number, team: string): Game | undefined {
  const own = listedGames(facts, week).filter((game) => game.home === team || game.away === team)
  return own.find((game) => !isCalledOff(game)) ?? own[0]
}

/** Whether a team plays against one of these in a week. */
export function meets(facts: Facts, week: number, team: string, others: readonly string[]): boolean {
  return listedGames(facts, week).some(
    (game) =>
      !isCalledOff(game) &&
      ((game.home === team && others.includes(game.away)) || (game.away === team && others.includes(game.home))),
  )
}

function isCalledOff({ status }: Pick<Game, 'status'>): boolean {
  return status === 'cancelled' || status === 'postponed'
}

/** docs/rules.md §3.2: whether nobody can pick a team, because it does not play. A slate without games takes no team (§20). */
export function isOnBye(facts: Facts, week: number, team: string): boolean {
  if (hasLeft(facts, week, team) || hasNoGame(facts, week, team)) return true
  return listedGames(facts, week).length === 0 && !Number.isInteger(weekOf(facts, week)?.number ?? 0)
}

/** Whether all games of a week are known, and none of them is a team's or ever was. */
export function hasNoGame(facts: Facts, week: number, team: string): boolean {
  const games = listedGames(facts, week)
  const isOf = (game: Game) => game.home === team || game.away === team
  return games.length > 0 && !games.some(lacksTeam) && !gamesOf(facts, week).some(isOf)
}

/** Whether a team without a game may be the one that a game of the week does not name yet (docs/rules.md §4.10). */
export function mayBeUnnamed(facts: Facts, week: number, team: string): boolean {
  const isWithout = gameOf(facts, week, team) === undefined && !hasLeft(facts, week, team)
  return isWithout && listedGames(facts, week).some(lacksTeam)
}

function lacksTeam({ home, away }: Pick<Game, 'home' | 'away'>): boolean {
  return home === UNKNOWN || away === UNKNOWN
}

/** Whether a team's only game of a week moved to another one (docs/rules.md §4.11). */
export function hasLeft(facts: Facts, week: number, team: string): boolean {
  const own = gamesOf(facts, week).filter((game) => game.home === team || game.away === team)
  return own.length > 0 && own.every(({ isMoved }) => isMoved)
}

/** Why nobody can newly pick a team that plays: its game is called off, or the week was closed without it (docs/rules.md §4.2, §4.13). */
export function callingOff(facts: Facts, week: number, team: string): readonly string[] {
  const game = gameOf(facts, week, team)
  if (game?.status === 'cancelled' || typeof game?.closedAs === 'string') return ['game_cancelled']
  return game?.status === 'postponed' ? ['game_postponed'] : []
}

/** docs/rules.md §3.2. */
export function hasKickedOff(facts: Facts, week: number, team: string, siteTime: number): boolean {
  const game = gameOf(facts, week, team)
  return game !== undefined && isUnderWay(game, siteTime)
}

export function hasGameBegun(facts: Facts, week: number, siteTime: number): boolean {
  return listedGames(facts, week).some((game) => isUnderWay(game, siteTime))
}

function isUnderWay(game: Game, siteTime: number): boolean {
  if (isCalledOff(game)) return false
  return game.status !== 'scheduled' || (game.kickoffKnown && siteTime >= game.kickoff)
}

/** Whether a pick of a team is lost (docs/rules.md §4.1 to §4.4). Results wait for the lock. The season's rules say whether a tie is a loss. */
export function isLostBy(facts: Facts, week: Week, team: string): boolean {
  const own = listedGames(facts, week.id).filter((game) => game.home === team || game.away === team)
  const game = own.findLast(isDecided)
  if (!isLocked(week)) return false
  if (game === undefined) return own.some(({ closedAs }) => closedAs === 'loss')
  if (game.homeScore === game.awayScore) return rulesOf(facts, week.season).tie === 'loss'
  const hasWon = (game.home === team) === (game.homeScore ?? 0) > (game.awayScore ?? 0)
  return hasWon === (rulesOf(facts, week.season).objective === 'lose')
}

/** By how many points the pick of a team won in a locked week; 0 if it did not. */
export function wonBy(facts: Facts, week: number, team: string): number {
  const leads = listedGames(facts, week).flatMap((game) => {
    if (!isDecided(game) || (game.home !== team && game.away !== team)) return []
    const lead = (game.homeScore ?? 0) - (game.awayScore ?? 0)
    const isToLose = rulesOf(facts, weekOf(facts, week)?.season).objective === 'lose'
    return [(game.home === team) === isToLose ? -lead : lead]
  })
  return Math.max(0, leads.at(-1) ?? 0)
}

function isDecided(game: Game): boolean {
  return game.status === 'final' && game.homeScore !== null && game.awayScore !== null && !lacksTeam(game)
}

/** docs/rules.md §4.6. */
export function isComplete(facts: Facts, week: Week): boolean {
  const games = listedGames(facts, week.id)
  return isLocked(week) && games.length > 0 && games.every(isOver)
}

/** Whether a game does not keep its week open: it was played to its end, or an admin closed the week without it. */
export function isOver(game: Game): boolean {
  if (game.closedAs !== null) return true
  return game.status === 'final' && (game.isFinalByAdmin || (!lacksTeam(game) && !game.isResultUnread))
}

/** docs/rules.md §4.13. */
export function progressOf(game: Game): Progress {
  const { status, homeScore, awayScore, isFinalByAdmin, isResultUnread, closedAs, isMoved } = game
  return { status, homeScore, awayScore, isFinalByAdmin, isResultUnread, closedAs, isMoved }
}

/** docs/rules.md §20: what a feed reports about one slate is an answer about all slates of its week. Returns the weeks whose games changed. */
export function takeReport(facts: Facts, asked: Week, all: readonly FeedGame[], missing: readonly string[]): readonly number[] {
  const weeks = Number.isInteger(asked.number) ? [asked] : slatesOf(facts, asked)
  const unanswered = weeks
    .flatMap(({ id }) => gamesOf(facts, id))
    .map(({ espnId }) => espnId)
    .filter((id) => all.every(({ espnId }) => espnId !== id))
  // Which slate takes a game follows from where the games were before the answer.
  const rows = weeks.map((week) => ofSlate(facts, week, oncePerGame(all)))
  return weeks.flatMap((week, i) => reportTo(facts, week, { all, rows: rows[i] ?? [], missing: [...missing, ...unanswered] }))
}

interface Report {
  /** What the feed says. */
  readonly all: readonly FeedGame[]
  /** What of it is about the week. */
  readonly rows: readonly FeedGame[]
  readonly missing: readonly string[]
}

/** docs/rules.md §4.7, §4.11: a game exists once: under another id, or in another week, it is the same game. */
function reportTo(facts: Facts, week: Week, { all, rows: said, missing }: Report): readonly number[] {
  const wasComplete = isComplete(facts, week) || (week.first !== null && listedGames(facts, week.id).every(isOver))
  const elsewhere = new Set<Game>()
  // What an admin marked as moved is where any other week lists it.
  const isFree = (game: Game) => (!game.isMoved || game.byHand !== null) && game.closedAs === null
  const others = facts.games.filter(
    (game) => game.week !== week.id && isFree(game) && weekOf(facts, game.week)?.season === week.season,
  )
  const isMeeting = (game: Game, { home, away }: Pick<Game, 'home' | 'away'>) =>
    game.home === home &&
    game.away === away &&
    !lacksTeam(game) &&
    Math.floor(weekOf(facts, game.week)?.number ?? 0) > 18 === Math.floor(week.number) > 18
  // A result, and what an admin decided, do not end when an answer lacks the game.
  const isUndecided = (game: Game) => game.byHand === null && !isDecided(game) && !isCalledOff(game)
  const isGone = (game: Game) => missing.includes(game.espnId) && isUndecided(game)
  const rows = said.filter((row) => {
    const sameId = others.find((game) => game.espnId === row.espnId)
    // A team hosts another once before week 19, and once from then on. Of its listings, those that no longer count are the other one, moved.
    const again = others.filter((game) => isMeeting(game, row) && (isCalledOff(game) || isGone(game)) !== isCalledOff(row))
    if (sameId !== undefined) {
      // A game that was played cannot move, and of two weeks the one whose answer does not call it off holds.
      if (isDecided(sameId) || (isCalledOff(row) && !sameId.isMoved)) return false
      for (const game of isCalledOff(row) ? [sameId] : [sameId, ...again]) elsewhere.add(game)
      return true
    }
    const isMovedAway = gamesOf(facts, week.id).some(
      (game) => game.isMoved && (game.espnId === row.espnId || haveSameTeams(game, row)),
    )
    // The listing that it was moved to stays the one that holds, also once it is called off as well.
    if (again.length === 0) return !(isCalledOff(row) && isMovedAway && others.some((game) => isMeeting(game, row)))
    if (!isCalledOff(row)) {
      for (const game of again) elsewhere.add(game)
      return true
    }
    const listed = gamesOf(facts, week.id).find(
      (game) => isFree(game) && (game.espnId === row.espnId || haveSameTeams(game, row)),
    )
    if (listed !== undefined && isDecided(listed)) return true
    if (listed !== undefined) elsewhere.add(listed)
    return false
  })
  const own = gamesOf(facts, week.id)
  const known = new Map<FeedGame, Game>()
  for (const row of rows) {
    const sameId = own.find((game) => game.espnId === row.espnId)
    if (sameId !== undefined) known.set(row, sameId)
  }
  for (const row of rows) {
    if (known.has(row)) continue
    const free = own.filter((game) => ![...known.values()].includes(game) && haveSameTeams(game, row))
    const same = free.find((game) => !game.isMoved) ?? free[0]
    if (same !== undefined) known.set(row, same)
  }
  const taken = new Set(known.values())
  for (const game of own) {
    if (!game.isMoved && !taken.has(game) && rows.some((row) => haveSameTeams(game, row) || names(row, game))) elsewhere.add(game)
  }
  for (const game of own) {
    const isListedHere = all.some(({ espnId }) => espnId === game.espnId) || taken.has(game)
    const isListedThere = others.some((other) => isMeeting(other, game) && !isCalledOff(other))
    if (isFree(game) && isUndecided(game) && !isListedHere && isListedThere) elsewhere.add(game)
  }
  facts.games = facts.games.map((game) => (elsewhere.has(game) ? moved(game) : game))
  for (const row of rows) {
    const before = known.get(row)
    if (before === undefined) facts.lastIds.game += 1
    const place = { id: before?.id ?? facts.lastIds.game, week: week.id }
    const isBack = before?.isMoved === true && before.byHand === null
    const read = merged(isBack ? undefined : before, row, wasComplete)
    const after: Game = { ...read, ...place, said: read.said ?? before?.said ?? null }
    facts.games = before === undefined ? [...facts.games, after] : facts.games.map((game) => (game === before ? after : game))
  }
  return [week.id, ...[...elsewhere].map((game) => game.week)]
}

/** docs/rules.md §20: the games of the answer that a slate takes; all of them for a week that is no slate. */
function ofSlate(facts: Facts, week: Week, all: readonly FeedGame[]): readonly FeedGame[] {
  if (Number.isInteger(week.number)) return all
  const slates = slatesOf(facts, week)
  const hasLocked = (slate: Week) => isLocked(slate) || slate.first !== null
  return all.filter((row) => {
    const own = slates.find((slate) =>
      listedGames(facts, slate.id).some((game) => game.espnId === row.espnId || haveSameTeams(game, row)),
    )
    const started = slates.filter((slate) => slate.startsAt !== null && slate.startsAt <= Date.parse(row.kickoff))
    const byTime = started.at(-1) ?? slates[0]
    if (own !== undefined) {
      const mayMove = !isCalledOff(row) && !hasLocked(own) && byTime !== undefined && !hasLocked(byTime)
      return (mayMove ? byTime : own).id === week.id
    }
    if (byTime?.id !== week.id) return false
    // A slate that has locked has its games: of others it takes only one in which one of its teams plays by now.
    const games = hasLocked(byTime) ? listedGames(facts, byTime.id) : []
    return games.length === 0 || games.some((game) => mayBe(game, row))
  })
}

function mayBe(game: Game, row: FeedGame): boolean {
  const known = [game.home, game.away].filter((team) => team !== UNKNOWN)
  return known.length === 0 || known.some((team) => team === row.home || team === row.away)
}

/** What a side of a game is called whose team is not known. */
const UNKNOWN = 'TBD'

const FURTHEST_FIRST: readonly FeedGame['status'][] = ['final', 'in_progress', 'scheduled', 'postponed', 'cancelled']

/** Of two rows with one id the last counts; of two with the same teams the one that is further, and then the one that starts later. */
function oncePerGame(all: readonly FeedGame[]): readonly FeedGame[] {
  // New games are numbered as the answer first names them.
  const firstOf = (row: FeedGame) => all.findIndex((other) => other.espnId === row.espnId || haveSameTeams(other, row))
  const rows = all
    .filter((row) => row === all.findLast((other) => other.espnId === row.espnId))
    .toSorted((a, b) => firstOf(a) - firstOf(b))
  const rank = (row: FeedGame) => FURTHEST_FIRST.indexOf(row.status)
  return rows.filter((row, index) =>
    rows.every((other, i) => {
      if (other === row || !haveSameTeams(other, row)) return true
      if (rank(row) !== rank(other)) return rank(row) < rank(other)
      return row.kickoff === other.kickoff ? index > i : row.kickoff > other.kickoff
    }),
  )
}

function haveSameTeams(game: Pick<Game, 'home' | 'away'>, row: FeedGame): boolean {
  const isNamed = !lacksTeam(game) && !lacksTeam(row)
  return isNamed && [game.home, game.away].toSorted().join() === [row.home, row.away].toSorted().join()
}

/** Whether a row may be a game of which the pool knows one team only, or none. */
function names(row: FeedGame, game: Game): boolean {
  const known = [game.home, game.away].filter((team) => team !== UNKNOWN)
  if (known.length === 0) return true
  return known.length === 1 && !isCalledOff(row) && known.some((team) => team === row.home || team === row.away)
}

function moved(game: Game): Game {
  return {
    ...game,
    status: 'postponed',
    homeScore: null,
    awayScore: null,
    isFinalByAdmin: false,
    isMoved: true,
    byHand: null,
    closedAs: null,
  }
}

/** docs/rules.md §4.9. After *Set All to Final*, whose scores may be random, only a result without any points cannot be right. */
function takesBack(before: Game, row: FeedGame): boolean {
  if (row.status !== 'final') return false
  if (before.said !== null && isLess(before.said, row)) return true
  return isDecided(before) && !lacksTeam(before) && (row.homeScore ?? 0) + (row.awayScore ?? 0) === 0 && isLess(before, row)
}

function isLess(was: NonNullable<Game['said']>, row: FeedGame): boolean {
  if (!haveSameTeams(was, row)) return false
  const { homeScore, awayScore } = was.home === row.away ? { homeScore: row.awayScore, awayScore: row.homeScore } : row
  const [homeWas, awayWas] = [was.homeScore ?? 0, was.awayScore ?? 0]
  if (homeScore === null || awayScore === null) return true
  if (homeScore > homeWas || awayScore > awayWas || (homeScore === homeWas && awayScore === awayWas)) return false
  return (homeScore < homeWas || homeWas === 0) && (awayScore < awayWas || awayWas === 0)
}

/** The teams and the kickoff, as far as they could be read (docs/rules.md §4.10). */
function readPlace(before: Game | undefined, row: FeedGame): Pick<Game, 'home' | 'away' | 'kickoff' | 'kickoffKnown'> {
  const isKickoffUnread = row.unread?.some(({ what }) => what === 'kickoff') === true
  const when =
    before !== undefined && isKickoffUnread ? before : { kickoff: Date.parse(row.kickoff), kickoffKnown: row.kickoffKnown }
  const unknown = [row.home, row.away].filter((team) => team === UNKNOWN).length
  const teams = before === undefined || unknown < 2 ? row : before
  return { home: teams.home, away: teams.away, kickoff: when.kickoff, kickoffKnown: when.kickoffKnown }
}

function merged(before: Game | undefined, row: FeedGame, wasComplete: boolean): Omit<Game, 'id' | 'week'> {
  const { espnId, status, homeScore, awayScore } = row
  const isUnread = (...parts: readonly string[]) => row.unread?.some(({ what }) => parts.includes(what)) === true
  const isResultUnread = !wasComplete && isUnread('event', 'status', 'home_score', 'away_score')
  const fresh = { isMoved: false, isResultUnread, byHand: null, closedAs: null, said: null }
  const place = { espnId, status, homeScore, awayScore, ...readPlace(before, row), ...fresh }
  // docs/rules.md §4.13: the scores that an admin set stay those of their teams, whichever side the scoreboard puts these on.
  const isSetByAdmin = before !== undefined && (before.byHand !== null || (before.isFinalByAdmin && row.status !== 'final'))
  if (isSetByAdmin && row.home === before.away && row.away === before.home)
    Object.assign(place, { home: before.home, away: before.away })
  // docs/rules.md §4.10: what was known of a game stays, and a result that counted keeps counting.
  const saysNothing =
    row.isProgressUnread === true || (before?.status === 'final' && isUnread('status', 'home_score', 'away_score'))
  if (before !== undefined && saysNothing) {
    return { ...place, ...progressOf(before), isResultUnread: isResultUnread && before.byHand === null, byHand: before.byHand }
  }
  // docs/rules.md §4.9: a final answer that takes points of a final result back is held back.
  if (before !== undefined && before.byHand === null && takesBack(before, row)) {
    return { ...before, espnId: row.espnId, isResultUnread: !wasComplete }
  }
  // docs/rules.md §4.13: what an admin set stays. A game without which its week was closed stays closed until it has a result.
  if (before !== undefined && (before.byHand !== null || (before.closedAs !== null && row.status !== 'final'))) {
    return { ...place, ...progressOf(before), isResultUnread: false, byHand: before.byHand }
  }
  if (row.status === 'final') {
    const isSame = before?.homeScore === row.homeScore && before.awayScore === row.awayScore
    const isNew = (before?.status !== 'final' || !isSame) && homeScore !== null && awayScore !== null
    const said = isNew ? { home: place.home, away: place.away, homeScore, awayScore } : null
    return { ...place, isFinalByAdmin: before?.isFinalByAdmin === true && isSame, said }
  }
  if (before?.isFinalByAdmin === true) {
    // docs/rules.md §4.4: only another final score replaces what an admin set to final.
    return {
      ...place,
      status: before.status,
      homeScore: before.homeScore,
      awayScore: before.awayScore,
      isFinalByAdmin: true,
    }
  }
  // docs/rules.md §4.9: a game that was played cannot be scheduled again. The answer is held back.
  if (before?.status === 'final' && row.status === 'scheduled') {
    return { ...before, espnId: row.espnId, isResultUnread: !wasComplete }
  }
  // Only a game in progress has a score.
  return row.status === 'in_progress'
    ? { ...place, isFinalByAdmin: false }
    : { ...place, homeScore: null, awayScore: null, isFinalByAdmin: false }
}
