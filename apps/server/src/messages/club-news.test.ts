import {
  type Command,
  emptyPool,
  type EntryId,
  type FeedGame,
  type Instant,
  type PoolState,
  runCommand,
  type TeamAbbr,
  type UserId,
  type WeekId,
} from '@outlast/domain'
import { expect, it } from 'vitest'
import { nodeHashing } from '../log/hashing.ts'
import { afterRehearsal, compare, type ComparisonResult } from './club-news.ts'
import { publicFacts } from './news-facts.ts'

const BEFORE = '2025-11-26T12:00:00.000Z' as Instant
const KICKOFF = '2025-11-27T18:00:00.000Z' as Instant
const [A, MEMBER, ONE] = [1 as WeekId, 1 as UserId, 1 as EntryId]

/** The game of Thanksgiving with a score for DET, which is at home. */
const final = (homeScore: number): FeedGame => ({
  espnId: '1',
  home: 'DET' as TeamAbbr,
  away: 'GB' as TeamAbbr,
  kickoff: KICKOFF,
  kickoffKnown: true,
  status: 'final',
  homeScore,
  awayScore: 10,
  detail: null,
})

function run(pool: PoolState, now: Instant, command: Command): void {
  const isMembers = command.type === 'CreateEntry' || command.type === 'SubmitPick'
  const actor = isMembers ? ({ kind: 'user', userId: MEMBER, tokenVersion: 1 } as const) : ({ kind: 'system' } as const)
  const { outcome } = runCommand(pool, { command, actor }, now, nodeHashing)
  if (!outcome.ok) throw outcome.violation
}

/** Returns what is news after the news before it. */
function newsOf(pool: PoolState, { announced }: Pick<ComparisonResult, 'announced'>): ComparisonResult {
  const facts = publicFacts(pool)!
  const locks = [...facts.weeks.values()].map(
    ({ lockPosition }) => [lockPosition, { entries: 1, picks: 1, isReal: true }] as const,
  )
  return compare({ pool, facts, position: pool.position, announced, newLocks: new Map(locks), isSilent: false })
}

it('announces an entry that returns after a loss in a slate (docs/rules.md §20)', () => {
  const pool = emptyPool()
  const nonce = '0'.repeat(64)
  run(pool, BEFORE, { type: 'RegisterUser', data: { emailTaken: false, adminGrant: 'first_account' } })
  run(pool, BEFORE, {
    type: 'AddWeek',
    data: { seasonYear: 2025, weekNumber: 13, slates: ['2025-11-28T05:00:00.000Z' as Instant] },
  })
  run(pool, BEFORE, { type: 'CreateEntry', data: { userId: MEMBER, name: 'One' } })
  run(pool, BEFORE, { type: 'CreateEntry', data: { userId: MEMBER, name: 'Two' } })
  run(pool, BEFORE, {
    type: 'SyncGames',
    data: { weekId: A, games: [{ ...final(0), status: 'scheduled', homeScore: null, awayScore: null }] },
  })
  run(pool, BEFORE, { type: 'SubmitPick', data: { entryId: ONE, weekId: A, team: 'DET', nonce } })
  run(pool, KICKOFF, { type: 'LockDueWeeks', data: {} })
  run(pool, KICKOFF, { type: 'SyncGames', data: { weekId: A, games: [final(3)] } })
  const out = newsOf(pool, { announced: new Map() })
  expect(out.news).toContainEqual(expect.objectContaining({ event: 'entries_out', weekNumber: 13.1 }))
  run(pool, KICKOFF, { type: 'SyncGames', data: { weekId: A, games: [final(20)] } })
  expect(newsOf(pool, out).news).toContainEqual(
    expect.objectContaining({ event: 'entries_out', weekNumber: 13.1, returned: [expect.objectContaining({ name: 'One' })] }),
  )
})

it('afterRehearsal counts only what the rehearsal knows of weeks that it locked', () => {
  const before = [
    ['lock:1', '5'],
    ['results:1', '5'],
    ['lock:2', '6 rehearsed'],
  ] as const
  const rehearsed = [
    ['lock:1', '5'],
    ['results:1', '5 BUF:win'],
    ['complete:1', '5'],
    ['lock:2', '6 rehearsed'],
    ['complete:2', '6'],
    ['out:2030', '3:1'],
  ] as const
  const ofItsLock = [
    ['lock:3', '9 rehearsed'],
    ['results:3', '9 KC:win'],
    ['complete:3', '9'],
  ] as const
  expect([...afterRehearsal(new Map(before), new Map([...rehearsed, ...ofItsLock]))]).toEqual([...before, ...ofItsLock])
})
