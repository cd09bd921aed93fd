import { scoreRules } from '@outlast/domain/histories/score-rules'
import { instantFromMs, instantToMs, isSlate, type Round, slotsOf } from '@outlast/domain'
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
  const member = pool.register()
  const entries = Array.from({ length: 2 + random.below(9) }, (_, i) => pool.addEntry(pool.register(), `Entry ${i}`))
  const weeks = Array.from({ length: 2 + random.below(5) }, (_, i) => i + 1).flatMap((number) =>
    (seed + number) % 5 === 0 ? pool.addSlates(2025, number) : pool.addWeek(2025, number),
  )
  pool.run(
    'ChangeRules',
    {
      rules: {
        missedPick: random.of(['survives', 'eliminated', 'auto']),
        ...scoreRules((values) => random.of(values)),
        tiebreak: seed % 4 === 0 ? ['share'] : seed % 4 === 1 ? ['margin'] : ['fewest_auto', 'margin'],
        wipeOut: seed % 3 === 0 ? 'share' : { reviveAtMost: seed % 3 },
        ...(seed % 5 === 0 ? { lateEntryLosses: true, lives: 2 + (seed % 2) } : { lives: random.of([1, 1, 2, 3]) }),
        picksPerWeek: seed % 4 === 3 ? { picks: 2 + (seed % 3 === 0 ? 1 : 0), fromWeek: 1 + (seed % 2) } : null,
        slotLoss: seed % 8 === 3 ? 'each' : 'one',
        opponents: seed % 3 === 0 ? 'allowed' : 'refused',
        buyback: random.of([null, { untilWeek: 4, maxPerEntry: 1, feeCents: 0 }]),
      },
    },
    admin,
  )
  const someEntry = () => random.of(entries) ?? admin
  const override = (weekId: number) =>
    pool.run(
      'OverridePick',
      { entryId: someEntry(), weekId, slot: 1 + random.below(2), team: random.of(TEAMS), nonce: pool.nonce(), reason: 'a mail' },
      admin,
      'a mail',
    )
  for (const weekId of weeks) {
    const week = pool.state.rounds.get(weekId as never)!
    pool.run('SetCurrentWeek', { weekId }, admin)
    sync(pool, random, week, false)
    const slots = slotsOf(pool.state, week)
    for (const entryId of entries)
      for (const slot of slots) if (random.chance(92)) pool.pick(entryId, weekId, random.of(TEAMS) ?? 'KC', slot)
    if (random.chance(20)) override(weekId)
    if (random.chance(5)) pool.run('FinalizeScores', { weekId }, admin)
    if (random.chance(5)) pool.finalizeWithoutLock(weekId)
    pool.lock(weekId)
    if (random.chance(30)) entries.push(pool.addEntry(member, `Late ${weekId}`, admin))
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
  // A slate has a half of the games, and they kick off in its time.
  const own = isSlate(week.weekNumber) ? games.filter((_, index) => index < 3 === week.weekNumber % 1 < 0.15) : games
  const sinceLock = isSlate(week.weekNumber) ? -3_600_000 : 3_600_000
  pool.sync(week.id, Object.fromEntries(own), instantFromMs(instantToMs(week.lockTime) + sinceLock))
}
