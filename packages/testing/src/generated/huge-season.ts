import { entryId, type EntryId, type FeedGame, instantToMs, type UserId, userId, type WeekId } from '@outlast/domain'
import bcrypt from 'bcryptjs'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '@outlast/server/database'
import { unplayed } from '@outlast/server/demo/generated-season'
import { seededRandom, shuffled } from '@outlast/server/demo/random'
import { PASSWORD } from '../server/people.ts'
import { LogWriter, randomNonce } from './log-writer.ts'
import { entryName, personName } from './names.ts'
import type { SeasonGames } from './season-games.ts'
import { memberActor, UsedTeams, winnersOf } from './teams.ts'

export interface HugeSeasonPlan {
  readonly entries: number
  readonly users: number
  readonly revealRows: number
  readonly games: SeasonGames
}

const HAS_PAID = 0.8
const DAY_MS = 24 * 3_600_000

/** Writes the log of a whole season into an empty, migrated database. Every event is decided by the domain's rules. */
export class HugeSeason {
  readonly weekIds: WeekId[] = []
  readonly #db: Kysely<Tables>
  readonly #plan: HugeSeasonPlan
  readonly #log: LogWriter
  readonly #random = seededRandom(7)
  readonly #used: UsedTeams
  #alive: EntryId[] = []

  constructor(db: Kysely<Tables>, plan: HugeSeasonPlan) {
    this.#db = db
    this.#plan = plan
    this.#log = new LogWriter(db, plan.games.before)
    this.#used = new UsedTeams(plan.entries)
  }

  /** The owner of an entry that is alive at the end. */
  get aliveOwner(): UserId {
    return this.#ownerOf(this.#alive.find((id) => this.#ownerOf(id) !== 1) ?? entryId(1))
  }

  get events(): number {
    return this.#log.events
  }

  async write(): Promise<void> {
    const { games } = this.#plan
    await this.#addPeople()
    for (const [index, week] of games.final.entries()) {
      const { weekId } = this.#log.run('AddWeek', { seasonYear: games.seasonYear, weekNumber: index + 1 })
      this.#log.run('SyncGames', { weekId, games: week.map(unplayed) })
      this.weekIds.push(weekId)
    }
    for (const index of this.weekIds.keys()) await this.#playWeek(index)
    await this.#log.finish()
  }

  async #addPeople(): Promise<void> {
    const { entries, users } = this.#plan
    for (let n = 1; n <= users; n += 1)
      this.#log.run('RegisterUser', { emailTaken: false, adminGrant: n === 1 ? 'setup_link' : 'never' }, { kind: 'visitor' })
    for (let n = 1; n <= entries; n += 1) {
      const id = entryId(n)
      const owner = this.#ownerOf(id)
      const name = entryName(personName(owner - 1), owner, Math.floor((n - 1) / users))
      this.#log.run('CreateEntry', { userId: owner, name }, memberActor(owner))
      if (this.#random() < HAS_PAID) {
        this.#log.run('SetPayment', { entryId: id, paymentType: 'venmo', paidDate: null, isPaid: true })
      }
      this.#alive.push(id)
      await this.#log.flushIfLarge()
    }
    await this.#addAccounts()
  }

  async #addAccounts(): Promise<void> {
    const password = bcrypt.hashSync(PASSWORD, 4)
    const accounts = Array.from({ length: this.#plan.users }, (_, index) => {
      const [first_name = '', ...rest] = personName(index).split(' ')
      return { user_id: index + 1, email: `member${index + 1}@club.example`, first_name, last_name: rest.join(' ') }
    })
    await sql`
      INSERT INTO accounts (user_id, email, email_key, first_name, last_name, password_hash, created_at)
      SELECT user_id, email, email, first_name, last_name, ${password}, ${this.#log.now}
      FROM json_to_recordset(${JSON.stringify(accounts)}::json)
        AS a(user_id bigint, email text, first_name text, last_name text)`.execute(this.#db)
  }

  async #playWeek(index: number): Promise<void> {
    const { games } = this.#plan
    const week = this.weekIds[index]
    const lock = games.locks[index]
    if (week === undefined || lock === undefined) return
    const isCurrent = index === this.weekIds.length - 1
    const final = games.final[index] ?? []
    this.#log.clockMs = Math.max(this.#log.clockMs, instantToMs(lock) - 4 * DAY_MS)
    this.#log.run('SetCurrentWeek', { weekId: week })
    await this.#submitPicks(week, final, this.#losersOf(index))
    const isOver = instantToMs(lock) < instantToMs(games.now)
    if (isOver) {
      this.#log.clockMs = instantToMs(lock)
      this.#log.run('LockDueWeeks', {})
    }
    this.#log.run('SyncGames', { weekId: week, games: isCurrent ? games.current : final })
  }

  /** Returns the entries that lose in a week, so that the planned number is alive in the current one. */
  #losersOf(index: number): ReadonlySet<EntryId> {
    const { entries, revealRows, games } = this.#plan
    const last = games.final.length - 1
    if (index >= last) return new Set()
    const alive = Math.round(entries * (revealRows / entries) ** ((index + 1) / last))
    return new Set(shuffled(this.#random, this.#alive).slice(alive))
  }

  async #submitPicks(week: WeekId, games: readonly FeedGame[], losing: ReadonlySet<EntryId>): Promise<void> {
    const winners = winnersOf(games)
    const losers = games.flatMap(({ home, away }) => [home, away]).filter((team) => !winners.includes(team))
    const out = new Set<EntryId>()
    for (const id of this.#alive) {
      const free = (losing.has(id) ? losers : winners).filter((team) => !this.#used.has(id, team))
      const team = free[Math.floor(this.#random() * free.length)]
      if (team === undefined) continue
      this.#log.run('SubmitPick', { entryId: id, weekId: week, team, nonce: randomNonce() }, memberActor(this.#ownerOf(id)))
      this.#used.add(id, team)
      if (losing.has(id)) out.add(id)
      await this.#log.flushIfLarge()
    }
    this.#alive = this.#alive.filter((id) => !out.has(id))
  }

  #ownerOf(id: EntryId): UserId {
    return userId(((id - 1) % this.#plan.users) + 1)
  }
}
