import { type FeedGame, instantFromMs, type TeamAbbr } from '@outlast/domain'
import { unplayed } from '@outlast/server/demo/generated-season'
import type { Random } from '@outlast/server/demo/random'
import { eachOf, numbers } from '@outlast/testing/process/for-each'
import { entryName, personName } from '@outlast/testing/generated/names'
import type { Person, Pool } from '@outlast/testing/server/pool'
import type { SeasonGames, WeekState } from '@outlast/testing/generated/season-games'
import type { SeededSeason } from './season.ts'

interface Entry {
  readonly id: number
  readonly name: string
  readonly owner: Person
  readonly picks: Map<number, TeamAbbr>
  isOut: boolean
}

const DAY_MS = 24 * 3_600_000
/** How well they pick: about a third is alive after eight weeks. */
const SKILL = 0.88
const FORGETS = 0.03
/** How many have picked while a week is still open. */
const PUNCTUAL = 0.8
const REASON = 'Phoned in at 11:40; the ferry had no reception'
const PAYMENTS = ['venmo', 'cash', 'paypal', 'square'] as const

/** Plays a season week by week, as its members and its admin would. */
export class Seeder {
  readonly #pool: Pool
  readonly #games: SeasonGames
  readonly #random: Random
  readonly #weekIds: number[] = []
  readonly #entries: Entry[] = []
  readonly #byHand: Entry[] = []
  #members: readonly Person[] = []
  #overridden: SeededSeason['overridden']
  #told: readonly FeedGame[] = []

  constructor(pool: Pool, games: SeasonGames, random: Random) {
    this.#pool = pool
    this.#games = games
    this.#random = random
  }

  async people(members: number, entriesEach: number): Promise<void> {
    this.#members = await eachOf(numbers(members), (index) => this.#pool.member(personName(index)))
    const slots = this.#members.flatMap((owner, at) =>
      numbers(entriesEach).map((index) => ({ owner, name: entryName(owner.name, at, index) })),
    )
    const made = await eachOf(slots, async ({ owner, name }): Promise<Entry> => {
      const { id } = await owner.api.call('createEntry', { body: { user_id: owner.user.id, name } })
      return { id, name, owner, picks: new Map(), isOut: false }
    })
    this.#entries.push(...made)
    await eachOf(made.slice(1), (entry, index) => this.#pay(entry.id, index))
  }

  async #pay(id: number, index: number): Promise<void> {
    if (this.#random() > 0.75) return
    const day = instantFromMs(Date.parse(this.#games.before) - (index % 20) * DAY_MS).slice(0, 10)
    const payment_type = PAYMENTS[index % PAYMENTS.length] ?? null
    await this.#admin.call('setPayment', { params: { id }, body: { payment_type, paid_date: day, is_paid: true } })
  }

  /** Every week with its games, none of them played. */
  async schedule(): Promise<void> {
    for (const [index, games] of this.#games.final.entries()) {
      const body = { season_year: this.#games.seasonYear, week_number: index + 1 }
      this.#weekIds.push((await this.#admin.call('createWeek', { body })).id)
      await this.#sync(index + 1, games.map(unplayed))
    }
  }

  async play(number: number): Promise<void> {
    const games = this.#games.final[number - 1] ?? []
    await this.#begin(number)
    const tied = games.filter((game) => game.homeScore === game.awayScore).map((game) => game.home)
    await this.#pickAll(number, games, { share: 1 - FORGETS, tied: tied[0] })
    await this.#at(number, 5 * 60_000)
    if (number === this.#games.final.length - 1) await this.#override(number, games)
    await this.#at(number, 40 * 3_600_000)
    await this.#sync(number, games)
    this.#judge(number, games)
  }

  async #begin(number: number): Promise<void> {
    await this.#at(number, -4 * DAY_MS)
    await this.#admin.call('setCurrentWeek', { body: { week_id: this.#week(number) } })
  }

  /** Somebody's pick is put right after the lock, as every member can read. */
  async #override(number: number, games: readonly FeedGame[]): Promise<void> {
    const entry = this.#alive.at(-1)
    const team = winnersOf(games, true).find((one) => entry !== undefined && !usedBy(entry).has(one))
    if (entry === undefined || entry === this.#entries[0] || team === undefined) return
    const body = { entry_id: entry.id, week_id: this.#week(number), team_abbr: team, reason: REASON }
    await this.#admin.call('overridePick', { body })
    entry.picks.set(number, team)
    this.#overridden = { entry, weekNumber: number, reason: REASON }
  }

  /** Two are put out by hand, if enough are left. */
  async byHand(): Promise<void> {
    const others = this.#alive.filter((entry) => entry.owner !== this.#members[0] && entry !== this.#overridden?.entry)
    for (const entry of others.length < 6 ? [] : others.slice(1, 3)) {
      await this.#admin.call('adminUpdateEntry', { params: { id: entry.id }, body: { is_eliminated: true } })
      entry.isOut = true
      this.#byHand.push(entry)
    }
  }

  /** The current week, with a team that cannot be picked. */
  async open(number: number, state: WeekState): Promise<TeamAbbr> {
    const games = this.#games.final[number - 1] ?? []
    const ineligible = games.at(-1)?.home
    if (ineligible === undefined) throw new Error('A season needs games')
    await this.#begin(number)
    const body = { ineligible_teams: [ineligible] }
    await this.#admin.call('updateWeek', { params: { id: this.#week(number) }, body })
    await this.#pickAll(number, games, { share: state === 'open' ? PUNCTUAL : 1 - FORGETS, ineligible, isOpen: state === 'open' })
    this.#judge(number, this.#games.current)
    return ineligible
  }

  async #pickAll(
    number: number,
    games: readonly FeedGame[],
    how: { share: number; tied?: TeamAbbr | undefined; ineligible?: TeamAbbr; isOpen?: boolean },
  ): Promise<void> {
    const [first, ...others] = this.#alive
    const tieSeeker = others.find((entry) => how.tied !== undefined && !usedBy(entry).has(how.tied))
    const picks = this.#alive.flatMap((entry) => {
      const isFirst = entry === this.#entries[0] && entry === first
      const waits = how.isOpen === true && entry.owner === this.#members[0]
      const forgets = this.#random() > how.share
      if (!isFirst && (waits || forgets)) return []
      const team = entry === tieSeeker ? how.tied : this.#choose(entry, games, isFirst ? 1 : SKILL, how.ineligible)
      return team === undefined ? [] : [{ entry, team }]
    })
    await eachOf(picks, async ({ entry, team }) => {
      await entry.owner.api.call('submitPick', {
        body: { entry_id: entry.id, week_id: this.#week(number), team_abbr: team },
      })
      entry.picks.set(number, team)
    })
  }

  #choose(entry: Entry, games: readonly FeedGame[], skill: number, ineligible?: TeamAbbr): TeamAbbr | undefined {
    const used = usedBy(entry)
    const free = winnersOf(games, this.#random() < skill).filter((team) => !used.has(team) && team !== ineligible)
    return free[Math.floor(this.#random() * free.length)]
  }

  #judge(number: number, games: readonly FeedGame[]): void {
    const over = games.filter((game) => game.status === 'final')
    const winners = new Set(winnersOf(over, true))
    const losers = new Set(over.flatMap(({ home, away }) => [home, away]).filter((team) => !winners.has(team)))
    for (const entry of this.#alive) {
      const team = entry.picks.get(number)
      if (team !== undefined && losers.has(team)) entry.isOut = true
    }
  }

  async tellCurrent(games: readonly FeedGame[]): Promise<void> {
    this.#told = games
    await this.#sync(this.#games.final.length, games)
  }

  async #sync(week: number, games: readonly FeedGame[]): Promise<void> {
    const { seasonYear } = this.#games
    this.#pool.feed.tell({ seasonYear, week }, games)
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
      eliminatedByHand: this.#byHand,
      games: () => this.#told,
      tell: (change) => this.tellCurrent(this.#told.map(change)),
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

/** The teams that win, or those that do not. */
function winnersOf(games: readonly FeedGame[], isWise: boolean): TeamAbbr[] {
  return games.flatMap(({ home, away, homeScore, awayScore }) => {
    if (homeScore === awayScore) return []
    return (homeScore ?? 0) > (awayScore ?? 0) === isWise ? [home] : [away]
  })
}

function usedBy(entry: Entry): ReadonlySet<TeamAbbr> {
  return new Set(entry.picks.values())
}
