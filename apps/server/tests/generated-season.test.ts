import { describe, expect, test } from 'vitest'
import { generateSeason } from '@outlast/seasons/season'
import { expectConsistentPool } from './support/season-consistency.ts'
import { plainSeason } from './support/season-file.ts'
import { openSeason, playWeek } from './support/season-play.ts'

/** Generated seasons need no file with real results, so these tests always run. */
const season = plainSeason(generateSeason({ seed: 2031, seasonYear: 2031 }))
const LONG = { timeout: 600_000 }
const HABITS = { missed: () => 0.06 }

describe('a generated season, until one week after its champions are known', () => {
  test('matches the oracle if missed picks survive', LONG, async () => {
    const { oracle, tally } = await playToTheEnd('survives')
    expect(oracle.entries.some((entry) => oracle.elimination(entry)?.cause === 'missed')).toBe(false)
    expect(tally.get('reinstated')).toBeGreaterThan(0)
  })

  test('matches the oracle if missed picks eliminate', LONG, async () => {
    const { oracle } = await playToTheEnd('eliminated')
    const missed = oracle.entries.filter((entry) => oracle.elimination(entry)?.cause === 'missed')
    expect(missed.length).toBeGreaterThan(0)
    // Some entries were reinstated, and only the loss they had at that moment was waived.
    expect(oracle.entries.some((entry) => [...entry.waivedLosses].some((loss) => loss.endsWith('-')))).toBe(true)
  })
})

async function playToTheEnd(missedPick: 'survives' | 'eliminated') {
  const play = await openSeason({
    season,
    seed: `generated, a missed pick ${missedPick}`,
    habits: HABITS,
    missedPick,
    members: 14,
  })
  try {
    const { oracle } = play
    let weeksAfter = 0
    for (const number of season.weeks.keys()) {
      await playWeek(play, number)
      if (oracle.champions().length > 0) weeksAfter += 1
      if (weeksAfter === 2) break
    }
    expect(oracle.champions().length).toBeGreaterThan(0)
    expect(play.pool.breaches).toEqual([])
    await expectConsistentPool(play)
    return play
  } finally {
    await play.stop()
  }
}
