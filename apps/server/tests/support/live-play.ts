import { createHash } from 'node:crypto'
import { type Actor, entryId, type Instant, pickIdOf, TEAMS, userId, weekId } from '@outlast/domain'
import type { LivePool } from './live-pool.ts'

/** A seeded random generator: the same seed plays the same season. */
export function seededRandom(seed: number) {
  let n = 0
  const next = (): number =>
    createHash('sha256')
      .update(`${seed} ${(n += 1)}`)
      .digest()
      .readUInt32LE() /
    2 ** 32
  const below = (max: number): number => Math.floor(next() * max)
  return {
    next,
    below,
    of: <T>(things: readonly T[]): T => things[below(things.length)]!,
    nonce: (): string =>
      createHash('sha256')
        .update(`nonce ${seed} ${(n += 1)}`)
        .digest('hex'),
  }
}

export type SeededRandom = ReturnType<typeof seededRandom>

const SYSTEM: Actor = { kind: 'system' }
const VISITOR: Actor = { kind: 'visitor' }
const ADMIN = 1
/** Eight teams with four games a week. */
const SOME = TEAMS.slice(0, 8).map((team) => team.abbr)
const LOCK = (week: number): string => `2025-09-${String(week * 7).padStart(2, '0')}T16:00:00.000Z`
const at = (text: string, ms: number): Instant => new Date(Date.parse(text) + ms).toISOString() as Instant

/**
 * Sets up a pool: an admin, three members, five entries, three weeks of 2025, and site time before the first lock.
 * @param picks how many picks its rules have in a week
 */
export async function openSeason({ submit, asUser }: LivePool, picks: 1 | 2 = 1): Promise<void> {
  for (let i = 0; i < 4; i += 1) await submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
  await submit(asUser(ADMIN), 'SetSiteTime', { siteTime: at(LOCK(1), -86_400_000), running: false })
  for (const weekNumber of [1, 2, 3]) await submit(asUser(ADMIN), 'AddWeek', { seasonYear: 2025, weekNumber })
  for (const [i, owner] of [2, 3, 4, 2, 1].entries()) {
    await submit(asUser(owner), 'CreateEntry', {
      userId: userId(owner),
      name: ['Éclair', 'zeta', 'Alpha', 'alpha two', 'Mine'][i]!,
    })
  }
  if (picks > 1) await submit(asUser(ADMIN), 'ChangeRules', { rules: { picksPerWeek: { picks, fromWeek: 1 }, lives: 2 } })
  for (const week of [1, 2, 3]) await sync(SYSTEM, { submit }, week, 0, () => 'scheduled')
}

type Submits = Pick<LivePool, 'submit'>
type Status = 'scheduled' | 'in_progress' | 'final' | 'cancelled' | 'postponed'

async function sync(
  actor: Actor,
  { submit }: Submits,
  week: number,
  shift: number,
  statusOf: (game: number) => Status,
  score = () => 0,
) {
  const games = [0, 1, 2, 3].map((game) => {
    const status = statusOf(game)
    const isPlayed = status === 'in_progress' || status === 'final'
    return {
      espnId: `${week}-${game}`,
      home: SOME[(2 * game + shift) % 8]!,
      away: SOME[(2 * game + 1 + shift) % 8]!,
      kickoff: at(LOCK(week), 3_600_000 * (game - 1)),
      kickoffKnown: true,
      status,
      homeScore: isPlayed ? score() : null,
      awayScore: isPlayed ? score() : null,
      detail: status === 'in_progress' ? '1:01 - 4th' : null,
    }
  })
  await submit(actor, 'SyncGames', { weekId: weekId(week), games })
}

/**
 * Runs one random command. It may be rejected by the rules.
 * @param picks how many picks a week may take
 */
export async function runRandomCommand(pool: LivePool, random: SeededRandom, picks: 1 | 2 = 1): Promise<string> {
  const { submit, asUser, follower } = pool
  const admin = asUser(ADMIN)
  const entries = [...follower.pool.entries.values()]
  const weeks = [...follower.pool.rounds.values()]
  const entry = entries.length === 0 ? undefined : random.of(entries)
  const week = weeks.length === 0 ? undefined : random.of(weeks)
  const owner = asUser(entry?.userId ?? 2)
  const id = entry?.id ?? entryId(99)
  const slot = { entryId: id, weekId: week?.id ?? weekId(99), slot: picks === 1 ? 1 : 1 + random.below(picks) }
  const pick = pickIdOf(id, slot.weekId, slot.slot === 1 ? 1 : 2)
  const team = random.of(SOME)
  const things: readonly [number, string, () => Promise<unknown>][] = [
    [20, 'pick', () => submit(owner, 'SubmitPick', { ...slot, team, nonce: random.nonce() })],
    [4, 'clear', () => submit(owner, 'ClearPick', { pickId: pick })],
    [6, 'override', () => submit(admin, 'OverridePick', { ...slot, team, nonce: random.nonce(), reason: 'asked' })],
    [2, 'remove pick', () => submit(admin, 'RemovePick', { pickId: pick })],
    [
      3,
      'random picks',
      () => submit(admin, 'RandomizePicks', { weekId: slot.weekId, overwrite: random.below(2) === 0, seed: random.nonce() }),
    ],
    [16, 'sync', () => syncSome(pool, random, week?.weekNumber ?? 1, slot.weekId)],
    [2, 'random scores', () => submit(admin, 'RandomizeScores', { weekId: slot.weekId, seed: random.nonce() })],
    [4, 'finalize', () => submit(admin, 'FinalizeScores', { weekId: slot.weekId })],
    [
      6,
      'site time',
      () =>
        submit(admin, 'SetSiteTime', {
          siteTime: at(LOCK(week?.weekNumber ?? 1), random.of([-1, 0, 3_600_000, 86_400_000])),
          running: false,
        }),
    ],
    [
      3,
      'lock time',
      () =>
        submit(admin, 'SetLockTime', {
          weekId: slot.weekId,
          lockTime: random.below(2) === 0 ? 'auto' : at(LOCK(week?.weekNumber ?? 1), random.of([-7_200_000, 0, 7_200_000])),
        }),
    ],
    [5, 'judge', () => submit(admin, 'AmendEntry', { entryId: id, isEliminated: random.below(2) === 0 })],
    [3, 'rename', () => submit(admin, 'AmendEntry', { entryId: id, name: random.of(['A', 'bb', 'Zz', 'émile', 'M']) })],
    [
      3,
      'enter',
      () => submit(admin, 'CreateEntry', { userId: userId(random.of([1, 2, 3, 4])), name: `New ${random.below(50)}` }),
    ],
    [1, 'delete entry', () => submit(admin, 'RemoveEntry', { entryId: id })],
    [4, 'pay', () => submit(admin, 'SetPayment', { entryId: id, paymentType: random.of(['venmo', 'cash']), paidDate: null })],
    [2, 'ineligible', () => submit(admin, 'SetIneligibleTeams', { weekId: slot.weekId, teams: [team] })],
    [1, 'unmask', () => submit(admin, 'UnmaskPicks', { weekId: slot.weekId, reason: 'they asked' })],
    [2, 'add week', () => submit(admin, 'AddWeek', { seasonYear: random.of([2025, 2026]), weekNumber: 1 + random.below(4) })],
    [1, 'delete week', () => submit(admin, 'DeleteWeek', { weekId: slot.weekId })],
    [3, 'set current', () => submit(admin, 'SetCurrentWeek', { weekId: slot.weekId })],
    [2, 'rules', () => submit(admin, 'ChangeRules', { rules: { missedPick: random.of(['survives', 'eliminated']) } })],
    [
      picks - 1,
      'picks of a week',
      () => submit(admin, 'SetPicksOfWeek', { weekId: slot.weekId, picks: random.of([null, 1, 2, 3]) }),
    ],
    [
      2 * (picks - 1),
      'picks a week',
      () =>
        submit(admin, 'ChangeRules', {
          rules: {
            picksPerWeek: random.of([null, { picks: 2, fromWeek: 1 + random.below(3) }]),
            slotLoss: random.of(['one', 'each']),
          },
        }),
    ],
    [2, 'register', () => submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })],
    [4, 'profile', () => profile(pool, random)],
    [
      2,
      'promote',
      () => submit(admin, 'ChangeProfile', { userId: userId(2), fields: [], emailTaken: false, isAdmin: random.below(2) === 0 }),
    ],
    [1, 'log out', () => submit(owner, 'EndLogins', {})],
    [1, 'delete user', () => submit(admin, 'DeleteUser', { userId: userId(2 + random.below(6)) })],
    [1, 'purge users', () => (random.below(4) === 0 ? submit(admin, 'PurgeUsersAndEntries', {}) : Promise.resolve())],
    [1, 'purge weeks', () => (random.below(4) === 0 ? submit(admin, 'PurgeWeeks', {}) : Promise.resolve())],
  ]
  const total = things.reduce((sum, [weight]) => sum + weight, 0)
  let left = random.below(total)
  for (const [weight, name, run] of things) {
    left -= weight
    if (left >= 0) continue
    await run()
    return name
  }
  return 'nothing'
}

function profile({ submit, asUser }: LivePool, random: SeededRandom) {
  const id = 1 + random.below(4)
  const [field, change] = random.of([
    ['first_name', { first_name: `Neo${random.below(9)}` }],
    ['email', { email: `Other${id}@example.org`, email_key: `other${id}@example.org` }],
    ['mobile', { mobile: '+1555' }],
  ] as const)
  const data = { userId: userId(id), fields: [field], emailTaken: false }
  return submit(asUser(ADMIN), 'ChangeProfile', data, { user_id: id, ...change })
}

async function syncSome(pool: LivePool, random: SeededRandom, week: number, id: number): Promise<void> {
  const finals = random.below(2) === 0
  const status = (): Status =>
    finals ? 'final' : random.of(['scheduled', 'in_progress', 'final', 'final', 'postponed', 'cancelled'])
  const own: Submits = {
    submit: (actor, type, data) => pool.submit(actor, type, { ...data, weekId: weekId(id) } as typeof data),
  }
  await sync(SYSTEM, own, week, random.below(6) === 0 ? 2 : 0, status, () => random.below(3))
}
