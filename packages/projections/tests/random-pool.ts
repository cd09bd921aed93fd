import { createHash } from 'node:crypto'
import {
  allPicks,
  instantFromMs,
  instantToMs,
  POOL_RULES,
  type PoolRules,
  RULE_NAMES,
  splitVoteClose,
  TEAMS,
} from '@outlast/domain'
import { RecordedPool } from './recorded-pool.ts'

/** Returns all pools, or every fifth one during mutation testing, where each mutant that survives plays all of them. */
export function someOf<T>(pools: readonly T[]): T[] {
  const each = Number(process.env['EACH_RANDOM_POOL'] ?? 1)
  return pools.filter((_, i) => i % each === 0)
}

/** A seeded random generator. */
export class RandomChoices {
  #state: number
  constructor(seed: number) {
    this.#state = createHash('sha256').update(String(seed)).digest().readUInt32LE(0)
  }
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }
  of<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)]
  }
  chance(percent: number): boolean {
    return this.below(100) < percent
  }
}

type RandomCommand = (pool: RecordedPool, random: RandomChoices) => void

const users = (pool: RecordedPool) => [...pool.state.users.values()].map((user) => user.id)
const entries = (pool: RecordedPool) => [...pool.state.entries.values()]
const weeks = (pool: RecordedPool) => [...pool.state.rounds.values()]
const someEntry = (pool: RecordedPool, random: RandomChoices) => random.of(entries(pool))?.id ?? 1
const someWeek = (pool: RecordedPool, random: RandomChoices) => random.of(weeks(pool))?.id ?? 1
const someTeam = (random: RandomChoices) => random.of(TEAMS)?.abbr ?? 'KC'
const seed = (random: RandomChoices) =>
  createHash('sha256')
    .update(String(random.below(1e9)))
    .digest('hex')

const someSlot = (random: RandomChoices) => 1 + random.below(3)

const pick: RandomCommand = (pool, random) =>
  void pool.pick(someEntry(pool, random), someWeek(pool, random), someTeam(random), random.chance(50) ? 1 : someSlot(random))

function sync(pool: RecordedPool, random: RandomChoices): void {
  const week = random.of(weeks(pool))
  if (week === undefined) return
  const games = [0, 2, 4, 6].map((i) => {
    const status = random.of(['scheduled', 'in_progress', 'final', 'final', 'cancelled', 'postponed'] as const)
    const scored = (status === 'in_progress' || status === 'final') && random.chance(90)
    return {
      espnId: `${week.id}-${i}`,
      home: TEAMS[i]?.abbr,
      away: TEAMS[i + 1]?.abbr,
      kickoff: instantFromMs(instantToMs(week.lockTime) + random.below(5) * 3_600_000),
      kickoffKnown: random.chance(80),
      status,
      homeScore: scored ? random.below(3) : null,
      awayScore: scored ? random.below(3) : null,
      detail: random.of(['Q1', 'Final', null]),
    }
  })
  pool.run('SyncGames', { weekId: week.id, games })
}

function moveTime(pool: RecordedPool, random: RandomChoices): void {
  const week = random.of(weeks(pool))
  if (week === undefined) return
  const siteTime = instantFromMs(instantToMs(week.lockTime) + (random.below(3) - 1) * 3_600_000)
  pool.run('SetSiteTime', { siteTime, running: random.chance(50) })
}

function setLock(pool: RecordedPool, random: RandomChoices): void {
  const base = random.chance(50) ? pool.now : (random.of(weeks(pool))?.lockTime ?? pool.now)
  const lockTime = random.chance(20) ? 'auto' : instantFromMs(instantToMs(base) + (random.below(4) - 1) * 1_800_000)
  pool.run('SetLockTime', { weekId: someWeek(pool, random), lockTime })
}

/** The entries alive vote on sharing, if they can, and perhaps the vote closes. */
function voteOnSharing(pool: RecordedPool, random: RandomChoices): void {
  const { splitVote: vote, rounds } = pool.state
  const week = vote === null ? undefined : rounds.get(vote.weekId)
  if (vote === null || week === undefined) return
  for (const entryId of vote.entryIds) {
    const owner = pool.state.entries.get(entryId)?.userId ?? 1
    pool.run('CastSplitVote', { entryId, choice: random.of(['share', 'share', 'share', 'play_on', null]) }, owner)
    if (random.chance(70)) pool.run('CastSplitVote', { entryId, choice: 'share' }, owner)
  }
  if (random.chance(50)) return
  const close = splitVoteClose(week.lockTime)
  if (close > pool.now) pool.now = close
  pool.run('LockDueWeeks', {})
}

/** Random commands with their weights. */
const RANDOM_COMMANDS: readonly (readonly [number, RandomCommand])[] = [
  [6, (pool) => void pool.register()],
  [
    8,
    (pool, random) => {
      const userId = random.of(users(pool)) ?? 1
      pool.run('CreateEntry', { userId, name: `e${random.below(1e6)}` }, userId)
    },
  ],
  [5, (pool, random) => void pool.run('AddWeek', { seasonYear: 2025 + random.below(2), weekNumber: 1 + random.below(4) })],
  [
    1,
    (pool, random) =>
      void pool.run('AddWeek', {
        seasonYear: 2025,
        weekNumber: 5,
        slates: ['2025-10-04T04:00:00.000Z', '2025-10-05T18:00:00.000Z'].slice(0, 1 + random.below(2)),
      }),
  ],
  [40, pick],
  [
    6,
    (pool, random) => {
      const entry = random.of(entries(pool))
      const held = random.of(allPicks(entry))
      if (held !== undefined)
        pool.run(
          random.chance(50) ? 'RemovePick' : 'ClearPick',
          { pickId: held.id, reason: 'because' },
          random.chance(50) ? (entry?.userId ?? 1) : 'system',
        )
    },
  ],
  [
    8,
    (pool, random) =>
      void pool.run('OverridePick', {
        entryId: someEntry(pool, random),
        weekId: someWeek(pool, random),
        slot: random.chance(50) ? 1 : someSlot(random),
        team: someTeam(random),
        nonce: pool.nonce(),
        reason: 'because',
      }),
  ],
  [
    3,
    (pool, random) =>
      void pool.run('RandomizePicks', {
        weekId: someWeek(pool, random),
        overwrite: random.chance(50),
        seed: seed(random),
        reason: 'because',
      }),
  ],
  [8, sync],
  [8, voteOnSharing],
  [3, (pool, random) => void pool.run('FinalizeScores', { weekId: someWeek(pool, random) })],
  [2, (pool, random) => pool.finalizeWithoutLock(someWeek(pool, random))],
  [2, (pool, random) => void pool.run('RandomizeScores', { weekId: someWeek(pool, random), seed: seed(random) })],
  [6, moveTime],
  [3, (pool) => void pool.run('ClearSiteTime', {})],
  [6, setLock],
  [
    4,
    (pool, random) => void pool.run('SetPicksOfWeek', { weekId: someWeek(pool, random), picks: random.of([null, 1, 2, 2, 3]) }),
  ],
  [4, (pool, random) => void pool.run('AmendEntry', { entryId: someEntry(pool, random), isEliminated: random.chance(50) })],
  [3, (pool, random) => void pool.run('AmendEntry', { entryId: someEntry(pool, random), name: `n${random.below(1e6)}` })],
  [
    4,
    (pool, random) =>
      void pool.run('SetPayment', {
        entryId: someEntry(pool, random),
        paymentType: random.of(['venmo', 'cash', null]),
        paidDate: null,
      }),
  ],
  [2, (pool, random) => void pool.run('SetCurrentWeek', { weekId: someWeek(pool, random) })],
  [
    2,
    (pool, random) =>
      void pool.run('ChangeRules', {
        rules: {
          ...someChoices(random),
          lives: 1 + random.below(3),
          split: random.of([null, { atMost: 20, fromWeek: 1 }]),
          picksPerWeek: random.of([null, { picks: 2 + random.below(2), fromWeek: 1 + random.below(3) }]),
          buyback: random.of([null, { untilWeek: 1 + random.below(4), maxPerEntry: 2, feeCents: 2000 }]),
          currency: 'USD',
        },
      }),
  ],
  [
    4,
    (pool, random) => {
      const entry = random.of(entries(pool))
      const teams = [...new Set([someTeam(random), someTeam(random)])]
      if (entry !== undefined) pool.run('SetRanking', { entryId: entry.id, teams, nonce: pool.nonce() }, entry.userId)
    },
  ],
  [
    6,
    (pool, random) => {
      const entry = random.of(entries(pool))
      if (entry !== undefined) pool.run('RequestBuyback', { entryId: entry.id }, entry.userId)
    },
  ],
  [
    4,
    (pool, random) => {
      const entryId = random.of([...pool.state.requestedBuybacks.entries()])?.[0] ?? someEntry(pool, random)
      pool.run('AnswerBuyback', { entryId, action: random.of(['confirm', 'confirm', 'decline']) })
    },
  ],
  [
    2,
    (pool, random) =>
      void pool.run('SetIneligibleTeams', { weekId: someWeek(pool, random), teams: [someTeam(random), someTeam(random)] }),
  ],
  [1, (pool, random) => void pool.run('UnmaskPicks', { weekId: someWeek(pool, random), reason: 'to see' })],
  [1, (pool, random) => void pool.run('DeleteWeek', { weekId: someWeek(pool, random) })],
  [2, (pool, random) => void pool.run('RemoveEntry', { entryId: someEntry(pool, random) })],
  [
    1,
    (pool, random) =>
      void pool.run('ChangeProfile', {
        userId: random.of(users(pool)) ?? 1,
        fields: [],
        emailTaken: false,
        isAdmin: random.chance(50),
      }),
  ],
  [2, (pool, random) => void pool.run('StartSeason', { seasonYear: 2026 + random.below(2) })],
  [8, (pool, random) => void pool.run('RenewEntry', { entryId: someEntry(pool, random), byAdmin: true })],
  [1, (pool, random) => void pool.run('DeleteUser', { userId: random.of(users(pool)) ?? 1 })],
  [0.3, (pool) => void pool.run('PurgeUsersAndEntries', {})],
  [0.3, (pool) => void pool.run('PurgeWeeks', {})],
]
const TOTAL = RANDOM_COMMANDS.reduce((sum, [weight]) => sum + weight, 0)

/** Returns a pool after a number of random commands, some of which the rules reject. */
export function randomPool(seedNumber: number, moves: number): RecordedPool {
  const random = new RandomChoices(seedNumber)
  const pool = new RecordedPool()
  for (let i = 0; i < 3; i += 1) pool.addEntry(pool.register(), `e${i}`)
  pool.addWeek(2025, 1)
  pool.addWeek(2025, 2)
  playOn(pool, random, moves)
  return pool
}

/** Returns a pool whose last two entries agreed to share in week 2, after a number of random commands. */
export function agreedPool(seedNumber: number, moves: number): RecordedPool {
  const pool = new RecordedPool()
  const ids = ['a', 'b', 'c'].map((name) => pool.addEntry(pool.register(), name))
  const [one, two] = [pool.addWeek(2025, 1), pool.addWeek(2025, 2)]
  pool.runAccepted('ChangeRules', { rules: { split: { atMost: 2, fromWeek: 2 } } })
  pool.sync(one, { 'BUF-MIA': null, 'KC-LAC': null })
  for (const [i, team] of ['BUF', 'KC', 'MIA'].entries()) pool.pick(ids[i] ?? 0, one, team)
  pool.pick(ids[0] ?? 0, two, 'SF')
  pool.lock(one)
  pool.sync(one, { 'BUF-MIA': [7, 3], 'KC-LAC': [7, 3] })
  pool.runAccepted('SetCurrentWeek', { weekId: two })
  for (const entryId of pool.state.splitVote?.entryIds ?? []) {
    pool.runAccepted('CastSplitVote', { entryId, choice: 'share' }, pool.state.entries.get(entryId)?.userId)
  }
  pool.now = splitVoteClose(pool.state.rounds.get(two as never)?.lockTime ?? pool.now)
  pool.runAccepted('LockDueWeeks', {})
  playOn(pool, new RandomChoices(seedNumber), moves)
  return pool
}

function playOn(pool: RecordedPool, random: RandomChoices, moves: number): void {
  for (let i = 0; i < moves; i += 1) {
    let at = (random.below(1e6) / 1e6) * TOTAL
    const found = RANDOM_COMMANDS.find(([weight]) => (at -= weight) < 0)
    found?.[1](pool, random)
  }
}

/** A value of every rule that is a choice, so that the read models are compared under each of them. */
function someChoices(random: RandomChoices): Partial<PoolRules> {
  const choices = RULE_NAMES.map((name) => [name, POOL_RULES[name].kind] as const)
  return Object.fromEntries(choices.flatMap(([name, kind]) => (kind.type === 'choice' ? [[name, random.of(kind.values)]] : [])))
}
