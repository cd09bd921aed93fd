import { type LocalFeed, startLocalFeed } from '@outlast/testing/fakes/local-feed'
import { type Api, PASSWORD } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Role as PoolRole, Scope } from '@outlast/domain/rules'
import { expiredToken, forgedTokens } from './forged-tokens.ts'
import type { Role } from './table.ts'

/** The teams that only their owner may know before the lock: of the first pick of the open week, and of the second, if it takes two. Nobody else uses them. */
const HIDDEN_TEAM = 'SEA'
const SECOND_HIDDEN_TEAM = 'JAX'
/** The hidden teams in any spelling. */
export const HIDDEN = /\b(?:SEA|JAX)\b|Seattle|Seahawks|Jacksonville|Jaguars/
const SEASON = 2030

/** A person with an entry that has the hidden teams in the open week. */
export interface Person {
  readonly id: number
  readonly token: string
  readonly email: string
  readonly mobile: string
  readonly password: string
  /** The id of the person's entry. */
  readonly entry: number
}

interface Week {
  readonly id: number
  readonly seasonYear: number
  readonly weekNumber: number
}

/** A pool with a person for each column of the tables. */
export interface World {
  readonly pool: TestPool
  readonly feed: LocalFeed
  /** An admin without a column, for preparations. */
  readonly root: Api
  readonly one: Week
  readonly two: Week
  /** The owner of the rows that a role requests. */
  targetOf(role: Role): Person
  /** Picks for the entries of the owner. */
  readonly proxy: Person
  /** The `Authorization` headers of a role by description. Forged tokens have several. */
  credentialsOf(role: Role): ReadonlyMap<string, string | undefined>
  /** Creates a new person with the role, for requests that have lasting effects. */
  newcomer(role: Role): Promise<Person>
  /** Returns an unused name. */
  fresh(prefix: string): string
  freshEntry(owner: number): Promise<number>
  /** Returns the token of a calendar address. */
  calendarToken(): Promise<string>
  /** Returns a week of another season that does not exist yet. */
  freshSlot(): Omit<Week, 'id'>
  /** Adds such a week. */
  freshWeek(): Promise<Week>
  stop(): Promise<void>
}

/** A token for programs that ends tomorrow. */
export function newToken(scopes: readonly Scope[]) {
  return { name: 'Script', scopes: [...scopes], ends_at: new Date(Date.now() + 86_400_000).toISOString() }
}

export type Stage = 'early' | 'late'

/** Site time: before the first lock, or between the first and the second one. */
const NOW: Readonly<Record<Stage, string>> = { early: '2030-08-01T12:00:00Z', late: '2030-09-10T12:00:00Z' }

/** What the columns of roles have. */
const ROLE_OF: Partial<Record<Role, readonly PoolRole[]>> = { TR: ['treasurer'], SK: ['scorekeeper'], HE: ['helper'] }

export async function startWorld(stage: Stage): Promise<World> {
  const feed = await startLocalFeed()
  const pool = await startTestPool({ config: { espnBaseUrl: feed.url } })
  const root = (await pool.register('Root')).api
  let last = 0
  const fresh = (prefix: string): string => `${prefix} ${(last += 1)}`
  const addWeek = async (seasonYear: number, weekNumber: number): Promise<Week> => {
    const { id } = await root.call('createWeek', { body: { season_year: seasonYear, week_number: weekNumber } })
    return { id, seasonYear, weekNumber }
  }
  await root.call('setSiteTime', { body: { now_iso: NOW.early } })
  const one = await addWeek(SEASON, 1)
  const two = await addWeek(SEASON, 2)
  const open = stage === 'early' ? one : two
  await root.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 2 } } })
  const freshEntry = async (owner: number): Promise<number> =>
    (await root.call('createEntry', { body: { user_id: owner, name: fresh('Entry') } })).id

  const somebody = async (team: string | null, isAdmin = false, roles?: readonly PoolRole[]): Promise<Person> => {
    const name = fresh('Person')
    const { id, token, api } = await pool.register(name)
    const mobile = `+1555000${String(id).padStart(4, '0')}`
    await root.call('adminUpdateUser', {
      params: { id },
      body: { mobile, ...(isAdmin ? { is_admin: true } : {}), ...(roles === undefined ? {} : { roles: [...roles] }) },
    })
    const entry = await freshEntry(id)
    if (team !== null && stage === 'late')
      await api.call('submitPick', { body: { entry_id: entry, week_id: one.id, team_abbr: 'KC' } })
    if (team !== null) await api.call('submitPick', { body: { entry_id: entry, week_id: open.id, team_abbr: team } })
    if (team === HIDDEN_TEAM && stage === 'late')
      await api.call('submitPick', { body: { entry_id: entry, week_id: open.id, slot: 2, team_abbr: SECOND_HIDDEN_TEAM } })
    if (team !== null) await api.call('setRanking', { params: { id: entry }, body: { teams: [team, 'KC'] } })
    return { id, token, password: PASSWORD, email: `${name.toLowerCase().replaceAll(' ', '.')}@club.example`, mobile, entry }
  }
  const as = (person: Person): Api => pool.as(person.token)

  const other = await somebody('DEN')
  const owner = await somebody(HIDDEN_TEAM)
  const admin = await somebody('DEN', true)
  const owningAdmin = await somebody(HIDDEN_TEAM, true)
  const demoted = await somebody('DEN', true)
  const deleted = await somebody('DEN', true)
  const changed = { ...(await somebody(HIDDEN_TEAM, true)), password: `${PASSWORD}!` }
  const signedOut = await somebody(HIDDEN_TEAM, true)
  const treasurer = await somebody('DEN', false, ROLE_OF.TR)
  const scorekeeper = await somebody('DEN', false, ROLE_OF.SK)
  const helper = await somebody('DEN', false, ROLE_OF.HE)
  const proxy = await somebody('DEN')
  const letPick = (entry: number) =>
    as(owner).call('nameProxy', { params: { id: entry }, body: { user_id: proxy.id, ends_at: newToken([]).ends_at } })
  await letPick(owner.entry)
  await root.call('adminUpdateUser', { params: { id: demoted.id }, body: { is_admin: false } })
  await root.call('adminDeleteUser', { params: { id: deleted.id } })
  await as(changed).call('changePassword', { body: { current_password: PASSWORD, new_password: changed.password } })
  await as(signedOut).call('signOutEverywhere', { body: {} })
  if (stage === 'late') {
    await root.call('setCurrentWeek', { body: { week_id: two.id } })
    await root.call('setSiteTime', { body: { now_iso: NOW.late } })
  }
  const secret = pool.config.jwtSecret ?? ''
  const rightsOf = { id: owningAdmin.id, logins: 1 }
  const programOf = async (person: Person, ...scopes: readonly Scope[]) => {
    const { token } = await as(person).call('createToken', { body: newToken(scopes) })
    return new Map([['', `Bearer ${token}`]])
  }
  const bearer = (person: Person) => new Map([['', `Bearer ${person.token}`]])
  const forged = new Map([
    ...[...forgedTokens(secret, rightsOf)].map(([what, token]) => [what, `Bearer ${token}`] as const),
    ['another scheme', `Basic ${owningAdmin.token}`],
    ['no scheme', owningAdmin.token],
    ['two tokens', `Bearer ${owningAdmin.token} ${owningAdmin.token}`],
  ])
  const credentials: Readonly<Record<Role, ReadonlyMap<string, string | undefined>>> = {
    V: new Map([['', undefined]]),
    M: bearer(other),
    O: bearer(owner),
    A: bearer(admin),
    AO: bearer(owningAdmin),
    D: bearer(demoted),
    X: bearer(deleted),
    E: new Map([['', `Bearer ${expiredToken(secret, rightsOf)}`]]),
    F: forged,
    R: bearer(changed),
    S: bearer(signedOut),
    TR: bearer(treasurer),
    SK: bearer(scorekeeper),
    HE: bearer(helper),
    KR: await programOf(owner, 'read'),
    KA: await programOf(owningAdmin, 'read'),
    KP: await programOf(owner, 'picks'),
    KM: await programOf(owningAdmin, 'money'),
    KG: await programOf(owningAdmin, 'games'),
    P: bearer(proxy),
  }
  const ofAdmin = { AO: owningAdmin, KA: owningAdmin, KM: owningAdmin, KG: owningAdmin }
  const targets: Partial<Record<Role, Person>> = { ...ofAdmin, E: owningAdmin, F: owningAdmin, R: changed, S: signedOut }
  let calendarToken: Promise<string> | undefined
  let slots = 0
  const freshSlot = () => {
    slots += 1
    return { seasonYear: 2040 + Math.floor(slots / 22), weekNumber: 1 + (slots % 22) }
  }
  return {
    pool,
    feed,
    root,
    one,
    two,
    targetOf: (role) => targets[role] ?? owner,
    credentialsOf: (role) => credentials[role],
    newcomer: (role) => somebody(null, role === 'A' || role === 'AO', ROLE_OF[role]),
    fresh,
    proxy,
    freshEntry: async (id) => {
      const entry = await freshEntry(id)
      if (id === owner.id) await letPick(entry)
      return entry
    },
    calendarToken: () => (calendarToken ??= readCalendarToken(root)),
    freshSlot,
    freshWeek: () => {
      const { seasonYear, weekNumber } = freshSlot()
      return addWeek(seasonYear, weekNumber)
    },
    stop: async () => {
      await pool.stop()
      await feed.stop()
    },
  }
}

async function readCalendarToken(api: Api): Promise<string> {
  const { url } = await api.call('createCalendarAddress', { body: {} })
  return /calendar\/(.*)\.ics$/.exec(url ?? '')?.[1] ?? ''
}
