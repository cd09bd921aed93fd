import { sharedData } from '@outlast/testing/root'
import { describe, expect, test } from 'vitest'
import { expectConsistentPool } from './support/season-consistency.ts'
import { readSeasonFile } from './support/season-file.ts'
import { openSeason, playWeek } from './support/season-play.ts'

const file = sharedData('games-2025.csv')
/** Each with five entries. `npm run test:long -- real-season` plays with 40. */
const MEMBERS = Number(process.env['SEASON_MEMBERS'] ?? 14)
const SKIPPED = file === undefined ? ' (skipped: ../shared/data/games-2025.csv is not here)' : ''

describe.skipIf(file === undefined)(`the regular season of 2025${SKIPPED}`, () => {
  test(`matches an independent oracle for ${5 * MEMBERS} entries after each week`, { timeout: 600_000 }, async () => {
    const season = readSeasonFile(file!)
    // One entry in four rarely picks, so that some are alive at the end.
    const habits = { missed: (entry: number) => (entry % 4 === 0 ? 0.85 : 0.08) }
    const play = await openSeason({ season, seed: 'real 2025', habits, missedPick: 'survives', members: MEMBERS })
    try {
      const { oracle, tally } = play
      for (const number of season.weeks.keys()) await playWeek(play, number)
      expect(oracle.weeks).toHaveLength(18)
      const tied = oracle.entries.filter((entry) => ['DAL', 'GB'].includes(entry.picks.get(4) ?? ''))
      expect(tied.length).toBeGreaterThan(0)
      expect(tied.map((entry) => oracle.result(4, entry.picks.get(4)!))).toEqual(tied.map(() => 'loss'))
      expect(oracle.entries.some((entry) => oracle.elimination(entry) === null)).toBe(true)
      for (const name of EXPECTED_CASES) expect([name, tally.get(name) ?? 0]).not.toEqual([name, 0])
      expect(play.pool.breaches).toEqual([])
      const after = await expectConsistentPool(play)
      console.info('season 2025:', { ...after, ...Object.fromEntries(tally) })
    } finally {
      await play.stop()
    }
  })
})

const EXPECTED_CASES = [
  'submit',
  'change',
  'resubmit',
  'clear',
  'eliminated by hand',
  'reinstated',
  'final before the lock',
  'team_used',
  'team_on_bye',
  'team_ineligible',
  'entry_eliminated',
  'week_locked',
  'reveal_not_available',
]
