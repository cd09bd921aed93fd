import { ApiError, type Matrix, type RevealPick } from '@outlast/contract'
import type { PatchRulesBody } from '@outlast/contract/rest/rules'
import { integerBetween, type Random, seededRandom, shuffled } from '@outlast/seasons/random'
import { toSnakeKeys } from '@outlast/domain'
import { scoreRules } from '@outlast/domain/histories/score-rules'
import type { BrowserPool, Person } from '@outlast/testing'
import { type LockedWeek, openWeek } from './locked-week.ts'

/** No team plays in both weeks, so that every team can be picked. */
const MATCHUPS: readonly (readonly (readonly [away: string, home: string])[])[] = [
  [
    ['CHI', 'NE'],
    ['NYJ', 'BUF'],
    ['LV', 'KC'],
    ['CLE', 'PIT'],
    ['DAL', 'NYG'],
    ['SEA', 'SF'],
  ],
  [
    ['MIA', 'BAL'],
    ['CIN', 'HOU'],
    ['IND', 'TEN'],
    ['DEN', 'LAC'],
    ['PHI', 'WSH'],
    ['GB', 'DET'],
  ],
]

const ENTRIES = {
  Mia: ['Mia’s Mavericks', 'Lucky', 'Second Wind', 'Last Hope'],
  Otto: ['Comets', 'Dodos', 'Eagles'],
  Zoe: ['Zebras', 'Yaks', 'Wolves'],
}

/** After so many events, what is left of a week's games ends at once. */
const MAX_EVENTS = 6

/** How a game stands, away team first. */
interface Game {
  readonly away: string
  readonly home: string
  state: 'scheduled' | 'playing' | 'final' | 'cancelled'
  score: [number, number]
}

/** A game day, or two, in which a seed makes everything: rules, entries, picks, and what happens in which order. */
export class RandomGameDay {
  readonly #pool: BrowserPool
  readonly #random: Random
  #games: Game[] = []
  #week: LockedWeek | undefined
  #number = 0
  #joined = 0

  constructor(pool: BrowserPool, seed: number) {
    this.#pool = pool
    this.#random = seededRandom(seed)
  }

  /** The current week. */
  get week(): { readonly id: number; readonly number: number } {
    return { id: this.#opened.id, number: this.#number }
  }

  get people(): Readonly<Record<string, Person>> {
    return this.#opened.people
  }

  get #opened(): LockedWeek {
    if (this.#week === undefined) throw new Error('The game day has not begun')
    return this.#week
  }

  get #admin() {
    return this.#pool.admin.api
  }

  /** Makes the rules, the people, the first week and its picks. */
  async begin(): Promise<void> {
    const buyback = this.#chance(0.4) ? { until_week: 2, max_per_entry: 1, fee_cents: this.#one([0, 1500]) } : null
    await this.#admin.call('updateRules', {
      body: {
        lives: this.#one([1, 1, 2]),
        missed_pick: this.#one(['survives', 'eliminated', 'auto']),
        auto_pick: ['most_picked', 'alphabetical'],
        cancelled_game: this.#one(['loss', 'survives']),
        ...(toSnakeKeys(scoreRules((values) => this.#one(values))) as PatchRulesBody),
        wipe_out: this.#one(['share', { revive_at_most: 1 }] as const),
        entry_fee_cents: 2000,
        currency: 'USD',
        club_share_percent: this.#one([null, 10]),
        pot_public: this.#chance(0.7),
        buyback,
      },
    })
    await this.#open()
  }

  /** Plays on. Yields what happened, after each event. */
  async *play(): AsyncGenerator<string> {
    yield 'before the lock'
    yield* this.#some(2, this.#beforeLock())
    await this.#opened.lock()
    yield 'the lock'
    yield* this.#playWeek()
    if (this.#number === MATCHUPS.length || (await this.#isDecided())) return
    await this.#open()
    yield* this.play()
  }

  async *#playWeek(): AsyncGenerator<string> {
    for (let events = 0; events < MAX_EVENTS && this.#unfinished.length > 0; events += 1) {
      yield* this.#some(1, this.#whilePlayed())
    }
    if (this.#unfinished.length > 0) {
      for (const game of this.#unfinished) game.score = [integerBetween(this.#random, 0, 9), integerBetween(this.#random, 10, 30)]
      await this.#finish(this.#unfinished)
      yield 'the last finals'
    }
    yield* this.#some(1, this.#afterwards())
    if (this.#games.every(({ state }) => state !== 'cancelled')) return
    await this.#admin.call('closeWeek', { params: { id: this.#opened.id }, body: { reason: 'It will not be played.' } })
    yield 'the week is closed'
  }

  async #open(): Promise<void> {
    const alive = new Set(this.#number === 0 ? [] : (await this.#alive()).map(({ name }) => name))
    const matchups = shuffled(this.#random, MATCHUPS[this.#number] ?? []).slice(0, integerBetween(this.#random, 2, 5))
    this.#games = matchups.map(([away, home]) => ({ away, home, state: 'scheduled', score: [0, 0] }))
    const first = this.#number === 0
    const pick = (name: string) => ((first || alive.has(name)) && this.#chance(0.8) ? this.#one(this.#teams()) : null)
    const picks = Object.entries(ENTRIES).map(([person, names]) => {
      const own = first ? names.slice(0, integerBetween(this.#random, 1, names.length)) : names.filter((name) => alive.has(name))
      return [person, Object.fromEntries(own.map((name) => [name, pick(name)]))] as const
    })
    this.#number += 1
    this.#week = await openWeek(this.#pool, matchups, Object.fromEntries(picks), this.#number)
  }

  get #unfinished(): readonly Game[] {
    return this.#games.filter(({ state }) => state === 'scheduled' || state === 'playing')
  }

  #beforeLock(): Events {
    return {
      'a payment': () => this.#pay(),
      'a member picks': async () => {
        const { entry, owner } = await this.#ownEntry()
        await owner.api.call('submitPick', {
          body: { entry_id: entry.id, week_id: this.week.id, team_abbr: this.#one(this.#teams()) },
        })
      },
      'a member clears a pick': async () => {
        const { entry, owner } = await this.#ownEntry()
        const picks = await owner.api.call('entryPicks', { params: { id: entry.id } })
        const pick = picks.find(({ week_id }) => week_id === this.week.id)
        if (pick === undefined) throw new NothingToDo()
        await owner.api.call('clearPick', { params: { id: pick.id } })
      },
      'an admin sets a pick': () => this.#override(),
      'a new entry': () => this.#join(),
      'a change of the rules': async () => {
        await this.#admin.call('updateRules', { body: { pot_public: this.#chance(0.5) } })
      },
    }
  }

  #whilePlayed(): Events {
    const open = () => this.#one(this.#unfinished)
    return {
      ...this.#afterwards(),
      'a score': async () => {
        const game = open()
        game.state = 'playing'
        game.score[this.#one([0, 1] as const)] += this.#one([3, 7])
        await this.#opened.play(game.away, ...game.score, '8:00 - 3rd')
      },
      'a final': async () => {
        const game = open()
        if (game.score[0] === game.score[1]) game.score[this.#one([0, 1] as const)] += 1
        await this.#finish([game])
      },
      'two finals': async () => {
        const games = this.#unfinished.slice(0, 2)
        for (const game of games) game.score = [integerBetween(this.#random, 0, 9), integerBetween(this.#random, 10, 30)]
        await this.#finish(games)
      },
      'a tie': async () => {
        const game = open()
        game.score[1] = game.score[0]
        await this.#finish([game])
      },
      'a cancelled game': async () => {
        const game = open()
        if (game.state !== 'scheduled') throw new NothingToDo()
        game.state = 'cancelled'
        await this.#opened.cancel(game.away)
      },
    }
  }

  #afterwards(): Events {
    return {
      'a payment': () => this.#pay(),
      'a late entry': () => this.#join(),
      'an admin changes a pick': () => this.#override('It came by mail before the lock.'),
      'an admin removes a pick': async () => {
        const pick = this.#one((await this.#revealed()).filter(({ id }) => typeof id === 'number'))
        await this.#admin.call('adminDeletePick', {
          params: { id: Number(pick.id) },
          query: { reason: 'The member asked for it.' },
        })
      },
      'a corrected score': async () => {
        const game = this.#one(this.#games.filter(({ state }) => state === 'final'))
        game.score = this.#one([
          [game.score[1], game.score[0]],
          [game.score[0], game.score[0]],
          [game.score[0], game.score[0] + 2],
        ] as const).slice() as [number, number]
        await this.#finish([game])
      },
      'an entry is put out by hand': async () => {
        await this.#admin.call('adminUpdateEntry', {
          params: { id: this.#one(await this.#alive()).id },
          body: { is_eliminated: true },
        })
      },
      'an entry is brought back by hand': async () => {
        const { entries } = await this.#matrix()
        const out = this.#one(entries.filter(({ is_eliminated }) => is_eliminated))
        await this.#admin.call('adminUpdateEntry', { params: { id: out.id }, body: { is_eliminated: false } })
      },
      'a buyback': async () => {
        const { entry, owner } = await this.#ownEntry(true)
        await owner.api.call('requestBuyback', { params: { id: entry.id } })
        await this.#admin.call('answerBuyback', {
          params: { id: entry.id },
          body: { action: this.#one(['confirm', 'confirm', 'decline']) },
        })
      },
    }
  }

  /** Lets so many of the events happen that can happen now. */
  async *#some(count: number, events: Events): AsyncGenerator<string> {
    let left = count
    for (const [name, happen] of shuffled(this.#random, Object.entries(events))) {
      if (left === 0) return
      try {
        await happen()
      } catch (error) {
        // The rules refuse it, or there is nothing that it could happen to.
        if (error instanceof NothingToDo || (error instanceof ApiError && error.status >= 400 && error.status < 500)) continue
        throw error
      }
      left -= 1
      yield name
    }
  }

  async #finish(games: readonly Game[]): Promise<void> {
    for (const game of games) game.state = 'final'
    await this.#opened.finishAll(games.map(({ away, score }) => [away, ...score]))
  }

  async #pay(): Promise<void> {
    const entry = this.#one(await this.#admin.call('adminListEntries'))
    const body = entry.is_paid ? { is_paid: false } : { is_paid: true, payment_type: 'cash' as const }
    await this.#admin.call('setPayment', { params: { id: entry.id }, body })
  }

  async #join(): Promise<void> {
    const owner = this.#one(Object.values(this.people))
    this.#joined += 1
    const body = { user_id: owner.user.id, name: `New entry ${this.#joined}` }
    await owner.api.call('createEntry', { body })
  }

  async #override(reason?: string): Promise<void> {
    const entry = this.#one(await this.#alive())
    const body = { entry_id: entry.id, week_id: this.week.id, team_abbr: this.#one(this.#teams()), reason }
    await this.#admin.call('overridePick', { body })
  }

  async #ownEntry(isOut = false) {
    const { entries } = await this.#matrix()
    const entry = this.#one(entries.filter(({ is_eliminated }) => is_eliminated === isOut))
    const owner = Object.values(this.people).find(({ name }) => name === entry.user_name)
    if (owner === undefined) throw new NothingToDo()
    return { entry, owner }
  }

  #matrix(): Promise<Matrix> {
    return this.#admin.call('getMatrix', { query: {} })
  }

  async #alive() {
    return (await this.#matrix()).entries.filter(({ is_eliminated }) => !is_eliminated)
  }

  async #revealed(): Promise<readonly RevealPick[]> {
    return (await this.#admin.call('weekReveal', { params: { id: this.week.id } })).picks
  }

  async #isDecided(): Promise<boolean> {
    return (await this.#matrix()).champion_entry_ids.length > 0
  }

  #teams(): readonly string[] {
    return this.#games.flatMap(({ away, home }) => [away, home])
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }

  #one<const T>(choices: readonly T[]): T {
    const [chosen] = shuffled(this.#random, choices)
    if (chosen === undefined) throw new NothingToDo()
    return chosen
  }
}

type Events = Readonly<Record<string, () => Promise<void>>>

class NothingToDo extends Error {}
