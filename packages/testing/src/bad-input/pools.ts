import { entryId, pickIdOf, weekId } from '@outlast/domain'
import pg from 'pg'
import { type LocalFeed, startLocalFeed } from '../fakes/local-feed.ts'
import { type Api, type Person } from '../server/people.ts'
import { startTestPool, type TestPool } from '../server/test-pool.ts'
import type { TestDatabase } from '../postgres/database.ts'
import type { BadRequest } from './requests.ts'

type State = BadRequest['state']

const NOW: Readonly<Record<State, string>> = {
  open: '2030-08-01T12:00:00Z',
  locked: '2030-09-10T12:00:00Z',
  none: '2030-08-01T12:00:00Z',
}

/** The state that rejected requests must not change. */
interface ProtectedState {
  readonly head: string
  readonly accounts: string
}

/** A pool in a state that can be restored after any request. */
export interface BadInputPool {
  readonly state: State
  readonly pool: TestPool
  /** The values of placeholders such as `$entry`. */
  readonly ids: () => Readonly<Record<string, number>>
  tokenOf(sender: BadRequest['sender']): string | undefined
  protectedState(): Promise<ProtectedState>
  /** Undoes the changes of an accepted request. */
  repair(): Promise<void>
  stop(): Promise<void>
}

/** @param database if not one of its own */
export async function startBadInputPool(state: State, database?: TestDatabase): Promise<BadInputPool> {
  const feed: LocalFeed = await startLocalFeed()
  feed.setGames({ seasonYear: 2030, week: 1 }, [])
  const pool = await startTestPool({ config: { espnBaseUrl: feed.url }, ...(database === undefined ? {} : { database }) })
  const root = await pool.register('Root')
  const client = new pg.Client({ connectionString: pool.database.connectionString })
  await client.connect()
  const content = new PoolContent(pool, root.api, state)
  await content.repair()
  return {
    state,
    pool,
    ids: () => content.ids,
    tokenOf: (sender) => content.tokenOf(sender),
    protectedState: async () => {
      const { rows } =
        await client.query<ProtectedState>(`SELECT (SELECT position || ' ' || encode(hash, 'hex') FROM log_head) AS head,
        (SELECT coalesce(md5(string_agg(a::text, ',' ORDER BY user_id)), '') FROM accounts AS a) AS accounts`)
      return rows[0]!
    },
    repair: () => content.repair(),
    stop: async () => {
      await client.end()
      await pool.stop()
      await database?.drop()
      await feed.stop()
    },
  }
}

/** The accounts and rows that requests refer to. They are created again if a request deletes them. */
class PoolContent {
  ids: Record<string, number> = {}
  readonly #pool: TestPool
  readonly #root: Api
  readonly #state: State
  readonly #people = new Map<string, Person>()
  #registered = 0

  constructor(pool: TestPool, root: Api, state: State) {
    this.#pool = pool
    this.#root = root
    this.#state = state
  }

  tokenOf(sender: BadRequest['sender']): string | undefined {
    return sender === 'visitor' ? undefined : this.#people.get(sender)?.token
  }

  async repair(): Promise<void> {
    const root = this.#root
    await root.call('setSiteTime', { body: { now_iso: NOW.open } })
    await root
      .call('updateRules', {
        body: {
          preset: 'specification',
          max_entries_per_member: null,
          late_entries: 'allowed',
          entry_fee_cents: null,
          currency: null,
          club_share_percent: null,
          unpaid_after_week: null,
          pot_public: false,
        },
      })
      .catch(() => {})
    await root.call('changeJoining', { body: { mode: 'open' } })
    const admin = await this.#person('admin')
    await root.call('adminUpdateUser', { params: { id: admin.id }, body: { is_admin: true } })
    const member = await this.#person('member')
    await root.call('adminUpdateUser', { params: { id: member.id }, body: { is_admin: false } })
    const other = await this.#person('other')
    const entry = await this.#entry(member.id)
    const otherEntry = await this.#entry(other.id)
    this.ids = {
      user: member.id,
      other: other.id,
      entry,
      otherEntry,
      week: 999_999,
      otherWeek: 999_998,
      pick: 999_999,
      otherPick: 999_998,
    }
    if (this.#state === 'none') return void (await root.call('purgeWeeks', { body: { confirm: 'DELETE ALL WEEKS' } }))
    await this.#weeks(member, entry, otherEntry)
    await root.call('setSiteTime', { body: { now_iso: NOW[this.#state] } })
  }

  async #weeks(member: Person, entry: number, otherEntry: number): Promise<void> {
    const root = this.#root
    const week = await this.#week(1)
    const otherWeek = await this.#week(2)
    for (const id of [week, otherWeek]) {
      await root.call('updateWeek', { params: { id }, body: { lock_time: 'auto' } })
      await root.call('updateWeek', { params: { id }, body: { ineligible_teams: [] } })
    }
    await root.call('setCurrentWeek', { body: { week_id: week } })
    for (const id of [entry, otherEntry]) await root.call('adminUpdateEntry', { params: { id }, body: { is_eliminated: false } })
    await member.api.call('submitPick', { body: { entry_id: entry, week_id: week, team_abbr: 'DEN' } }).catch(() => {})
    await root.call('overridePick', { body: { entry_id: otherEntry, week_id: week, team_abbr: 'DEN' } }).catch(() => {})
    const pick = pickIdOf(entryId(entry), weekId(week), 1)
    this.ids = { ...this.ids, week, otherWeek, pick, otherPick: pickIdOf(entryId(otherEntry), weekId(week), 1) }
  }

  async #person(role: string): Promise<Person> {
    const known = this.#people.get(role)
    if (known !== undefined && (await known.api.call('me').catch(() => undefined)) !== undefined) return known
    this.#registered += 1
    const person = await this.#pool.register(`${role} ${this.#registered}`)
    this.#people.set(role, person)
    return person
  }

  async #entry(owner: number): Promise<number> {
    const [first] = await this.#root.call('userEntries', { params: { id: owner } })
    if (first !== undefined) return first.id
    return (await this.#root.call('createEntry', { body: { user_id: owner, name: 'Mine' } })).id
  }

  async #week(number: number): Promise<number> {
    const weeks = await this.#pool.visitor.call('listWeeks')
    const known = weeks.find((week) => week.season_year === 2030 && week.week_number === number)
    return known?.id ?? (await this.#root.call('createWeek', { body: { season_year: 2030, week_number: number } })).id
  }
}

/** A counter for unique names and addresses (`$n`). */
let filled = 0

/** Replaces placeholders such as `$entry` by ids, and adds the sender's token unless the request has a bad one. */
export function fillPlaceholders(one: BadInputPool, request: BadRequest): BadRequest {
  filled += 1
  const ids: Readonly<Record<string, number>> = { ...one.ids(), n: filled }
  const fill = (text: string): string =>
    text.replaceAll(/"\$(\w+)"|\$(\w+)/g, (all, quoted?: string, bare?: string) => String(ids[quoted ?? bare ?? ''] ?? all))
  const token = one.tokenOf(request.sender)
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    ...request,
    path: fill(request.path),
    body: request.body === undefined ? undefined : fill(request.body),
    headers: { ...authorization, ...request.headers },
  }
}
