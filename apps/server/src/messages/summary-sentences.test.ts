import type { MomentInfo } from '@outlast/contract/live/wire'
import { parseTeam, type TeamAbbr, type WeekSummaryFacts } from '@outlast/domain'
import { expect, it } from 'vitest'
import { summarySentences } from './summary-sentences.ts'

const team = (abbr: string): TeamAbbr => parseTeam(abbr)!
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `Entry ${i + 1}`)

const FACTS: WeekSummaryFacts = {
  seasonYear: 2025,
  weekNumber: 9,
  entered: 100,
  out: names(19),
  alive: 81,
  cameBack: 0,
  closestEscape: { team: team('KC'), opponent: team('LAC'), score: 24, opponentScore: 23, entryNames: names(12) },
  loneliestSurvivor: { team: team('NYJ'), opponent: team('NE'), score: 30, opponentScore: 3, entryNames: ['Long Shot'] },
  biggestUpset: { team: team('BUF'), opponent: team('MIA'), score: 17, opponentScore: 20, entryNames: names(15) },
  corrections: 1,
  nextLock: { weekNumber: 10, lockTime: '2025-11-09T17:00:00.000Z' as never },
  champions: [],
}
const QUIET: WeekSummaryFacts = {
  ...FACTS,
  out: [],
  alive: 100,
  closestEscape: null,
  loneliestSurvivor: null,
  biggestUpset: null,
  corrections: 0,
  nextLock: null,
}

it('summarySentences: mentions the outcome, the closest escape, the loneliest survivor, the upset, the corrections and the next lock', () => {
  expect(summarySentences(FACTS, [])).toEqual([
    '19 of 100 entries went out in week 9; the other 81 are still in.',
    'Closest escape: 12 entries on the Chiefs, 24–23 against the Chargers.',
    'Loneliest survivor: “Long Shot”, alone on the Jets.',
    'Biggest upset: the Bills, with 15 picks, lost 17–20 against the Dolphins.',
    'One final score was corrected.',
    'Week 10 locks on Sunday, November 9 at 12:00 PM ET.',
  ])
})

it.each<[string, Partial<WeekSummaryFacts>, string]>([
  [
    'says that nobody went out, and that one entry was left',
    { entered: 1, alive: 1 },
    'Nobody went out in week 9: the only entry that played it is still in.',
  ],
  ['says that nobody went out', {}, 'Nobody went out in week 9: all 100 that played it are still in.'],
  [
    'names up to three entries that went out',
    { out: names(2), alive: 1 },
    '2 of 100 entries went out in week 9 (“Entry 1” and “Entry 2”); the other one is still in.',
  ],
  ['says that none is left', { out: names(4), entered: 4, alive: 0 }, '4 of 4 entries went out in week 9; none is still in.'],
  [
    'says that all fell and came back',
    { alive: 4, entered: 4, cameBack: 4 },
    'All 4 entries that were left fell in week 9, and come back with one life each.',
  ],
  ['says that the week had no entries', { entered: 0, alive: 0 }, 'No entry was left in week 9.'],
  ['begins with the champion', { champions: ['One'] }, '“One” wins the season.'],
  ['begins with a shared title', { champions: names(5) }, '“Entry 1”, “Entry 2”, “Entry 3” and 2 more share the title.'],
])('summarySentences %s', (_title, more, first) => {
  expect(summarySentences({ ...QUIET, ...more }, [])[0]).toBe(first)
})

it('summarySentences: explains that a tie is a loss', () => {
  const biggestUpset = { ...FACTS.biggestUpset!, score: 20, opponentScore: 20 }
  expect(summarySentences({ ...QUIET, biggestUpset }, [])).toContain(
    'Biggest upset: the Bills, with 15 picks, tied 20–20 against the Dolphins, and a tie is a loss.',
  )
})

it('summarySentences: says what happened in the words of the moments, in their order, unless it is untrue by now', () => {
  const moment = { position: 9, at: '2025-11-02T18:00:00.000Z', game: null } as const
  const moments: readonly MomentInfo[] = [
    { ...moment, id: '11', kind: 'half_gone', alive: 5, total: 10, is_untrue: true },
    { ...moment, id: '10', kind: 'half_gone', alive: 4, total: 10 },
    { ...moment, id: '9', kind: 'called_off', entries: 2, game: { ...GAME, home_score: null, away_score: null } },
    { ...moment, id: '8', kind: 'final', last_on: 'CAR', out: { people: [PERSON], more: 0 }, game: GAME },
    { ...moment, id: '7', kind: 'final', out: { people: [PERSON], more: 3 }, game: GAME },
  ]
  expect(summarySentences(QUIET, moments).slice(1)).toEqual([
    'CAR 10–13. Alpha is out: nobody is left on CAR.',
    'NO–CAR is called off. 2 entries are on it.',
    'Half of the pool is gone. 4 of 10 still in.',
  ])
})

const GAME = { id: 1, home_team_abbr: 'CAR', away_team_abbr: 'NO', home_score: 10, away_score: 13, is_overtime: false }
const PERSON = { entry_id: 1, entry_name: 'Alpha', user_id: 2, user_name: 'Ida Berg' }
