import { type FeedGame, instantFromMs, type TeamAbbr } from '@outlast/domain'
import { losersOf, unplayed, winnersOf } from '@outlast/seasons/season'
import type { Random } from '@outlast/seasons/random'
import { forEachConcurrently, range } from '@outlast/testing'
import { entryName, personName } from '@outlast/testing'
import type { Person, BrowserPool } from '@outlast/testing'
import type { SeasonGames, WeekState } from '@outlast/testing'
import type { SeededSeason } from './season.ts'

interface Entry {
  readonly id: number
  readonly name: string
  readonly owner: Person
  readonly picks: Map<number, TeamAbbr>
  isOut: boolean
}

const DAY_MS = 24 * 3_600_000
/** The probability of a winning pick. It leaves about a third of the entries alive after eight weeks. */
const SKILL = 0.88
/** The probability of a missed pick. */
const MISS_RATE = 0.03
/** The share of entries that have picked while a week is open. */
const EARLY_SHARE = 0.8
const REASON = 'Phoned in at 11:40; the ferry had no reception'
const PAYMENTS = ['venmo', 'cash', 'paypal', 'square'] as const

/** Plays a season week by week through the calls of its members and its admin. */
export class SeasonSeeder {
  readonly #pool: BrowserPool
  readonly #games: SeasonGames
  readonly #random: Random
  readonly #weekIds: number[] = []
  readonly #entries: Entry[] = []
  readonly #manuallyEliminated: Entry[] = []
  #members: readonly Person[] = []
  #overridden: SeededSeason['overridden']
  #currentGames: readonly FeedGame[] = []

  constructor(pool: BrowserPool, games: SeasonGames, random: Random) {
    this.#pool = pool
    this.#games = games
    this.#random = random
  }

  async createMembers(members: number, entriesEach: number): Promise<void> {
    this.#members = await forEachConcurrently(range(members), (index) => this.#pool.member(personName(index)))
    const slots = this.#members.flatMap((owner, at) =>
      range(entriesEach).map((index) => ({ owner, name: entryName(owner.name, at, index) })),
    )
    const created = await forEachConcurrently(slots, async ({ owner, name }): Promise<Entry> => {
      const { id } = await owner.api.call('createEntry', { body: { user_id: owner.user.id, name } })
      return { id, name, owner, picks: new Map(), isOut: false }
    })
    this.#entries.push(...created)
    await forEachConcurrently(created.slice(1), (entry, index) => this.#pay(entry.id, index))
  }

  async #pay(id: number, index: number): Promise<void> {
    if (this.#random() > 0.75) return
    const day = instantFromMs(Date.parse(this.#games.before) - (index % 20) * DAY_MS).slice(0, 10)
    const payment_type = PAYMENTS[index % PAYMENTS.length] ?? null
    await this.#admin.call('setPayment', { params: { id }, body: { payment_type, paid_date: day, is_paid: true } })
  }

  /** Creates every week with its scheduled games. */
  async createWeeks(): Promise<void> {
    for (const [index, games] of this.#games.final.entries()) {
      const body = { season_year: this.#games.seasonYear, week_number: index + 1 }
      this.#weekIds.push((await this.#admin.call('createWeek', { body })).id)
      await this.#sync(index + 1, games.map(unplayed))
    }
  }

  async playWeek(number: number): Promise<void> {
    const games = this.#games.final[number - 1] ?? []
    await this.#begin(number)
    const tied = games.filter((game) => game.homeScore === game.awayScore).map((game) => game.home)
    await this.#pickAll(number, games, { share: 1 - MISS_RATE, tied: tied[0] })
    await this.#at(number, 5 * 60_000)
    if (number === this.#games.final.length - 1) await this.#override(number, games)
    await this.#at(number, 40 * 3_600_000)
    await this.#sync(number, games)
    this.#eliminateLosers(number, games)
  }

  async #begin(number: number): Promise<void> {
    await this.#at(number, -4 * DAY_MS)
    await this.#admin.call('setCurrentWeek', { body: { week_id: this.#week(number) } })
  }

  /** Overrides a pick after the lock, with a public reason. */
  async #override(number: number, games: readonly FeedGame[]): Promise<void> {
    const entry = this.#alive.at(-1)
    const team = winnersOf(games).find((candidate) => entry !== undefined && !usedTeams(entry).has(candidate))
    if (entry === undefined || entry === this.#entries[0] || team === undefined) return
    const body = { entry_id: entry.id, week_id: this.#week(number), team_abbr: team, reason: REASON }
    await this.#admin.call('overridePick', { body })
    entry.picks.set(number, team)
    this.#overridden = { entry, weekNumber: number, reason: REASON }
  }

  /** Eliminates two entries manually, if enough are alive. */
  async eliminateManually(): Promise<void> {
    const others = this.#alive.filter((entry) => entry.owner !== this.#members[0] && entry !== this.#overridden?.entry)
    for (const entry of others.length < 6 ? [] : others.slice(1, 3)) {
      await this.#admin.call('adminUpdateEntry', { params: { id: entry.id }, body: { is_eliminated: true } })
      entry.isOut = true
      this.#manuallyEliminated.push(entry)
    }
  }

  /** Starts the current week with an ineligible team and returns that team. */
  async openCurrentWeek(number: number, state: WeekState): Promise<TeamAbbr> {
    const games = this.#games.final[number - 1] ?? []
    const ineligible = games.at(-1)?.home
    if (ineligible === undefined) throw new Error('A season needs games')
    await this.#begin(number)
    const body = { ineligible_teams: [ineligible] }
    await this.#admin.call('updateWeek', { params: { id: this.#week(number) }, body })
    await this.#pickAll(number, games, {
      share: state === 'open' ? EARLY_SHARE : 1 - MISS_RATE,
      ineligible,
      isOpen: state === 'open',
    })
    this.#eliminateLosers(number, this.#games.current)
    return ineligible
  }

  async #pickAll(
    number: number,
    games: readonly FeedGame[],
    options: { share: number; tied?: TeamAbbr | undefined; ineligible?: TeamAbbr; isOpen?: boolean },
  ): Promise<void> {
    const [first, ...others] = this.#alive
    const tieSeeker = others.find((entry) => options.tied !== undefined && !usedTeams(entry).has(options.tied))
    const picks = this.#alive.flatMap((entry) => {
      const isFirst = entry === this.#entries[0] && entry === first
      const picksLater = options.isOpen === true && entry.owner === this.#members[0]
      const misses = this.#random() > options.share
      if (!isFirst && (picksLater || misses)) return []
      const team = entry === tieSeeker ? options.tied : this.#choose(entry, games, isFirst ? 1 : SKILL, options.ineligible)
      return team === undefined ? [] : [{ entry, team }]
    })
    await forEachConcurrently(picks, async ({ entry, team }) => {
      await entry.owner.api.call('submitPick', {
        body: { entry_id: entry.id, week_id: this.#week(number), team_abbr: team },
      })
      entry.picks.set(number, team)
    })
  }

  #choose(entry: Entry, games: readonly FeedGame[], skill: number, ineligible?: TeamAbbr): TeamAbbr | undefined {
    const used = usedTeams(entry)
    const free = (this.#random() < skill ? winnersOf(games) : losersOf(games)).filter(
      (team) => !used.has(team) && team !== ineligible,
    )
    return free[Math.floor(this.#random() * free.length)]
  }

  #eliminateLosers(number: number, games: readonly FeedGame[]): void {
    const finals = games.filter((game) => game.status === 'final')
    const winners = new Set(winnersOf(finals))
    const losers = new Set(finals.flatMap(({ home, away }) => [home, away]).filter((team) => !winners.has(team)))
    for (const entry of this.#alive) {
      const team = entry.picks.get(number)
      if (team !== undefined && losers.has(team)) entry.isOut = true
    }
  }

  async syncCurrentGames(games: readonly FeedGame[]): Promise<void> {
    this.#currentGames = games
    await this.#sync(this.#games.final.length, games)
  }

  async #sync(week: number, games: readonly FeedGame[]): Promise<void> {
    const { seasonYear } = this.#games
    this.#pool.feed.setGames({ seasonYear, week }, games)
    await this.#admin.call('syncGames', { body: { season_year: seasonYear, week_number: week } })
  }

  async #at(number: number, sinceLockMs: number): Promise<void> {
    const lock = this.#games.locks[number - 1] ?? this.#games.now
    await this.#pool.setSiteTime(instantFromMs(Date.parse(lock) + sinceLockMs))
  }

  result(ineligible: TeamAbbr): SeededSeason {
    const weeks = this.#weekIds.map((id, index) => ({ id, number: index + 1 }))
    const current = weeks.at(-1)
    if (current === undefined) throw new Error('A season needs a week')
    return {
      seasonYear: this.#games.seasonYear,
      weeks,
      current,
      members: this.#members,
      entries: this.#entries,
      ineligible,
      overridden: this.#overridden,
      manuallyEliminated: this.#manuallyEliminated,
      games: () => this.#currentGames,
      updateGames: (change) => this.syncCurrentGames(this.#currentGames.map(change)),
    }
  }

  get #admin() {
    return this.#pool.admin.api
  }

  get #alive(): readonly Entry[] {
    return this.#entries.filter((entry) => !entry.isOut)
  }

  #week(number: number): number {
    return this.#weekIds[number - 1] ?? 0
  }
}

function usedTeams(entry: Entry): ReadonlySet<TeamAbbr> {
  return new Set(entry.picks.values())
}
