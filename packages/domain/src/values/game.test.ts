import { describe, expect, it } from 'vitest'
import { countsAsUnder, DEFAULT_RULES, type Game, gameProgress, type GameProgress, settledResults } from '../index.ts'
import { sync, final, pool } from '../../tests/pool.ts'
import { given } from '../../tests/specification.ts'
import { scheduleWeekId } from './ids.ts'

const played = (): Game =>
  given(...pool, sync(1, final('BUF-MIA', 7, 3, { detail: 'Final' })))
    .state()
    .schedule.get(scheduleWeekId(1))!.games[0]!

describe('gameProgress', () => {
  const progress: GameProgress = { status: 'final', homeScore: 7, awayScore: 3, detail: 'Final' }

  it('leaves out the teams and the kickoff, and what does not apply to the game', () => {
    expect(gameProgress(played())).toStrictEqual(progress)
  })
  it.each<{ readonly more: Partial<GameProgress> }>([
    { more: { phase: 'corrected' } },
    { more: { finalByAdmin: true } },
    { more: { unread: [{ what: 'status', value: 'STATUS_UNKNOWN' }] } },
    { more: { isResultUnread: true } },
  ])('keeps $more', ({ more }) => {
    expect(gameProgress({ ...played(), ...more })).toStrictEqual({ ...progress, ...more })
  })
})

it('settledResults counts a game that a week was closed without as a loss of both teams', () => {
  const closed = { ...played(), status: 'postponed', phase: 'closed_as_loss' } as const
  for (const objective of ['win', 'lose'] as const)
    expect([...settledResults([{ ...closed, countsAs: countsAsUnder({ ...DEFAULT_RULES, objective }) }], true)]).toEqual([
      ['BUF', 'loss'],
      ['MIA', 'loss'],
    ])
})
