import { parseTeam, type TeamAbbr, weekId } from '@outlast/domain'
import { expect, it } from 'vitest'
import { finalMessage } from './member-texts.ts'

const team = (abbr: string): TeamAbbr => parseTeam(abbr) ?? expect.fail(`not a team: ${abbr}`)
const final = { status: 'final', finalByAdmin: false } as const
const tied = [{ ...final, home: team('MIA'), away: team('BUF'), homeScore: 3, awayScore: 3 }]
const alpha = { name: 'Alpha', team: team('BUF'), open: 0, title: null }
const message = (result: 'tie' | 'loss') => {
  const isOut = result === 'loss'
  return finalMessage({ id: weekId(1), weekNumber: 1 }, tied, [{ ...alpha, result, isOut, livesLeft: isOut ? 0 : 1 }])
}

it.each([
  ['tie', '“Alpha” is through', '“Alpha” is through: the Bills tied 3–3, and a tie is not a loss.'],
  ['loss', '“Alpha” is out', '“Alpha” is out: the Bills tied 3–3, and a tie is a loss.'],
] as const)('finalMessage says what a tie means that counts as a %s', (result, title, summary) => {
  expect(message(result)).toMatchObject({ title, summary })
})

it.each(['cancelled', 'moved'] as const)(
  'finalMessage gives the score of the game that decided, beside one of the team that was %s',
  (what) => {
    const status = what === 'moved' ? ({ status: 'postponed', phase: 'moved' } as const) : ({ status: what } as const)
    const off = { ...status, finalByAdmin: false, home: team('BUF'), away: team('NYJ'), homeScore: null, awayScore: null }
    const won = { ...final, home: team('BUF'), away: team('MIA'), homeScore: 20, awayScore: 10 }
    const results = [{ ...alpha, result: 'win', isOut: false, livesLeft: 1 }] as const
    expect(finalMessage({ id: weekId(1), weekNumber: 1 }, [off, won], results).summary).toBe(
      '“Alpha” is through: the Bills won 20–10.',
    )
  },
)
