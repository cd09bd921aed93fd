import {
  type Actor,
  type Command,
  type EntryId,
  entryId,
  type FeedGame,
  type GameId,
  gameId,
  type Instant,
  instantFromMs,
  parseSlot,
  type PickId,
  pickIdOf,
  type Position,
  position,
  type TeamAbbr,
  TEAMS,
  UNKNOWN_TEAM,
  type UserId,
  userId,
  type WeekId,
  weekId,
} from '../../src/index.ts'
import { nonceOf } from '../hashing.ts'
import { automaticLock, isClosed, siteTimeOf } from './oracle/calendar.ts'
import {
  type Entry,
  type Facts,
  type Game,
  isLocked,
  leagueWeek,
  type Pick,
  picksTaken,
  slatesOf,
  type Week,
} from './oracle/facts.ts'
import { gamesOf, listedGames } from './oracle/games.ts'
import type { Version } from './oracle/rule.ts'
import type { Random } from './random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** A Wednesday before the first season. */
export const START = Date.UTC(2025, 8, 3, 12)
export const SEASONS = [2025, 2026] as const

/** Eight teams with three games a week, so that two teams have a bye. */
export const SOME_TEAMS = ['BUF', 'MIA', 'KC', 'LAC', 'GB', 'DET', 'SF', 'WSH'] as const
const GAMES_A_WEEK = 3
/** From the Sunday noon of the week: Thursday, Sunday, Sunday, Monday night. */
const KICKOFFS = [-64 * HOUR, HOUR, 4 * HOUR, 33 * HOUR]

/** A step of a history: a command at a real time, and what its sender does first. */
export interface Step {
  readonly at: number
  readonly actor: Actor
  readonly command: Command
  readonly version: Version
  /** For an undo: the position of the last action, another one, or none. */
  readonly position: 'last' | 'other' | 'none'
  /** Commands that the sender previews first, one after the other on the same fork. */
  readonly previews: readonly Command[]
  /** Whether the command names the consequences of a preview, or others. */
  readonly expecting: 'nothing' | 'previewed' | 'other'
}

/** What the stories see of a history, and what they make steps with. */
export class World {
  readonly facts: Facts
  readonly random: Random
  /** Real time. */
  now = START
  #nonces = 0
  /** What the feed says of the weeks of the league. */
  readonly #leagueWeeks = new Map<string, readonly FeedGame[]>()

  constructor(facts: Facts, random: Random) {
    this.facts = facts
    this.random = random
  }

  nonce(): string {
    this.#nonces += 1
    return nonceOf(this.#nonces)
  }

  get siteTime(): number {
    return siteTimeOf(this.facts, this.now)
  }

  wait(ms: number): void {
    this.now += ms
  }

  /** Waits until a site time, as far as site time passes. */
  waitUntil(siteTime: number): void {
    if (this.facts.clock.mode !== 'frozen') this.now += Math.max(0, siteTime - this.siteTime)
  }

  get openWeeks(): readonly Week[] {
    return this.facts.weeks.filter((week) => !isClosed(this.facts, week, this.now))
  }

  get lockedWeeks(): readonly Week[] {
    return this.facts.weeks.filter(isLocked)
  }

  get currentSeason(): number {
    return this.facts.weeks.find(({ id }) => id === this.facts.current)?.season ?? SEASONS[0]
  }

  /** An open week three times out of four, because picks in closed weeks test little. */
  aWeek(): WeekId {
    const weeks = this.random.chance(0.75) && this.openWeeks.length > 0 ? this.openWeeks : this.facts.weeks
    return idOfWeek(this.random.maybeOf(weeks))
  }

  anyWeek(): WeekId {
    return idOfWeek(this.random.maybeOf(this.facts.weeks))
  }

  aGame(games: readonly Game[] = this.facts.games): GameId {
    return gameId(this.random.maybeOf(games)?.id ?? 99)
  }

  anEntry(): EntryId {
    return idOfEntry(this.random.maybeOf(this.facts.entries))
  }

  /** An entry of a person without an account, if there is one. */
  aPaperEntry(): EntryId {
    const kept = this.facts.entries.filter(({ isByHand }) => isByHand)
    return kept.length > 0 && this.random.chance(0.9) ? idOfEntry(this.random.maybeOf(kept)) : this.anEntry()
  }

  anAccount(): UserId {
    return userId(this.random.maybeOf(this.facts.users)?.id ?? 99)
  }

  idOf({ entry, week, slot }: Readonly<Record<'entry' | 'week' | 'slot', number>>): PickId {
    return pickIdOf(entryId(entry), weekId(week), parseSlot(slot) ?? 1)
  }

  /** The number of something that an admin asked for, mostly the last. */
  anAction(): Position {
    return position(Math.max(1, this.facts.asked - this.random.branch('action').of([0, 0, 0, 1])))
  }

  aPick(picks: readonly Pick[] = this.facts.picks): PickId {
    const pick = this.random.maybeOf(picks)
    return this.idOf(pick ?? { entry: 99, week: 99, slot: 1 })
  }

  /** Mostly one that the week may have. Only a pool with several picks a week draws, so that others draw the same as without. */
  aSlot(): number | undefined {
    const hasSlots = this.facts.weeks.some((week) => picksTaken(this.facts, week) > 1)
    return hasSlots ? this.random.branch('slot').of([undefined, 1, 2, 2, 3]) : undefined
  }

  /** A team that plays, rarely one that the entry used, an alias, or none. */
  aTeam(entry: number): string {
    const held = this.facts.picks.filter((pick) => pick.entry === entry).map(({ team }) => team)
    const { random } = this
    if (random.chance(0.06) && held.length > 0) return random.of(held)
    if (random.chance(0.03)) return random.of(['was', ' buf ', 'XXX'])
    const unused = SOME_TEAMS.filter((team) => !held.includes(team))
    return random.of(unused.length > 0 && random.chance(0.85) ? unused : SOME_TEAMS)
  }

  user(id: number): Actor {
    const account = this.facts.users.find((other) => other.id === id)
    return { kind: 'user', userId: userId(id), tokenVersion: account?.logins ?? 1 }
  }

  get admin(): Actor {
    return this.user(this.facts.users.find(({ isAdmin }) => isAdmin)?.id ?? 1)
  }

  ownerOf(entry: number): Actor {
    return this.user(this.facts.entries.find(({ id }) => id === entry)?.owner ?? 2)
  }

  step(command: Command, actor: Actor = this.admin, more: Partial<Step> = {}): Step {
    return { at: this.now, actor, command, version: 'none', position: 'none', previews: [], expecting: 'nothing', ...more }
  }

  /** The games of a week as a feed reports them, each changed as asked. Without games, a schedule. */
  report(week: Week, change: (game: FeedGame, index: number) => Partial<FeedGame> = () => ({})): Command {
    return this.answer(
      week,
      this.rowsOf(week).map((row, index) => ({ ...row, ...change(row, index) })),
    )
  }

  /** The games of a week, also those that the pool has not heard of yet. */
  rowsOf(week: Week): readonly FeedGame[] {
    const rows = Number.isInteger(week.number) ? this.#known(week) : this.#knownOfSlates(week)
    // A team plays once: a postponed game that another one has replaced is not played any more.
    const shares = (a: FeedGame, b: FeedGame) => a !== b && [a.home, a.away].some((name) => name === b.home || name === b.away)
    return rows.filter(
      (row) => row.status !== 'postponed' || !rows.some((other) => other.status !== 'postponed' && shares(row, other)),
    )
  }

  /** An answer of the feed about a week. */
  answer(week: Week, games: readonly FeedGame[]): Command {
    return { type: 'SyncGames', data: { weekId: weekId(week.id), games } }
  }

  /** All games of a week, also those that the pool has not heard of yet. */
  #known(week: Week): readonly FeedGame[] {
    const key = `${week.season} ${week.number}`
    const known = gamesOf(this.facts, week.id)
    const rows = this.#leagueWeeks.get(key) ?? (known.length > 0 ? [] : this.#schedule(week))
    this.#leagueWeeks.set(key, rows)
    const isKnown = (row: FeedGame) =>
      known.some((game) => game.espnId === row.espnId || (game.home === row.home && game.away === row.away))
    return [...known.map((game) => withTeams(toRow(game), rows)), ...rows.filter((row) => !isKnown(row))]
  }

  /** Each slate is asked for all games of the league's week. */
  #knownOfSlates(week: Week): readonly FeedGame[] {
    const key = `${week.season} ${leagueWeek(week)}`
    const rows = this.#leagueWeeks.get(key) ?? this.#schedule({ season: week.season, number: leagueWeek(week) })
    this.#leagueWeeks.set(key, rows)
    const known = slatesOf(this.facts, week).flatMap((slate) => listedGames(this.facts, slate.id))
    const planned = rows.map((row) => {
      const game = known.find(({ espnId }) => espnId === row.espnId)
      return game === undefined ? row : withTeams(toRow(game), rows)
    })
    const replacements = known.filter(({ espnId }) => espnId.endsWith('-again') && rows.every((row) => row.espnId !== espnId))
    return [...planned, ...replacements.map(toRow)]
  }

  #schedule({ season, number }: { readonly season: number; readonly number: number }): readonly FeedGame[] {
    const sunday = automaticLock(season, number, [])
    return Array.from({ length: GAMES_A_WEEK }, (_, index) => ({
      espnId: `${season}.${number}.${index}`,
      home: team(2 * index + number),
      away: team(2 * index + number + 1),
      kickoff: instantFromMs(sunday + this.random.of(KICKOFFS)),
      kickoffKnown: this.random.chance(0.9),
      status: 'scheduled',
      homeScore: null,
      awayScore: null,
      detail: null,
    }))
  }
}

function team(index: number): TeamAbbr {
  const abbr = SOME_TEAMS[index % SOME_TEAMS.length]
  const known = TEAMS.find((other) => other.abbr === abbr)
  if (known === undefined) throw new RangeError(abbr)
  return known.abbr
}

/** Names the teams of a game that was listed without them. */
function withTeams(row: FeedGame, planned: readonly FeedGame[]): FeedGame {
  const named = planned.find(({ espnId }) => espnId === row.espnId)
  const isUnnamed = row.home === UNKNOWN_TEAM || row.away === UNKNOWN_TEAM
  return isUnnamed && named !== undefined ? { ...row, home: named.home, away: named.away } : row
}

function toRow({ espnId, home, away, kickoff, kickoffKnown, status, homeScore, awayScore }: Game): FeedGame {
  const abbrOf = (name: string): TeamAbbr =>
    name === UNKNOWN_TEAM ? UNKNOWN_TEAM : team(SOME_TEAMS.findIndex((other) => other === name))
  return {
    espnId,
    home: abbrOf(home),
    away: abbrOf(away),
    kickoff: instantFromMs(kickoff),
    kickoffKnown,
    status,
    homeScore,
    awayScore,
    detail: null,
  }
}

function idOfWeek(week: Week | undefined): WeekId {
  return weekId(week?.id ?? 99)
}

function idOfEntry(entry: Entry | undefined): EntryId {
  return entryId(entry?.id ?? 99)
}

export function instant(ms: number): Instant {
  return instantFromMs(ms)
}
