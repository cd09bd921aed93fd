import { instantFromMs, instantToMs, type Round } from '@outlast/domain'
import { RecordedPool } from './recorded-pool.ts'
import { RandomChoices } from './random-pool.ts'

const MATCHUPS = ['BUF-MIA', 'KC-LAC', 'GB-DET', 'SF-WAS', 'DAL-PHI', 'NE-NYJ']
const TEAMS = MATCHUPS.flatMap((matchup) => matchup.split('-'))

/**
 * Returns a pool after a whole season. Members pick at random or forget to pick, games end, and now and then an admin corrects a score,
 * eliminates or reinstates an entry, overrides a pick, reopens a week, or sets an open week to final. Most seasons end with champions.
 */
export function randomSeason(seed: number): RecordedPool {
  const random = new RandomChoices(seed)
  const pool = new RecordedPool()
  const admin = pool.register()
  const entries = Array.from({ length: 2 + random.below(9) }, (_, i) => pool.addEntry(pool.register(), `Entry ${i}`))
  const weeks = Array.from({ length: 2 + random.below(5) }, (_, i) => pool.addWeek(2025, i + 1))
  pool.run(
    'ChangeRules',
    {
      rules: {
        missedPick: random.of(['survives', 'eliminated', 'auto']),
        tie: seed % 2 === 0 ? 'loss' : 'survives',
        tiebreak: seed % 4 === 0 ? ['share'] : seed % 4 === 1 ? ['margin'] : ['fewest_auto', 'margin'],
        wipeOut: seed % 3 === 0 ? 'share' : { reviveAtMost: seed % 3 },
        lives: random.of([1, 1, 2, 3]),
        buyback: random.of([null, { untilWeek: 4, maxPerEntry: 1, feeCents: 0 }]),
      },
    },
    admin,
  )
  const someEntry = () => random.of(entries) ?? admin
  const override = (weekId: number) =>
    pool.run(
      'OverridePick',
      { entryId: someEntry(), weekId, team: random.of(TEAMS), nonce: pool.nonce(), reason: 'a mail' },
      admin,
      'a mail',
    )
  for (const weekId of weeks) {
    const week = pool.state.rounds.get(weekId as never)!
    pool.run('SetCurrentWeek', { weekId }, admin)
    sync(pool, random, week, false)
    for (const entryId of entries) if (random.chance(92)) pool.pick(entryId, weekId, random.of(TEAMS) ?? 'KC')
    if (random.chance(20)) override(weekId)
    if (random.chance(5)) pool.run('FinalizeScores', { weekId }, admin)
    if (random.chance(5)) pool.finalizeWithoutLock(weekId)
    pool.lock(weekId)
    if (random.chance(30)) entries.push(pool.addEntry(admin, `Late ${weekId}`))
    sync(pool, random, week, true)
    for (const entryId of entries) {
      const owner = pool.state.entries.get(entryId as never)?.userId ?? admin
      if (random.chance(30)) pool.run('RequestBuyback', { entryId }, owner)
      if (random.chance(50)) pool.run('AnswerBuyback', { entryId, action: random.of(['confirm', 'decline']) }, admin)
    }
    if (random.chance(30)) override(weekId)
    if (random.chance(30)) pool.run('AmendEntry', { entryId: someEntry(), isEliminated: random.chance(50) }, admin)
    if (random.chance(20)) sync(pool, random, week, true)
    if (random.chance(10)) pool.run('SetLockTime', { weekId, lockTime: instantFromMs(instantToMs(pool.now) + 3_600_000) }, admin)
    if (random.chance(15)) pool.run('FinalizeScores', { weekId }, admin)
  }
  return pool
}

function sync(pool: RecordedPool, random: RandomChoices, week: Round, isFinal: boolean): void {
  const score = () => [random.below(3), random.below(3)] as const
  const games = MATCHUPS.map((matchup) => [matchup, isFinal && random.chance(97) ? score() : null] as const)
  pool.sync(week.id, Object.fromEntries(games), instantFromMs(instantToMs(week.lockTime) + 3_600_000))
}
