import { allPicks, pickAt, picksOf } from '../state/entry-picks.ts'
import type { Game } from '../values/game.ts'
import { decidingGame, gameOfTeam, type GameStatus, hasKickedOff } from '../values/game-life.ts'
import { hasTeamBegun } from '../state/begun-games.ts'
import { isHiddenPick, type VisiblePool } from '../hidden.ts'
import type { EntryId, UserId, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { gamesOf, type PoolState, type SiteClock, type Round } from '../state/state.ts'
import { SLOTS } from '../values/slots.ts'
import type { TeamAbbr } from '../values/teams.ts'

// What a command changes in the pool besides who is in: games, picks of locked weeks, the clock, the current week and the admins.

interface FinalScore {
  readonly away: number
  readonly home: number
}

/** A game that stays final with another score. */
interface Correction {
  readonly away: TeamAbbr
  readonly home: TeamAbbr
  readonly before: FinalScore
  readonly after: FinalScore
}

/** Games by how far they are. */
interface GameCounts {
  readonly playing: number
  readonly over: number
  readonly notStarted: number
}

/** The game of a team, from its side. */
interface TeamGame {
  readonly status: GameStatus
  /** It is scheduled, and its kickoff has passed. Left out otherwise. */
  readonly hasBegun?: true
  readonly score: number | null
  readonly opponentScore: number | null
}

/** Another pick in a week that is locked before and after, or one of a team whose game has begun in a week that is open before and after. */
interface PickChange {
  readonly entryId: EntryId
  readonly weekNumber: number
  readonly from: TeamAbbr | null
  /** A hidden pick is replaced. Left out otherwise. */
  readonly isFromHidden?: true
  readonly to: TeamAbbr | null
  /** How many picks of the week the entry keeps when one of several is deleted. Left out otherwise. */
  readonly left?: number
  /** The game of the new team, as far as it is known. */
  readonly game: TeamGame | null
}

/** A time that an admin set as the pool's. */
interface SetTime {
  readonly at: Instant
  readonly running: boolean
}

export interface PoolChanges {
  readonly corrections: readonly Correction[]
  /** Games that an admin makes final although they are not over. */
  readonly unfinished: Pick<GameCounts, 'playing' | 'notStarted'> & {
    readonly games: readonly { readonly away: TeamAbbr; readonly home: TeamAbbr; readonly isPlaying: boolean }[]
  }
  /** The games of weeks whose picks are hidden again and can be changed. */
  readonly reopenedGames: Pick<GameCounts, 'playing' | 'over'>
  readonly pickChanges: readonly PickChange[]
  /** How many picks are deleted with their week or their entry. */
  readonly lostPicks: number
  readonly deletedWeeks: readonly WeekId[]
  /** Weeks that lock later and whose hidden picks admins see. */
  readonly unmasks: readonly WeekId[]
  /** Null if it stays the same. */
  readonly currentWeek: { readonly before: WeekId | null; readonly after: WeekId | null } | null
  /** Null if the clock stays the same; a side is null where it shows real time. */
  readonly siteTime: { readonly before: SetTime | null; readonly after: SetTime | null } | null
  readonly admins: { readonly added: readonly UserId[]; readonly removed: readonly UserId[] }
}

export function poolChanges(before: VisiblePool, after: VisiblePool, siteNow: Instant): PoolChanges {
  const weeks = weeksById(before)
  const changed = changedGames(before, after)
  const reopened = weeks.filter((week) => isLocked(before, week.id) && after.rounds.has(week.id) && !isLocked(after, week.id))
  const ended = changed.flatMap(([game, now]) => (!game.finalByAdmin && now.finalByAdmin ? [game] : []))
  const [adminsBefore, adminsAfter] = [adminsOf(before), adminsOf(after)]
  return {
    corrections: changed.flatMap(correctionOf),
    unfinished: unfinishedOf(ended),
    reopenedGames: countOpenResults(reopened.flatMap((week) => gamesOf(before, week))),
    pickChanges: pickChanges(before, after, siteNow),
    lostPicks: countLostPicks(before, after),
    deletedWeeks: weeks.filter((week) => !after.rounds.has(week.id)).map((week) => week.id),
    unmasks: weeks.filter((week) => !week.unmasked && after.rounds.get(week.id)?.unmasked === true).map((week) => week.id),
    currentWeek:
      before.currentWeekId === after.currentWeekId ? null : { before: before.currentWeekId, after: after.currentWeekId },
    siteTime: changeOfTime(setTime(before.siteClock), setTime(after.siteClock)),
    admins: {
      added: adminsAfter.filter((id) => !adminsBefore.includes(id)),
      removed: adminsBefore.filter((id) => !adminsAfter.includes(id)),
    },
  }
}

export function isLocked(state: PoolState, weekId: WeekId): boolean {
  return (state.rounds.get(weekId)?.locked ?? null) !== null
}

/** The order of a state's weeks depends on how they came about. */
export function weeksById(state: PoolState): readonly Round[] {
  return [...state.rounds.values()].sort((a, b) => a.id - b.id)
}

/** Returns the games that are not the same any more, before and after. */
function changedGames(before: PoolState, after: PoolState): readonly (readonly [Game, Game])[] {
  return [...before.schedule.values()]
    .sort((a, b) => a.id - b.id)
    .flatMap((week) => {
      const games = after.schedule.get(week.id)?.games
      if (games === undefined || games === week.games) return []
      return week.games.flatMap((game) => {
        const now = games.find(({ id }) => id === game.id)
        return now === undefined || now === game ? [] : [[game, now] as const]
      })
    })
}

function correctionOf([game, now]: readonly [Game, Game]): readonly Correction[] {
  const [was, is] = [finalScoreOf(game), finalScoreOf(now)]
  if (was === undefined || is === undefined || (was.away === is.away && was.home === is.home)) return []
  return [{ away: game.away, home: game.home, before: was, after: is }]
}

function finalScoreOf({ status, awayScore, homeScore }: Game): FinalScore | undefined {
  return status === 'final' && awayScore !== null && homeScore !== null ? { away: awayScore, home: homeScore } : undefined
}

function countGames(games: readonly Game[]): GameCounts {
  const count = (status: GameStatus): number => games.filter((game) => game.status === status).length
  return { playing: count('in_progress'), over: count('final'), notStarted: count('scheduled') }
}

function unfinishedOf(games: readonly Game[]): PoolChanges['unfinished'] {
  const { playing, notStarted } = countGames(games)
  const open = games.filter(({ status }) => status === 'in_progress' || status === 'scheduled')
  return {
    playing,
    notStarted,
    games: open.map(({ away, home, status }) => ({ away, home, isPlaying: status === 'in_progress' })),
  }
}

function countOpenResults(games: readonly Game[]): PoolChanges['reopenedGames'] {
  const { playing, over } = countGames(games)
  return { playing, over }
}

function pickChanges(before: VisiblePool, after: VisiblePool, siteNow: Instant): readonly PickChange[] {
  const weeks = weeksById(before).filter(({ id }) => after.rounds.has(id) && isLocked(before, id) === isLocked(after, id))
  // What an admin newly picks in an open week is no news for the admin, except with a known result.
  const isShown = (week: Round, to: TeamAbbr | null): boolean =>
    isLocked(before, week.id) || (to !== null && hasTeamBegun(after, week, to, siteNow))
  return [...before.entries.values()]
    .flatMap((entry) => {
      const now = after.entries.get(entry.id)
      if (now === undefined) return []
      return weeks.flatMap((week) =>
        SLOTS.flatMap((slot) => {
          const { id, weekNumber } = week
          const held = pickAt(entry, id, slot)
          const isFromHidden = held !== undefined && isHiddenPick(held)
          const [from, to] = [held?.team ?? null, pickAt(now, id, slot)?.team ?? null]
          if (from === to || !isShown(week, to)) return []
          const left = to === null ? picksOf(now, id).length : 0
          const game = gameOf(gamesOf(before, week), to, siteNow)
          const replaced = isFromHidden ? { from: null, isFromHidden } : { from }
          return [{ entryId: entry.id, weekNumber, ...replaced, to, ...(left > 0 && { left }), game }]
        }),
      )
    })
    .sort((a, b) => a.entryId - b.entryId)
}

function gameOf(games: readonly Game[], team: TeamAbbr | null, siteNow: Instant): TeamGame | null {
  if (team === null) return null
  const game = decidingGame(games, team, true) ?? gameOfTeam(games, team)
  if (game === undefined) return null
  const [score, opponentScore] = game.home === team ? [game.homeScore, game.awayScore] : [game.awayScore, game.homeScore]
  const hasBegun = game.status === 'scheduled' && hasKickedOff(game, siteNow)
  return { status: game.status, ...(hasBegun && { hasBegun }), score, opponentScore }
}

function countLostPicks(before: VisiblePool, after: VisiblePool): number {
  let lost = 0
  for (const entry of before.entries.values()) {
    const isDeleted = !after.entries.has(entry.id)
    for (const { weekId } of allPicks(entry)) if (isDeleted || !after.rounds.has(weekId)) lost += 1
  }
  return lost
}

function setTime(clock: SiteClock): SetTime | null {
  return clock.mode === 'real' ? null : { at: clock.at, running: clock.mode === 'running' }
}

function changeOfTime(before: SetTime | null, after: SetTime | null): PoolChanges['siteTime'] {
  return before?.at === after?.at && before?.running === after?.running ? null : { before, after }
}

function adminsOf({ users }: PoolState): readonly UserId[] {
  return [...users.values()].flatMap(({ id, isAdmin }) => (isAdmin ? [id] : [])).sort((a, b) => a - b)
}
