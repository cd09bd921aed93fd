import { randomBytes } from 'node:crypto'
import {
  type Actor,
  type ReplyOf,
  type CommandData,
  type CommandOfType,
  type CommandType,
  currentStanding,
  type EntryId,
  type FeedGame,
  type Instant,
  addMs,
  PAYMENT_TYPES,
  type PoolState,
  type TeamAbbr,
  type UserId,
  type WeekId,
  weekId,
} from '@outlast/domain'
import { insertAccount } from '../accounts/accounts.ts'
import type { CommandQueue } from '../commands/queue.ts'
import { type Random, seededRandom } from './random.ts'
import { unplayed } from './generated-season.ts'
import type { Season } from '../feed/season-csv.ts'

const HOUR_MS = 3_600_000
/** The share of picks that win, so that about a third of the entries is alive in mid-season. */
const SKILL = 0.88
/** The share of entries with a pick for the week that is about to lock. */
const PUNCTUALITY = 0.9
/** The season before ended after this many weeks, with one entry left. */
const LAST_SEASON_WEEKS = 3
/** Every fifth entry has not paid. */
const UNPAID = 5
const FIRST = [
  'Alex',
  'Billie',
  'Casey',
  'Dana',
  'Eli',
  'Frankie',
  'Gray',
  'Harper',
  'Indy',
  'Jules',
  'Kit',
  'Lee',
  'Mel',
  'Noa',
  'Ollie',
  'Pat',
  'Quinn',
  'Robin',
  'Sam',
  'Toni',
]
const LAST = ['Archer', 'Baker', 'Carter', 'Draper', 'Fisher', 'Glover', 'Hunter', 'Mason', 'Porter', 'Turner']
const ENTRY = ['One', 'Two', 'Three']

interface SeedOptions {
  readonly queue: Pick<CommandQueue, 'submit'>
  readonly pool: () => PoolState
  readonly season: Season
  /** The season before, which one entry has won. */
  readonly lastSeason: Season
  /** The week that is about to lock. */
  readonly week: number
  readonly entries: number
  /** The hash of everyone's password. */
  readonly passwordHash: string
  readonly adminEmail: string
  readonly memberEmail: string
  readonly seed: number
}

/** Fills an empty pool with members, entries, past weeks with picks and results, and picks for the next week. */
export async function seedPool(options: SeedOptions): Promise<{ readonly weekId: WeekId }> {
  const seeder = new Seeder(options)
  await seeder.people()
  await seeder.lastSeason()
  await seeder.payments()
  return { weekId: await seeder.weeks() }
}

const SYSTEM: Actor = { kind: 'system' }

class Seeder {
  readonly #options: SeedOptions
  readonly #random: Random

  constructor(options: SeedOptions) {
    this.#options = options
    this.#random = seededRandom(options.seed)
  }

  async people(): Promise<void> {
    const { entries, adminEmail, memberEmail } = this.#options
    await this.#register(adminEmail, 'Ada', 'Commissioner')
    const member = await this.#register(memberEmail, 'Mia', 'Member')
    for (const name of ENTRY) await this.#createEntry(member, `Mia ${name}`)
    for (let i = 0; i * ENTRY.length < entries - ENTRY.length; i += 1) {
      const first = FIRST[i % FIRST.length] ?? ''
      const last = LAST[Math.floor(i / FIRST.length) % LAST.length] ?? ''
      const id = await this.#register(`${first}.${last}.${i}@demo.example`.toLowerCase(), first, last)
      await Promise.all(ENTRY.map((name) => this.#createEntry(id, `${first} ${last} ${name}`)))
    }
  }

  /** Plays the season before. Every entry but one loses a game, in the first, second or third week. */
  async lastSeason(): Promise<void> {
    const { pool, lastSeason } = this.#options
    const ids = await this.#addWeeks(lastSeason, LAST_SEASON_WEEKS)
    const entries = [...pool().entries.values()]
    const champion = entries[ENTRY.length] ?? entries[0]
    for (const [index, id] of ids.entries()) {
      const games = await this.#openWeek(lastSeason, index + 1, id)
      const alive = entries.filter((entry, place) => entry === champion || place % LAST_SEASON_WEEKS >= index)
      await Promise.all(
        alive.map(async (entry) => {
          const wins = entry === champion || entries.indexOf(entry) % LAST_SEASON_WEEKS > index
          const picks = pool().entries.get(entry.id)?.picks ?? []
          const used = picks.map((pick) => pick.team)
          const team = this.#choose(used, games, wins)
          if (team !== undefined) await this.#pick(entry.id, entry.userId, id, team)
        }),
      )
      await this.#playWeek(id, games)
    }
  }

  /** Records who has paid, some weeks before the season. */
  async payments(): Promise<void> {
    const { pool, season } = this.#options
    await this.#setSiteTime(kickoffsOf(season.weeks.get(1))[0], -30 * 24 * HOUR_MS)
    const paying = [...pool().entries.values()].filter((_, place) => (place + 1) % UNPAID !== 0)
    await Promise.all(
      paying.map(({ id }, place) => {
        const paymentType = PAYMENT_TYPES[place % PAYMENT_TYPES.length] ?? 'cash'
        return this.#send(SYSTEM, 'SetPayment', { entryId: id, paymentType, paidDate: null, isPaid: true })
      }),
    )
  }

  async weeks(): Promise<WeekId> {
    const { season, week: next } = this.#options
    const ids = await this.#addWeeks(season, next)
    for (const [index, id] of ids.entries()) {
      const games = await this.#openWeek(season, index + 1, id)
      await this.#pickAll(id, games, index + 1 < next ? 1 : PUNCTUALITY)
      if (index + 1 < next) await this.#playWeek(id, games)
    }
    return ids.at(-1) ?? weekId(0)
  }

  /** Adds the first weeks of a season, before it begins, because a week that is added after its lock time is locked at once. */
  async #addWeeks(season: Season, count: number): Promise<readonly WeekId[]> {
    await this.#setSiteTime(kickoffsOf(season.weeks.get(1))[0], -60 * 24 * HOUR_MS)
    const ids: WeekId[] = []
    for (let number = 1; number <= count; number += 1) ids.push(await this.#addWeek(season, number))
    return ids
  }

  /** Makes a week the current one, on the day before its first kickoff. Returns its games with their scores. */
  async #openWeek(season: Season, weekNumber: number, id: WeekId): Promise<readonly FeedGame[]> {
    const games = season.weeks.get(weekNumber) ?? []
    await this.#setSiteTime(kickoffsOf(games)[0], -24 * HOUR_MS)
    await this.#send(SYSTEM, 'SetCurrentWeek', { weekId: id })
    return games
  }

  async #addWeek({ seasonYear, weeks }: Season, weekNumber: number): Promise<WeekId> {
    const games = weeks.get(weekNumber) ?? []
    const { weekId: id } = await this.#send(SYSTEM, 'AddWeek', { seasonYear, weekNumber })
    await this.#send(SYSTEM, 'SyncGames', { weekId: id, games: games.map(unplayed) })
    return id
  }

  async #playWeek(id: WeekId, games: readonly FeedGame[]): Promise<void> {
    await this.#setSiteTime(this.#options.pool().weeks.get(id)?.lockTime, 36 * HOUR_MS)
    await this.#send(SYSTEM, 'SyncGames', { weekId: id, games })
  }

  async #pickAll(week: WeekId, games: readonly FeedGame[], share: number): Promise<void> {
    const { pool } = this.#options
    const alive = [...pool().entries.values()].filter((entry) => currentStanding(pool(), entry).status === 'alive')
    const picks = alive.flatMap((entry) => {
      const isLate = share < 1 && (entry.name?.startsWith('Mia ') === true || this.#random() > share)
      const team = isLate
        ? undefined
        : this.#choose(
            entry.picks.map((pick) => pick.team),
            games,
            this.#random() < SKILL,
          )
      return team === undefined ? [] : [{ entryId: entry.id, userId: entry.userId, team }]
    })
    await Promise.all(picks.map(({ entryId, userId, team }) => this.#pick(entryId, userId, week, team)))
  }

  /** Returns an unused team that wins, or one that loses. */
  #choose(used: readonly TeamAbbr[], games: readonly FeedGame[], picksWinner: boolean): TeamAbbr | undefined {
    const teams = games.flatMap(({ home, away, homeScore, awayScore }) => {
      if (homeScore === null || awayScore === null || homeScore === awayScore) return []
      return homeScore > awayScore === picksWinner ? [home] : [away]
    })
    const unused = teams.filter((team) => !used.includes(team))
    return unused[Math.floor(this.#random() * unused.length)]
  }

  async #register(email: string, firstName: string, lastName: string): Promise<UserId> {
    const { queue, passwordHash } = this.#options
    const result = await queue.submit<'RegisterUser', UserId>({
      envelope: {
        command: commandOf('RegisterUser', { emailTaken: false, adminGrant: 'first_account' }),
        actor: { kind: 'visitor' },
      },
      effects: (tx, { reply }) =>
        insertAccount(tx, reply.userId, { email, first_name: firstName, last_name: lastName, passwordHash }),
      toResponse: ({ reply }) => reply.userId,
    })
    if (!result.ok) throw result.violation
    return result.response
  }

  #createEntry(userId: UserId, name: string): Promise<{ readonly entryId: EntryId }> {
    return this.#send(asUser(userId), 'CreateEntry', { userId, name })
  }

  async #pick(entryId: EntryId, userId: UserId, week: WeekId, team: TeamAbbr): Promise<void> {
    await this.#send(asUser(userId), 'SubmitPick', { entryId, weekId: week, team, nonce: randomBytes(32).toString('hex') })
  }

  async #setSiteTime(from: Instant | undefined, ms: number): Promise<void> {
    if (from !== undefined) await this.#send(SYSTEM, 'SetSiteTime', { siteTime: addMs(from, ms), running: false })
  }

  async #send<T extends CommandType>(actor: Actor, type: T, data: CommandData[T]): Promise<ReplyOf<T>> {
    const result = await this.#options.queue.submit<T, ReplyOf<T>>({
      envelope: { command: commandOf(type, data), actor },
      toResponse: ({ reply }) => reply,
    })
    if (!result.ok) throw result.violation
    return result.response
  }
}

function kickoffsOf(games: readonly FeedGame[] = []): readonly Instant[] {
  return games.map((game) => game.kickoff).sort()
}

const asUser = (userId: UserId): Actor => ({ kind: 'user', userId, tokenVersion: 1 })

function commandOf<T extends CommandType>(type: T, data: CommandData[T]): CommandOfType<T> {
  return { type, data } as CommandOfType<T>
}
