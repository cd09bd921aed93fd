import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@outlast/contract'
import { TEAMS } from '@outlast/domain'
import { integerBetween, type Random } from '@outlast/seasons/random'

interface ChangesOptions {
  readonly url: string
  readonly adminToken: string
  readonly seasonYear: number
  /** The number of the last week that the pool has. */
  readonly lastWeek: number
  readonly entryIds: readonly number[]
  readonly random: Random
}

const LAST_WEEK = 18
const HOUR_MS = 3_600_000
const PAUSE_MS = 40

type Kind = 'lock' | 'score' | 'pick' | 'rename' | 'rules'
const TURN: readonly Kind[] = ['lock', 'score', 'pick', 'rename', 'score', 'lock', 'pick', 'rules']

/** Changes a pool all the time, as an admin does: locks, also of weeks that reopen, and corrections of scores, picks, names and rules. */
export class Changes {
  readonly #options: ChangesOptions
  readonly #api: Client
  #lastWeek: number
  #isStopped = false
  #running: Promise<void> | undefined
  /** How often each kind of change was made. */
  readonly made: Record<Kind, number> = { lock: 0, score: 0, pick: 0, rename: 0, rules: 0 }

  constructor(options: ChangesOptions) {
    this.#options = options
    this.#lastWeek = options.lastWeek
    this.#api = createClient({ baseUrl: options.url, token: () => options.adminToken })
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n += 1) {
      const kind = TURN[n % TURN.length] ?? 'lock'
      try {
        await this.#make(kind, n)
        this.made[kind] += 1
      } catch (error) {
        // A server may be restarting, and a correction may be of a pick that the rules refuse.
        if (!(error instanceof ApiError)) throw error
      }
      await sleep(PAUSE_MS)
    }
  }

  #make(kind: Kind, n: number): Promise<unknown> {
    const { entryIds, random } = this.#options
    const entryId = entryIds[integerBetween(random, 0, entryIds.length - 1)] ?? 0
    switch (kind) {
      case 'lock':
        return this.#lock()
      case 'score':
        return this.#correctScore(n)
      case 'pick':
        return this.#correctPick(entryId, n)
      case 'rename':
        return this.#api.call('renameEntry', { params: { id: entryId }, body: { name: `Name ${n}` } })
      case 'rules':
        return this.#api.call('updateRules', { body: { entry_fee_cents: 100 + n, currency: 'USD' } })
      default:
        return kind satisfies never
    }
  }

  /** Adds the next week and locks it. After the last one, reopens it and locks it again. */
  async #lock(): Promise<void> {
    const { seasonYear } = this.#options
    if (this.#lastWeek < LAST_WEEK) {
      const { id, lock_time } = await this.#api.call('createWeek', {
        body: { season_year: seasonYear, week_number: this.#lastWeek + 1 },
      })
      this.#lastWeek += 1
      await this.#api.call('setCurrentWeek', { body: { week_id: id } })
      await this.#api.call('setSiteTime', { body: { now_iso: lock_time } })
      return
    }
    const { id, lock_time } = await this.#api.call('currentWeek')
    const later = new Date(Date.parse(lock_time) + HOUR_MS).toISOString()
    await this.#api.call('updateWeek', { params: { id }, body: { lock_time: later } })
    await this.#api.call('setSiteTime', { body: { now_iso: later } })
  }

  async #correctScore(n: number): Promise<void> {
    const weekId = await this.#someLockedWeek()
    const games = await this.#api.call('weekGames', { params: { id: weekId } })
    const game = games[integerBetween(this.#options.random, 0, games.length - 1)]
    if (game === undefined) return
    const body = { status: 'final', home_score: n % 50, away_score: 20, reason: `correction ${n}` } as const
    await this.#api.call('updateGame', { params: { id: game.id }, body })
  }

  async #correctPick(entryId: number, n: number): Promise<void> {
    const team = TEAMS[integerBetween(this.#options.random, 0, TEAMS.length - 1)]?.abbr ?? 'KC'
    const body = { entry_id: entryId, week_id: await this.#someLockedWeek(), team_abbr: team, reason: `correction ${n}` }
    await this.#api.call('overridePick', { body })
  }

  async #someLockedWeek(): Promise<number> {
    const locked = (await this.#api.call('listWeeks')).filter(({ is_locked }) => is_locked)
    return locked[integerBetween(this.#options.random, 0, locked.length - 1)]?.id ?? 0
  }
}
