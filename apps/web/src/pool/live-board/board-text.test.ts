import type { GameInfo } from '@outlast/contract/live'
import type { GameStakes } from '@outlast/views'
import { describe, expect, it } from 'vitest'
import { aliveText, byInterest, countsText, percentText, roundSurvivors, stakesText } from './board-text.ts'

const TO_LOSE = { ahead: 'loss', behind: 'win', level: 'loss' } as const
const SAFE_TIE = { ahead: 'win', behind: 'loss', level: 'tie' } as const

const game = (over: Partial<GameInfo> = {}): GameInfo => ({
  id: 1,
  espn_id: '1',
  start_time: '2025-09-07T17:00:00.000Z',
  kickoff_known: true,
  home_team_abbr: 'KC',
  away_team_abbr: 'BUF',
  home_score: null,
  away_score: null,
  status: 'scheduled',
  detail: null,
  final_by_admin: false,
  result_at: null,
  phase: null,
  unread: [],
  result_unread: false,
  by_hand: false,
  decided_by: null,
  ...over,
})

type Side = readonly [picks: number, atRisk: number]

const stakes = (
  over: Partial<GameInfo>,
  [away, home]: readonly [Side, Side],
  odds = { home: 0.5, away: 0.4, tie: 0.1 },
): GameStakes => {
  const info = game(over)
  return {
    game: info,
    odds,
    away: { team: info.away_team_abbr, picks: away[0], atRisk: away[1] },
    home: { team: info.home_team_abbr, picks: home[0], atRisk: home[1] },
  }
}

const running = (away: number, home: number) => ({ status: 'in_progress', away_score: away, home_score: home }) as const
const final = (away: number, home: number) => ({ ...running(away, home), status: 'final' }) as const

describe('stakesText', () => {
  it.each([
    [
      '14 entries hang on this game',
      {},
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '1 entry hangs on this game',
      {},
      [
        [1, 1],
        [0, 0],
      ],
    ],
    [
      '9 entries go out if this stands',
      running(3, 10),
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '1 entry goes out if this stands',
      running(10, 3),
      [
        [9, 9],
        [1, 1],
      ],
    ],
    [
      'Nobody goes out if this stands',
      running(10, 3),
      [
        [9, 9],
        [0, 0],
      ],
    ],
    [
      'Level, and a tie is a loss: 14 entries go out if this stands',
      running(7, 7),
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '2 entries go out, 3 entries survive the loss if this stands',
      running(3, 10),
      [
        [5, 2],
        [5, 5],
      ],
    ],
    [
      '9 entries went out',
      final(3, 10),
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      'Nobody went out',
      final(10, 3),
      [
        [9, 9],
        [0, 0],
      ],
    ],
    [
      'Level, and a tie is not a loss: nobody goes out if this stands',
      { ...running(7, 7), counts_as: SAFE_TIE },
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      'A tie is not a loss: nobody went out',
      { ...final(20, 20), counts_as: SAFE_TIE },
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '9 entries went out',
      { ...final(17, 20), counts_as: SAFE_TIE },
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '9 entries went out',
      { ...final(20, 17), counts_as: TO_LOSE },
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '5 entries go out if this stands',
      { ...running(17, 20), counts_as: TO_LOSE },
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      'A tie is a loss: 14 entries went out',
      final(20, 20),
      [
        [9, 9],
        [5, 5],
      ],
    ],
    [
      '3 entries, all with a life to spare',
      {},
      [
        [3, 0],
        [0, 0],
      ],
    ],
    [
      'Nobody picked this game',
      running(3, 10),
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'Cancelled: nobody goes out for now',
      { status: 'cancelled' },
      [
        [1, 1],
        [0, 0],
      ],
    ],
    [
      'Not played: nobody goes out',
      { status: 'postponed', phase: 'closed' },
      [
        [2, 2],
        [1, 1],
      ],
    ],
    [
      'Not played: 3 entries went out, 1 entry survived the loss',
      { status: 'postponed', phase: 'closed_as_loss' },
      [
        [2, 2],
        [2, 1],
      ],
    ],
    [
      '3 entries hang on this game',
      { status: 'postponed' },
      [
        [2, 2],
        [1, 1],
      ],
    ],
  ] as const)('says “%s”', (text, over, sides) => {
    expect(stakesText(stakes(over, sides))).toBe(text)
  })
})

describe('byInterest', () => {
  it('lists own games first, then those on which many entries hang and whose end is open', () => {
    const over = { home: 1, away: 0, tie: 0 }
    const games = [
      stakes(
        { id: 1, ...final(3, 10) },
        [
          [90, 90],
          [5, 5],
        ],
        over,
      ),
      stakes({ id: 2 }, [
        [3, 3],
        [1, 1],
      ]),
      stakes({ id: 3 }, [
        [30, 30],
        [1, 1],
      ]),
      stakes({ id: 4, home_team_abbr: 'GB' }, [
        [0, 0],
        [1, 1],
      ]),
    ]
    expect(byInterest(games, new Set(['GB'])).map((one) => one.game.id)).toEqual([4, 3, 2, 1])
  })
})

describe('percentText', () => {
  it.each([
    [0.414, '41 %'],
    [0, '< 1 %'],
    [0.996, '> 99 %'],
    [1, '> 99 %'],
  ])('formats %d, which never looks certain', (chance, text) => expect(percentText(chance)).toBe(text))
  it('formats a certain chance', () => expect(percentText(1, false)).toBe('100 %'))
})

describe('roundSurvivors', () => {
  it.each([
    [5, 9, 5],
    [58, 69, 60],
    [131, 303, 130],
    [0, 2, 0],
    [4, 4, 3],
  ])('says about %d of %d', (median, most, said) => expect(roundSurvivors(median, most)).toBe(said))
})

describe('aliveText', () => {
  const none = { later: 0, weekEnd: 'tonight' }
  it('explains why more are alive than have won', () => {
    expect(aliveText({ alive: 57, won: 45, tied: 0, playing: 0, noPick: 12, missed: 0, ...none })).toBe(
      'Of 57 alive, 45 won and 12 survived without a pick.',
    )
    expect(aliveText({ alive: 10, won: 4, tied: 0, playing: 5, noPick: 0, missed: 0, ...none })).toBe(
      'Of 10 alive, 4 won, 5 are still undecided and 1 lost and has a life left or a waived loss.',
    )
  })
  it('says that entries without a pick go out, where the rules say so', () => {
    expect(aliveText({ alive: 95, won: 0, tied: 0, playing: 86, noPick: 0, missed: 9, ...none })).toBe(
      'Of 95 alive, 86 are still undecided and 9 without a pick go out tonight.',
    )
    expect(aliveText({ alive: 3, won: 2, tied: 0, playing: 0, noPick: 0, missed: 1, ...none })).toBe(
      'Of 3 alive, 2 won and 1 without a pick goes out tonight.',
    )
  })
  it('counts those whose team tied, where a tie is not a loss', () => {
    expect(aliveText({ alive: 10, won: 6, tied: 4, playing: 0, noPick: 0, missed: 0, ...none })).toBe(
      'Of 10 alive, 6 won and 4 tied.',
    )
  })
  it('says so even where nobody else is alive', () => {
    expect(aliveText({ alive: 2, won: 0, tied: 0, playing: 0, noPick: 0, missed: 2, ...none })).toBe(
      'Of 2 alive, 2 without a pick go out tonight.',
    )
  })
  it('counts those that joined after the lock', () => {
    expect(aliveText({ alive: 11, won: 10, tied: 0, playing: 0, noPick: 0, missed: 0, ...none, later: 1 })).toBe(
      'Of 11 alive, 10 won and 1 plays from the next week on.',
    )
  })
  it('is empty where the numbers explain themselves', () => {
    expect(aliveText({ alive: 45, won: 45, tied: 0, playing: 0, noPick: 0, missed: 0, ...none })).toBe('')
  })
})

describe('countsText', () => {
  const none = { alive: 0, out: 0, won: 0, tied: 0, playing: 0, noPick: 0, missed: 0, later: 0 }
  it.each([
    ['40 through · 28 playing · 27 out', { ...none, alive: 68, won: 40, playing: 28, out: 27 }],
    ['3 through', { ...none, alive: 3, won: 1, tied: 1, noPick: 1 }],
    ['1 through · 2 go out · 1 from next week on', { ...none, alive: 4, won: 1, missed: 2, later: 1 }],
    ['1 goes out', { ...none, alive: 1, missed: 1 }],
    ['', none],
  ])('says %j', (text, counts) => {
    expect(countsText(counts)).toBe(text)
  })
})
