import { describe, expect, test } from 'vitest'
import { madeUpSeason } from '../src/demo/generated-season.ts'
import { expectSoundAftermath } from './support/season-aftermath.ts'
import { plainSeason } from './support/season-file.ts'
import { openSeason, playWeek } from './support/season-play.ts'

/** No real results are needed for these: they always run. */
const season = plainSeason(madeUpSeason({ seed: 2031, seasonYear: 2031 }))
const LONG = { timeout: 600_000 }
const HABITS = { missed: () => 0.06 }

describe('a made-up season, until a week after its champions are known', () => {
  test('where a missed pick survives', LONG, async () => {
    const { oracle, tally } = await playToTheEnd('survives')
    expect(oracle.entries.some((entry) => oracle.elimination(entry)?.cause === 'missed')).toBe(false)
    expect(tally.get('reinstated')).toBeGreaterThan(0)
  })

  test('where a missed pick is out once every game is final', LONG, async () => {
    const { oracle } = await playToTheEnd('eliminated')
    const missed = oracle.entries.filter((entry) => oracle.elimination(entry)?.cause === 'missed')
    expect(missed.length).toBeGreaterThan(0)
    // Some of them came back, and only the loss that stood then was forgiven.
    expect(oracle.entries.some((entry) => [...entry.forgiven].some((loss) => loss.endsWith('-')))).toBe(true)
  })
})

async function playToTheEnd(missedPick: 'survives' | 'eliminated') {
  const play = await openSeason({ season, seed: `made up, a missed pick ${missedPick}`, habits: HABITS, missedPick })
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
    await expectSoundAftermath(play)
    return play
  } finally {
    await play.stop()
  }
}
