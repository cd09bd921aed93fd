import { randomBytes } from 'node:crypto'
import {
  type Actor,
  addMs,
  allPicks,
  type CommandData,
  type CommandOfType,
  type CommandType,
  currentStanding,
  type Entry,
  type EntryId,
  type FeedGame,
  type Instant,
  PAYMENT_TYPES,
  type PoolState,
  type ReplyOf,
  type TeamAbbr,
  type UserId,
  type WeekId,
  weekId,
} from '@outlast/domain'
import { insertAccount, saltedNames } from '../accounts/accounts.ts'
import type { CommandQueue } from '../commands/queue.ts'
import { storeCrest } from '../pictures/crest-images.ts'
import { renderCrest } from '../pictures/render-crest.ts'
import type { Season } from '@outlast/seasons/season'
import { planEliminations } from './plan-eliminations.ts'
import { losersOf, unplayed, winnersOf } from '@outlast/seasons/season'
import { generateMembers, OWN_ENTRY_NAMES } from './people.ts'
import { type Random, seededRandom } from '@outlast/seasons/random'
import { roundsOf } from './sunday-script.ts'

const HOUR_MS = 3_600_000
/** The share of entries with a pick for the week that is about to lock. */
const SHARE_WITH_PICK = 0.96
/** The previous season ended after this many weeks, with one entry left. */
const LAST_SEASON_WEEKS = 3
/** Every fifth entry has not paid; half of those say that they have. */
const UNPAID = 5
/** The recommended preset, with which teams close at kickoff, and no late entries. */
const RULES = {
  preset: 'classic',
  lateEntries: 'closed',
  entryFeeCents: 2_500,
  currency: 'USD',
  clubSharePercent: 10,
  potPublic: true,
} as const
const CLUB = { name: 'Lakeside Survivor Club', color: '#0f5f5c' }
const CREST = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
<path d="M48 4 88 16v34c0 22-17 35-40 42C25 85 8 72 8 50V16z" fill="#0f5f5c"/>
<path d="M48 12 80 22v28c0 17-13 28-32 34-19-6-32-17-32-34V22z" fill="none" stroke="#f2c14e" stroke-width="3"/>
<ellipse cx="48" cy="46" rx="22" ry="14" fill="#f2c14e" transform="rotate(-35 48 46)"/>
<path d="m38 53 20-14m-15 6 4 6m2-10 4 6" stroke="#0f5f5c" stroke-width="3" stroke-linecap="round"/>
</svg>`

interface SeedOptions {
  readonly queue: Pick<CommandQueue, 'submit'>
  readonly pool: () => PoolState
  readonly season: Season
  /** The previous season, which one entry has won. */
  readonly lastSeason: Season
  /** The week that is about to lock. */
  readonly week: number
  readonly entries: number
  /** The hash of everyone's password. */
  readonly passwordHash: string
  readonly adminEmail: string
  readonly memberEmail: string
  readonly seed: number
  /** Whether only a few entries are still alive. */
  readonly isFinal: boolean
}

/** The result of {@link seedPool}. */
export interface SeededPool {
  /** The week that is about to lock. */
  readonly weekId: WeekId
  /** The visitor's entries that are alive: the first one has a pick. */
  readonly ownEntries: readonly EntryId[]
}

/** Fills an empty pool with members, entries, past weeks with picks and results, money, and picks for the next week. */
export async function seedPool(options: SeedOptions): Promise<SeededPool> {
  const seeder = new Seeder(options)
  const ownEntries = await seeder.people()
  await seeder.lastSeason()
  return { weekId: await seeder.weeks(), ownEntries: ownEntries.slice(0, 2) }
}

const SYSTEM: Actor = { kind: 'system' }

class Seeder {
  readonly #options: SeedOptions
  readonly #random: Random
  /** The week in which each entry loses; null: it is still alive. */
  readonly #eliminationWeeks = new Map<EntryId, number | null>()

  constructor(options: SeedOptions) {
    this.#options = options
    this.#random = seededRandom(options.seed)
  }

  /** Creates the members and their entries. Returns the visitor's entries. */
  async people(): Promise<readonly EntryId[]> {
    const { entries, adminEmail, memberEmail, isFinal, week } = this.#options
    await this.#register(adminEmail, 'Ada', 'Commissioner')
    const own = await this.#createEntries(await this.#register(memberEmail, 'Mia', 'Member'), OWN_ENTRY_NAMES)
    const ids = [...own]
    for (const { first, last, email, entryNames } of generateMembers(entries - own.length)) {
      ids.push(...(await this.#createEntries(await this.#register(email, first, last), entryNames)))
    }
    const weeks = planEliminations({ entries: ids.length, week, isFinal, random: this.#random })
    ids.forEach((id, place) => this.#eliminationWeeks.set(id, weeks[place] ?? null))
    return own
  }

  /** Plays the previous season. Every entry but one is eliminated, in the first, second or third week. */
  async lastSeason(): Promise<void> {
    const { pool, lastSeason } = this.#options
    const ids = await this.#addWeeks(lastSeason, LAST_SEASON_WEEKS)
    const entries = [...pool().entries.values()]
    const champion = entries[OWN_ENTRY_NAMES.length] ?? entries[0]
    for (const [index, id] of ids.entries()) {
      const games = await this.#openWeek(lastSeason, index + 1, id)
      const alive = entries.filter((entry, place) => entry === champion || place % LAST_SEASON_WEEKS >= index)
      await Promise.all(
        alive.map(async (entry) => {
          const wins = entry === champion || entries.indexOf(entry) % LAST_SEASON_WEEKS > index
          const used = usedBy(pool().entries.get(entry.id))
          const team = this.#choose(used, games, wins)
          if (team !== undefined) await this.#pick(entry.id, entry.userId, id, team)
        }),
      )
      await this.#playWeek(id, games)
    }
  }

  /** Sets the rules of the season, and the club's name, color and crest. */
  async #club(): Promise<void> {
    const { queue } = this.#options
    await this.#send(SYSTEM, 'ChangeRules', { rules: RULES })
    await this.#send(SYSTEM, 'ChangeReminders', { enabled: true })
    const crest = await renderCrest(Buffer.from(CREST))
    const result = await queue.submit<'ChangeClub', null>({
      envelope: { command: commandOf('ChangeClub', { ...CLUB, crest: crest.hash }), actor: SYSTEM },
      effects: (tx) => storeCrest(tx, crest),
      toResponse: () => null,
    })
    if (!result.ok) throw result.violation
  }

  /** Records who has paid, and who claims to have paid, some weeks before the season. */
  async #payments(): Promise<void> {
    const { pool, season } = this.#options
    await this.#setSiteTime(kickoffsOf(season.weeks.get(1))[0], -30 * 24 * HOUR_MS)
    await Promise.all(
      [...pool().entries.values()].map(async ({ id, userId }, place) => {
        const paymentType = PAYMENT_TYPES[(place + Math.floor(place / UNPAID)) % PAYMENT_TYPES.length] ?? 'cash'
        const isPaid = (place + 1) % UNPAID !== 0
        if (isPaid) await this.#send(SYSTEM, 'SetPayment', { entryId: id, paymentType, paidDate: null, isPaid })
        else if ((place + 1) % (2 * UNPAID) === 0) await this.#send(asUser(userId), 'ClaimPayment', { entryId: id, paymentType })
      }),
    )
  }

  async weeks(): Promise<WeekId> {
    const { season, week: next } = this.#options
    const ids = await this.#addWeeks(season, next)
    // The rules of a season can change once its first week is the current one, until that locks.
    await this.#send(SYSTEM, 'SetCurrentWeek', { weekId: ids[0] ?? weekId(0) })
    await this.#club()
    await this.#payments()
    for (const [index, id] of ids.entries()) {
      const games = await this.#openWeek(season, index + 1, id)
      await this.#pickAll(id, index + 1, games)
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
    await this.#setSiteTime(this.#options.pool().rounds.get(id)?.lockTime, 36 * HOUR_MS)
    await this.#send(SYSTEM, 'SyncGames', { weekId: id, games })
  }

  async #pickAll(id: WeekId, weekNumber: number, games: readonly FeedGame[]): Promise<void> {
    const { pool, week: next } = this.#options
    const alive = [...pool().entries.values()].filter((entry) => currentStanding(pool(), entry).status === 'alive')
    const sunday = roundsOf(games).rounds
    // The visitor's first entry has an early game, and a team that nobody else picked.
    const mine = alive.find(({ name }) => name === OWN_ENTRY_NAMES[0])
    const ownTeam = weekNumber < next ? undefined : mine && this.#choose(usedBy(mine), sunday[0] ?? games, true)
    const picks = alive.flatMap((entry) => {
      if (weekNumber < next)
        return [[entry, this.#choose(usedBy(entry), games, this.#eliminationWeeks.get(entry.id) !== weekNumber)] as const]
      if (entry === mine) return [[entry, ownTeam] as const]
      const isLate = entry.name === OWN_ENTRY_NAMES[1] || (!this.#options.isFinal && this.#random() > SHARE_WITH_PICK)
      const used = [...usedBy(entry), ...(ownTeam === undefined ? [] : [ownTeam])]
      return isLate ? [] : [[entry, this.#choose(used, sunday.flat(), true)] as const]
    })
    await Promise.all(
      picks.map(async ([{ id: entryId, userId }, team]) => {
        if (team) await this.#pick(entryId, userId, id, team)
      }),
    )
  }

  /** Returns an unused team that wins, or one that loses. Some teams are more popular than others. */
  #choose(used: readonly TeamAbbr[], games: readonly FeedGame[], picksWinner: boolean): TeamAbbr | undefined {
    const unused = (picksWinner ? winnersOf(games) : losersOf(games)).filter((team) => !used.includes(team))
    return unused[Math.floor(this.#random() ** 2 * unused.length)]
  }

  async #register(email: string, firstName: string, lastName: string): Promise<UserId> {
    const { queue, passwordHash } = this.#options
    const person = { first_name: firstName, last_name: lastName }
    const salt = randomBytes(32).toString('hex')
    const result = await queue.submit<'RegisterUser', UserId>({
      envelope: {
        command: commandOf('RegisterUser', {
          names: saltedNames(person, salt),
          emailTaken: false,
          adminGrant: 'first_account',
        }),
        actor: { kind: 'visitor' },
      },
      effects: (tx, { reply }) => insertAccount(tx, reply.userId, { email, ...person, passwordHash, salt }),
      toResponse: ({ reply }) => reply.userId,
    })
    if (!result.ok) throw result.violation
    return result.response
  }

  async #createEntries(userId: UserId, names: readonly string[]): Promise<readonly EntryId[]> {
    const ids: EntryId[] = []
    for (const name of names) ids.push((await this.#send(asUser(userId), 'CreateEntry', { userId, name })).entryId)
    return ids
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

const usedBy = (entry: Entry | undefined): readonly TeamAbbr[] => allPicks(entry).map((pick) => pick.team)

function kickoffsOf(games: readonly FeedGame[] = []): readonly Instant[] {
  return games.map((game) => game.kickoff).sort()
}

const asUser = (userId: UserId): Actor => ({ kind: 'user', userId, tokenVersion: 1 })

function commandOf<T extends CommandType>(type: T, data: CommandData[T]): CommandOfType<T> {
  return { type, data } as CommandOfType<T>
}
