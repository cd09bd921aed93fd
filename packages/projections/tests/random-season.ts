import { instantFromMs, instantToMs, type Round } from '@outlast/domain'
import { Random } from '@outlast/domain/histories/random'
import { RecordedPool } from './recorded-pool.ts'

const MATCHUPS = ['BUF-MIA', 'KC-LAC', 'GB-DET', 'SF-WAS', 'DAL-PHI', 'NE-NYJ']
const TEAMS = MATCHUPS.flatMap((matchup) => matchup.split('-'))

/**
 * Returns a pool after a whole season. Members pick at random or forget to pick, games end, and now and then an admin corrects a score,
 * eliminates or reinstates an entry, overrides a pick, reopens a week, or sets an open week to final. Most seasons end with champions.
 */
export function randomSeason(seed: number): RecordedPool {
  const random = new Random(seed)
  const pool = new RecordedPool()
  const admin = pool.register()
  const entries = Array.from({ length: 2 + random.below(9) }, (_, i) => pool.addEntry(pool.register(), `Entry ${i}`))
  const weeks = Array.from({ length: 2 + random.below(5) }, (_, i) => pool.addWeek(2025, i + 1))
  pool.run(
    'ChangeRules',
    {
      rules: {
        missedPick: random.maybeOf(['survives', 'eliminated', 'auto']),
        tie: seed % 2 === 0 ? 'loss' : 'survives',
        lives: random.maybeOf([1, 1, 2, 3]),
        buyback: random.maybeOf([null, { untilWeek: 4, maxPerEntry: 1, feeCents: 0 }]),
      },
    },
    admin,
  )
  const someEntry = () => random.maybeOf(entries) ?? admin
  const override = (weekId: number) =>
    pool.run(
      'OverridePick',
      { entryId: someEntry(), weekId, team: random.maybeOf(TEAMS), nonce: pool.nonce(), reason: 'a mail' },
      admin,
      'a mail',
    )
  for (const weekId of weeks) {
    const week = pool.state.rounds.get(weekId as never)!
    pool.run('SetCurrentWeek', { weekId }, admin)
    sync(pool, random, week, false)
    for (const entryId of entries) if (random.chance(0.92)) pool.pick(entryId, weekId, random.maybeOf(TEAMS) ?? 'KC')
    if (random.chance(0.2)) override(weekId)
    if (random.chance(0.05)) pool.run('FinalizeScores', { weekId }, admin)
    if (random.chance(0.05)) pool.finalizeWithoutLock(weekId)
    pool.lock(weekId)
    if (random.chance(0.3)) entries.push(pool.addEntry(admin, `Late ${weekId}`))
    sync(pool, random, week, true)
    for (const entryId of entries) {
      const owner = pool.state.entries.get(entryId as never)?.userId ?? admin
      if (random.chance(0.3)) pool.run('RequestBuyback', { entryId }, owner)
      if (random.chance(0.5)) pool.run('AnswerBuyback', { entryId, action: random.maybeOf(['confirm', 'decline']) }, admin)
    }
    if (random.chance(0.3)) override(weekId)
    if (random.chance(0.3)) pool.run('AmendEntry', { entryId: someEntry(), isEliminated: random.chance(0.5) }, admin)
    if (random.chance(0.2)) sync(pool, random, week, true)
    if (random.chance(0.1)) pool.run('SetLockTime', { weekId, lockTime: instantFromMs(instantToMs(pool.now) + 3_600_000) }, admin)
    if (random.chance(0.15)) pool.run('FinalizeScores', { weekId }, admin)
  }
  return pool
}

function sync(pool: RecordedPool, random: Random, week: Round, isFinal: boolean): void {
  const score = () => [random.below(3), random.below(3)] as const
  const games = MATCHUPS.map((matchup) => [matchup, isFinal && random.chance(0.97) ? score() : null] as const)
  pool.sync(week.id, Object.fromEntries(games), instantFromMs(instantToMs(week.lockTime) + 3_600_000))
}
