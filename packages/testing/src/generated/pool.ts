import {
  type EntryId,
  entryId,
  type FeedGame,
  instantFromMs,
  instantToMs,
  picksOf,
  type PoolRules,
  type PoolState,
  type TeamAbbr,
  TEAMS,
  type UserId,
  userId,
  type WeekId,
} from '@outlast/domain'
import { openDatabase, type Tables } from '@outlast/server/database'
import { entryName, personName } from '@outlast/seasons/names'
import { unplayed, winnersOf } from '@outlast/seasons/season'
import { type SeasonGames, seasonGames, type WeekState } from '@outlast/seasons/season-games'
import { integerBetween, type Random, seededRandom, shuffled } from '@outlast/seasons/random'
import bcrypt from 'bcryptjs'
import { type Kysely, sql } from 'kysely'
import { PASSWORD } from '../server/people.ts'
import { LogWriter, randomNonce } from './log-writer.ts'
import { memberActor, UsedTeams } from './teams.ts'

const DAY_MS = 24 * 3600 * 1000

/** A pool in mid-season, or after the season, that {@link generatePool} writes. */
export interface PoolPlan {
  readonly entries: number
  readonly entriesPerMember: number
  /** Weeks that are over: picked, locked, every game final. At most 18. */
  readonly playedWeeks: number
  /** The state of one more week, the current one. If it is open, its lock is far away. Default: there is none. */
  readonly current?: WeekState
  /** The share of entries, 0 to 1, that pick in the current week. Default: none if it is open, otherwise all. */
  readonly currentPicks?: number
  /** How many picks an entry has in the current week. Default: one. */
  readonly currentSlots?: number
  /** The share of entries, 0 to 1, whose members ranked all teams for automatic picks. Default: none. */
  readonly rankings?: number
  /** Rules that differ from the defaults. */
  readonly rules?: Partial<PoolRules>
  /** Members change their picks until the log has about this many events. 0: nobody changes a pick. */
  readonly events: number
  /** The share of picks, 0 to 1, that are a winner; of the played weeks only if `alive` is not given. */
  readonly goodPicks: number
  /** How many entries are alive after the played weeks. Default: left to chance. */
  readonly alive?: number
  /** How many entries pick a team of the first game of the last played week. Default: left to chance. */
  readonly firstGamePicks?: number
  readonly onProgress?: (events: number) => void
}

/**
 * The pool that was written. Member `n` (from 1; the first is the admin) has `entriesPerMember` consecutive entries, and the password of all
 * people in tests.
 */
export interface GeneratedPool {
  readonly events: number
  readonly seasonYear: number
  readonly weeks: readonly WeekId[]
  readonly games: SeasonGames
  /** The entries that are alive at the end, with the teams they have not used. */
  readonly alive: readonly AliveEntry[]
  /** The pool's state at the end of the log. */
  readonly state: PoolState
}

export interface AliveEntry {
  readonly id: EntryId
  readonly userId: UserId
  readonly unused: readonly TeamAbbr[]
}

/** Writes a pool into an empty, migrated database and analyzes its tables, as they are in a database that has run for a while. */
export async function generatePool(connectionString: string, plan: PoolPlan): Promise<GeneratedPool> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: (error) => console.error(error.message) })
  try {
    const pool = await new PoolGenerator(database.db, plan).generate()
    await database.pool.query('VACUUM ANALYZE')
    await database.pool.query('CHECKPOINT')
    return pool
  } finally {
    await database.close()
  }
}

const SEED = 7
const CLEARS_PICK = 0.01
/** Spreads the entries that pick over those with and without a ranking. */
const SCATTER = 37
const HAS_PAID = 0.9

/** Generates the same pool each time, except for the nonces of picks. Every event is decided by the domain's rules. */
class PoolGenerator {
  readonly #db: Kysely<Tables>
  readonly #plan: PoolPlan
  readonly #log: LogWriter
  readonly #random: Random = seededRandom(SEED)
  readonly #games: SeasonGames
  readonly #used: UsedTeams
  readonly #weeks: WeekId[] = []
  #alive: EntryId[] = []
  /** The entries that lose in the week that is played, if that is planned. */
  #losing: ReadonlySet<EntryId> | undefined

  constructor(db: Kysely<Tables>, plan: PoolPlan) {
    this.#db = db
    this.#plan = plan
    const { playedWeeks, current } = plan
    const weeks = playedWeeks + (current === undefined ? 0 : 1)
    // Without a current week, the last one ended a few days ago.
    const around = instantFromMs(Date.now() - (current === undefined ? 2 * DAY_MS : 0))
    // Next year's season, unless it is under way: weeks that are added later lock by that season's calendar, which is late enough.
    const seasonYear = current === undefined || current === 'open' ? new Date().getUTCFullYear() + 1 : undefined
    this.#games = seasonGames({ weeks, state: current ?? 'final', around, seasonYear, seed: SEED })
    this.#log = new LogWriter(db, this.#games.before, plan.onProgress)
    this.#used = new UsedTeams(plan.entries)
  }

  async generate(): Promise<GeneratedPool> {
    const { rules, playedWeeks } = this.#plan
    if (rules !== undefined) this.#log.run('ChangeRules', { rules })
    await this.#addPeople()
    this.#addWeeks()
    for (const [index, week] of this.#weeks.entries()) {
      if (index < playedWeeks) await this.#playWeek(week, index)
      else await this.#playCurrentWeek(week, index)
    }
    await this.#log.finish()
    return {
      events: this.#log.events,
      seasonYear: this.#games.seasonYear,
      weeks: this.#weeks,
      games: this.#games,
      alive: this.#alive.map((id) => ({ id, userId: this.#ownerOf(id), unused: this.#unused(id) })),
      state: this.#log.pool,
    }
  }

  /** Adds members with accounts, entries and payments. */
  async #addPeople(): Promise<void> {
    const { entries, entriesPerMember } = this.#plan
    const members = Math.ceil(entries / entriesPerMember)
    const accounts = Array.from({ length: members }, (_, index) => {
      const [first_name = '', ...rest] = personName(index).split(' ')
      const email = `member${index + 1}@club.example`
      return { user_id: index + 1, email, first_name, last_name: rest.join(' '), name_salt: randomNonce() }
    })
    for (const { user_id: n, name_salt: salt, first_name: firstName, last_name: lastName } of accounts) {
      const adminGrant = n === 1 ? 'setup_link' : 'never'
      const names = { salt, firstName, lastName }
      this.#log.run('RegisterUser', { names, emailTaken: false, adminGrant }, { kind: 'visitor' })
      await this.#log.flushIfLarge()
    }
    for (let n = 1; n <= entries; n += 1) {
      const id = entryId(n)
      const owner = this.#ownerOf(id)
      const name = entryName(personName(owner - 1), owner, (n - 1) % entriesPerMember)
      this.#log.run('CreateEntry', { userId: owner, name }, memberActor(owner))
      if (this.#random() < HAS_PAID) {
        this.#log.run('SetPayment', { entryId: id, paymentType: 'venmo', paidDate: null, isPaid: true })
      }
      this.#alive.push(id)
      await this.#log.flushIfLarge()
    }
    await sql`
      INSERT INTO accounts (user_id, email, email_key, first_name, last_name, password_hash, created_at, name_salt)
      SELECT user_id, email, email, first_name, last_name, ${bcrypt.hashSync(PASSWORD, 4)}, ${this.#log.now}, name_salt
      FROM json_to_recordset(${JSON.stringify(accounts)}::json)
        AS a(user_id bigint, email text, first_name text, last_name text, name_salt text)`.execute(this.#db)
  }

  #addWeeks(): void {
    for (const [index, games] of this.#games.final.entries()) {
      const { weekId } = this.#log.run('AddWeek', { seasonYear: this.#games.seasonYear, weekNumber: index + 1 })
      this.#log.run('SyncGames', { weekId, games: games.map(unplayed) })
      this.#weeks.push(weekId)
    }
  }

  async #playCurrentWeek(week: WeekId, index: number): Promise<void> {
    const isOpen = this.#plan.current === 'open'
    const lock = this.#games.locks[index] ?? this.#games.now
    if (!isOpen) this.#log.clockMs = Math.max(this.#log.clockMs, instantToMs(lock) - 4 * DAY_MS)
    this.#log.run('SetCurrentWeek', { weekId: week })
    if (isOpen) this.#log.run('SetLockTime', { weekId: week, lockTime: instantFromMs(Date.now() + 30 * DAY_MS) })
    const { currentSlots: slots = 1 } = this.#plan
    if (slots > 1) this.#log.run('SetPicksOfWeek', { weekId: week, picks: slots })
    const { playing, winners } = teamsOf(this.#gamesOf(index))
    for (const [n, id] of this.#alive.entries()) {
      if (isAmong(n, this.#plan.rankings ?? 0)) this.#rankTeams(id)
      const isPicking = isAmong(n * SCATTER, this.#plan.currentPicks ?? (isOpen ? 0 : 1))
      let free: ReadonlySet<TeamAbbr> = playing
      for (let slot = 1; isPicking && slot <= slots; slot += 1) {
        const team = this.#chooseTeam(id, isOpen ? playing : winners, free)
        if (team === undefined) break
        this.#submitPick(id, week, team, slot)
        free = free.difference(this.#teamsOfGame(index, team))
      }
      await this.#log.flushIfLarge()
    }
    if (isOpen) return
    this.#log.clockMs = instantToMs(lock)
    this.#log.run('LockDueWeeks', {})
    this.#log.run('SyncGames', { weekId: week, games: this.#games.current })
  }

  #rankTeams(id: EntryId): void {
    const teams = shuffled(
      this.#random,
      TEAMS.map(({ abbr }) => abbr),
    )
    this.#log.run('SetRanking', { entryId: id, teams, nonce: randomNonce() }, memberActor(this.#ownerOf(id)))
  }

  async #playWeek(week: WeekId, index: number): Promise<void> {
    const games = this.#gamesOf(index)
    this.#log.run('SetCurrentWeek', { weekId: week })
    const { playing, winners } = teamsOf(games)
    this.#losing = this.#losersOf(index)
    const picked = await this.#submitPicks(week, index, winners, playing)
    this.#log.clockMs = instantToMs(this.#log.pool.rounds.get(week)?.lockTime ?? this.#log.now)
    this.#log.run('LockDueWeeks', {})
    for (const game of games) this.#playGame(week, game)
    await this.#log.flushIfLarge()
    this.#losing = undefined
    for (const [id, team] of picked) this.#used.add(id, team)
    this.#alive = this.#alive.filter((id) => {
      const team = picked.get(id)
      return team === undefined || winners.has(team)
    })
  }

  /** Returns the entries that lose in a week, so that the planned number is alive in the end. */
  #losersOf(index: number): ReadonlySet<EntryId> | undefined {
    const { entries, alive, playedWeeks } = this.#plan
    if (alive === undefined) return undefined
    const left = Math.round(entries * (alive / entries) ** ((index + 1) / playedWeeks))
    return new Set(shuffled(this.#random, this.#alive).slice(left))
  }

  /** Every entry picks once; then random entries change their picks until the week's share of the log is written. */
  async #submitPicks(week: WeekId, index: number, winners: ReadonlySet<TeamAbbr>, playing: ReadonlySet<TeamAbbr>) {
    const { events, playedWeeks, firstGamePicks = 0 } = this.#plan
    const firstGame = index === playedWeeks - 1 ? this.#gamesOf(index)[0] : undefined
    const share = Math.floor((events - this.#log.events) / (playedWeeks - index)) - 100
    const picks = Math.max(this.#alive.length, share)
    const picked = new Map<EntryId, TeamAbbr>()
    for (let n = 0; n < picks; n += 1) {
      const id = n < this.#alive.length ? this.#alive[n] : this.#alive[integerBetween(this.#random, 0, this.#alive.length - 1)]
      if (id === undefined) break
      const wanted = firstGame !== undefined && n < firstGamePicks ? new Set([firstGame.home, firstGame.away]) : playing
      const team = this.#chooseTeam(id, winners, wanted) ?? this.#chooseTeam(id, winners, playing)
      if (team === undefined) continue
      this.#submitPick(id, week, team)
      picked.set(id, team)
      await this.#log.flushIfLarge()
    }
    return picked
  }

  #submitPick(id: EntryId, week: WeekId, team: TeamAbbr, slot = 1): void {
    const actor = memberActor(this.#ownerOf(id))
    const current = picksOf(this.#log.pool.entries.get(id), week).find((pick) => pick.slot === slot)
    if (current !== undefined && this.#random() < CLEARS_PICK) this.#log.run('ClearPick', { pickId: current.id }, actor)
    this.#log.run('SubmitPick', { entryId: id, weekId: week, slot, team, nonce: randomNonce() }, actor)
  }

  #chooseTeam(id: EntryId, winners: ReadonlySet<TeamAbbr>, playing: ReadonlySet<TeamAbbr>): TeamAbbr | undefined {
    const unused = this.#unused(id).filter((team) => playing.has(team))
    const good = this.#losing === undefined ? this.#random() < this.#plan.goodPicks : !this.#losing.has(id)
    const fitting = unused.filter((team) => winners.has(team) === good)
    const choices = fitting.length > 0 ? fitting : unused
    return choices[integerBetween(this.#random, 0, choices.length - 1)]
  }

  /** Records the kickoff, the score at half-time and the final score, as a feed reports them. */
  #playGame(week: WeekId, game: FeedGame): void {
    const half = { homeScore: Math.floor((game.homeScore ?? 0) / 2), awayScore: Math.floor((game.awayScore ?? 0) / 2) }
    const states: readonly FeedGame[] = [
      { ...game, status: 'in_progress', homeScore: 0, awayScore: 0, detail: '15:00 - 1st' },
      { ...game, status: 'in_progress', ...half, detail: 'Halftime' },
      game,
    ]
    for (const state of states) this.#log.run('SyncGames', { weekId: week, games: [state] })
  }

  #teamsOfGame(index: number, team: TeamAbbr): ReadonlySet<TeamAbbr> {
    const game = this.#gamesOf(index).find(({ home, away }) => home === team || away === team)
    return new Set(game === undefined ? [team] : [game.home, game.away])
  }

  #gamesOf(index: number): readonly FeedGame[] {
    return this.#games.final[index] ?? []
  }

  #ownerOf(id: EntryId): UserId {
    return userId(Math.ceil(id / this.#plan.entriesPerMember))
  }

  #unused(id: EntryId): TeamAbbr[] {
    return TEAMS.map(({ abbr }) => abbr).filter((team) => !this.#used.has(id, team))
  }
}

/** Whether the n-th of many belongs to a share of them. */
function isAmong(n: number, share: number): boolean {
  return n % 100 < share * 100
}

/** Returns the teams that play in a week, and those that win. */
function teamsOf(games: readonly FeedGame[]) {
  return { playing: new Set(games.flatMap(({ home, away }) => [home, away])), winners: new Set(winnersOf(games)) }
}
