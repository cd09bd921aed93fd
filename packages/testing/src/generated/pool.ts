import {
  type Actor,
  type EntryId,
  entryId,
  instantFromMs,
  type FeedGame,
  instantToMs,
  type PoolState,
  TEAMS,
  type TeamAbbr,
  type UserId,
  userId,
  type WeekId,
} from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '@outlast/server/database'
import { generateSeason, unplayed } from '@outlast/server/demo/generated-season'
import { type Random, seededRandom, integerBetween } from '@outlast/server/demo/random'
import { LogMaker, nonce } from './log-writer.ts'

const DAY_MS = 24 * 3600 * 1000

/** A pool in mid-season, or after it, to be made up. */
export interface PoolPlan {
  readonly entries: number
  readonly entriesPerMember: number
  /** Weeks that were played: picked, locked, every game final. At most 18. */
  readonly playedWeeks: number
  /** Whether one more week is open, with its games known, its lock far off, and no picks. */
  readonly openWeek: boolean
  /** Members change their minds until the log has about so many events. 0: nobody does. */
  readonly events: number
  /** Share of picks, 0 to 1, that pick a winner. */
  readonly goodPicks: number
  /** So many entries pick a team of the last played week's first game. Default: as many as happen to. */
  readonly riders?: number
  readonly onProgress?: (events: number) => void
}

/** What was made. Member `n` (from 1; the first is the admin) has `entriesPerMember` entries in a row. */
export interface MadePool {
  readonly events: number
  readonly seasonYear: number
  readonly weeks: readonly WeekId[]
  /** Entries that are alive at the end, with the teams they have not used. */
  readonly alive: readonly AliveEntry[]
  /** The pool as the log's end leaves it. */
  readonly pool: PoolState
}

export interface AliveEntry {
  readonly id: EntryId
  readonly userId: UserId
  readonly unused: readonly TeamAbbr[]
}

/** Makes up a pool, event by event, in an empty, migrated database, with accounts for its members. The same each time but for nonces. */
export async function makePool(db: Kysely<Tables>, plan: PoolPlan): Promise<MadePool> {
  const made = new PoolMaker(db, plan)
  return made.make()
}

const CHANGES_MIND_TO_NOTHING = 0.01
const PAID = 0.9

class PoolMaker {
  readonly #db: Kysely<Tables>
  readonly #plan: PoolPlan
  readonly #log: LogMaker
  readonly #random: Random = seededRandom(7)
  readonly #openingMs: number
  readonly #season
  /** A bit for each team that an entry has used, by entry id. */
  readonly #used: Uint32Array
  readonly #weeks: WeekId[] = []
  #alive: EntryId[] = []

  constructor(db: Kysely<Tables>, plan: PoolPlan) {
    this.#db = db
    this.#plan = plan
    this.#openingMs = openingSunday(plan.playedWeeks)
    const opening = instantFromMs(this.#openingMs).slice(0, 10)
    // Next year's season: until their games are known, its weeks lock too late to be in the way.
    this.#season = generateSeason({ seed: 7, seasonYear: new Date().getUTCFullYear() + 1, openingSunday: opening })
    this.#log = new LogMaker(db, this.#openingMs - 30 * DAY_MS, plan.onProgress)
    this.#used = new Uint32Array(plan.entries + 1)
  }

  async make(): Promise<MadePool> {
    await this.#people()
    this.#schedule()
    for (const [index, week] of this.#weeks.entries()) {
      if (index < this.#plan.playedWeeks) await this.#play(week, index)
      else this.#open(week, index)
    }
    await this.#log.finish()
    return {
      events: this.#log.events,
      seasonYear: this.#season.seasonYear,
      weeks: this.#weeks,
      alive: this.#alive.map((id) => ({ id, userId: this.#ownerOf(id), unused: this.#unused(id) })),
      pool: this.#log.pool,
    }
  }

  /** Members, their accounts, entries and payments. */
  async #people(): Promise<void> {
    const { entries, entriesPerMember } = this.#plan
    const members = Math.ceil(entries / entriesPerMember)
    for (let n = 1; n <= members; n += 1) {
      this.#log.run('RegisterUser', { emailTaken: false, isConfiguredAdmin: n === 1 }, { kind: 'visitor' })
      await this.#log.pace()
    }
    for (let id = 1; id <= entries; id += 1) {
      const owner = this.#ownerOf(entryId(id))
      this.#log.run('CreateEntry', { userId: owner, name: `Entry ${id}` }, memberOf(owner))
      if (this.#random() < PAID) {
        this.#log.run('SetPayment', { entryId: entryId(id), paymentType: 'venmo', paidDate: null, isPaid: true })
      }
      this.#alive.push(entryId(id))
      await this.#log.pace()
    }
    await this.#accounts(members)
  }

  async #accounts(members: number): Promise<void> {
    await sql`
      INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at)
      SELECT n, 'member' || n || '@example.org', 'member' || n || '@example.org', 'First' || n, 'Last' || n, ${this.#log.now}
      FROM generate_series(1, ${members}::int) AS n`.execute(this.#db)
  }

  #schedule(): void {
    const { playedWeeks, openWeek } = this.#plan
    for (let number = 1; number <= playedWeeks + (openWeek ? 1 : 0); number += 1) {
      const { weekId } = this.#log.run('AddWeek', { seasonYear: this.#season.seasonYear, weekNumber: number })
      this.#weeks.push(weekId)
    }
  }

  #open(week: WeekId, index: number): void {
    this.#log.run('SetCurrentWeek', { weekId: week })
    this.#log.run('SetLockTime', { weekId: week, lockTime: instantFromMs(Date.now() + 30 * DAY_MS) })
    this.#log.run('SyncGames', { weekId: week, games: this.#gamesOf(index).map(unplayed) })
  }

  async #play(week: WeekId, index: number): Promise<void> {
    const games = this.#gamesOf(index)
    this.#log.run('SetCurrentWeek', { weekId: week })
    this.#log.run('SyncGames', { weekId: week, games: games.map(unplayed) })
    const winners = winnersOf(games)
    const playing = new Set(games.flatMap(({ home, away }) => [home, away]))
    const picked = await this.#pickAll(week, index, winners, playing)
    this.#log.clockMs = instantToMs(this.#log.pool.weeks.get(week)?.lockTime ?? this.#log.now)
    this.#log.run('LockDueWeeks', {})
    for (const game of games) this.#playGame(week, game)
    await this.#log.pace()
    for (const [id, team] of picked) this.#used[id] = (this.#used[id] ?? 0) | bitOf(team)
    this.#alive = this.#alive.filter((id) => {
      const team = picked.get(id)
      return team === undefined || winners.has(team)
    })
  }

  /** Everybody picks once, then whoever likes picks again, until the week's share of the log is written. */
  async #pickAll(week: WeekId, index: number, winners: ReadonlySet<TeamAbbr>, playing: ReadonlySet<TeamAbbr>) {
    const { events, playedWeeks, riders = 0 } = this.#plan
    const game = index === playedWeeks - 1 ? this.#gamesOf(index)[0] : undefined
    const share = Math.floor((events - this.#log.events) / (playedWeeks - index)) - 100
    const picks = Math.max(this.#alive.length, share)
    const picked = new Map<EntryId, TeamAbbr>()
    for (let n = 0; n < picks; n += 1) {
      const id = n < this.#alive.length ? this.#alive[n] : this.#alive[integerBetween(this.#random, 0, this.#alive.length - 1)]
      if (id === undefined) break
      const ridden = game !== undefined && n < riders ? new Set([game.home, game.away]) : playing
      const team = this.#choose(id, winners, ridden) ?? this.#choose(id, winners, playing)
      if (team === undefined) continue
      this.#pick(id, week, team)
      picked.set(id, team)
      await this.#log.pace()
    }
    return picked
  }

  #pick(id: EntryId, week: WeekId, team: TeamAbbr): void {
    const actor = memberOf(this.#ownerOf(id))
    const held = this.#log.pool.entries.get(id)?.picks.find((pick) => pick.weekId === week)
    if (held !== undefined && this.#random() < CHANGES_MIND_TO_NOTHING) this.#log.run('ClearPick', { pickId: held.id }, actor)
    this.#log.run('SubmitPick', { entryId: id, weekId: week, team, nonce: nonce() }, actor)
  }

  #choose(id: EntryId, winners: ReadonlySet<TeamAbbr>, playing: ReadonlySet<TeamAbbr>): TeamAbbr | undefined {
    const unused = this.#unused(id).filter((team) => playing.has(team))
    const good = this.#random() < this.#plan.goodPicks
    const fitting = unused.filter((team) => winners.has(team) === good)
    const from = fitting.length > 0 ? fitting : unused
    return from[integerBetween(this.#random, 0, from.length - 1)]
  }

  /** Kickoff, a score in between, and the end, as a feed tells them. */
  #playGame(week: WeekId, game: FeedGame): void {
    const half = { homeScore: Math.floor((game.homeScore ?? 0) / 2), awayScore: Math.floor((game.awayScore ?? 0) / 2) }
    const course: readonly FeedGame[] = [
      { ...game, status: 'in_progress', homeScore: 0, awayScore: 0, detail: '15:00 - 1st' },
      { ...game, status: 'in_progress', ...half, detail: 'Halftime' },
      game,
    ]
    for (const state of course) this.#log.run('SyncGames', { weekId: week, games: [state] })
  }

  #gamesOf(index: number): readonly FeedGame[] {
    return this.#season.weeks.get(index + 1) ?? []
  }

  #ownerOf(id: EntryId): UserId {
    return userId(Math.ceil(id / this.#plan.entriesPerMember))
  }

  #unused(id: EntryId): TeamAbbr[] {
    const used = this.#used[id] ?? 0
    return TEAMS.filter(({ abbr }) => (used & bitOf(abbr)) === 0).map(({ abbr }) => abbr)
  }
}

function memberOf(id: UserId): Actor {
  return { kind: 'user', userId: id, tokenVersion: 1 }
}

const BITS: ReadonlyMap<TeamAbbr, number> = new Map(TEAMS.map(({ abbr }, index) => [abbr, 1 << index]))

function bitOf(team: TeamAbbr): number {
  return BITS.get(team) ?? 0
}

function winnersOf(games: readonly FeedGame[]): ReadonlySet<TeamAbbr> {
  return new Set(
    games.flatMap(({ home, away, homeScore, awayScore }) => {
      if (homeScore === awayScore) return []
      return [(homeScore ?? 0) > (awayScore ?? 0) ? home : away]
    }),
  )
}

/** The Sunday of a first week that puts the last played one a few days into the past. */
function openingSunday(playedWeeks: number): number {
  const last = Date.now() - 3 * DAY_MS
  const sunday = last - new Date(last).getUTCDay() * DAY_MS
  return sunday - (playedWeeks - 1) * 7 * DAY_MS
}
