import { describe, expect, it } from 'vitest'
import { outHeadline, outReason } from './out-text.ts'

const game = (away: number | null, home: number | null) => ({
  away_team_abbr: 'CHI',
  home_team_abbr: 'NE',
  away_score: away,
  home_score: home,
})
const out = { status: 'out', losses: 1, eliminatedWeek: 9, cause: 'loss', team: 'NE' } as const

describe('outHeadline', () => {
  it('names the week, and the count of the losses with several lives', () => {
    expect(outHeadline(out)).toBe('Out in week 9.')
    expect(outHeadline({ ...out, losses: 3 })).toBe('Out in week 9 with its third loss.')
    expect(outHeadline({ ...out, losses: 4 })).toBe('Out in week 9 with its 4th loss.')
    expect(outHeadline({ ...out, losses: 2, cause: 'hand' })).toBe('Out in week 9.')
  })
})

describe('outReason', () => {
  it('names the own team and puts its points first, at home and away', () => {
    expect(outReason(out, game(28, 24), 'owner')).toBe('You picked the Patriots; they lost 24–28.')
    expect(outReason({ ...out, team: 'CHI' }, game(17, 24), 'owner')).toBe('You picked the Bears; they lost 17–24.')
    // Where members pick losers.
    expect(outReason(out, game(24, 28), 'owner')).toBe('You picked the Patriots; they won 28–24.')
  })
  it('says that a tie is a loss', () => {
    expect(outReason(out, game(20, 20), null)).toBe('You picked the Patriots; they tied 20–20: a tie is a loss.')
  })
  it('says who made a pick that the owner did not make', () => {
    expect(outReason(out, game(28, 24), 'automatic')).toBe('The Patriots were your automatic pick; they lost 24–28.')
    expect(outReason(out, game(28, 24), 'admin')).toBe('An admin picked the Patriots for you; they lost 24–28.')
  })
  it('leaves out what is unknown', () => {
    expect(outReason(out, undefined, 'owner')).toBe('You picked the Patriots.')
    expect(outReason(out, game(null, null), 'owner')).toBe('You picked the Patriots.')
    expect(outReason({ ...out, team: '?' as 'NE' }, undefined, null)).toBe('Its pick lost.')
    expect(outReason({ ...out, team: null as never }, undefined, null)).toBe('Its pick lost.')
  })
  it('names a missed pick and an elimination by an admin', () => {
    expect(outReason({ ...out, cause: 'missed', team: null } as never, undefined, null)).toBe('You made no pick.')
    expect(outReason({ ...out, cause: 'hand', team: null } as never, undefined, null)).toBe('An admin took this entry out.')
  })
  it('does not address readers who are not its owner', () => {
    expect(outReason(out, game(28, 24), 'unsaid')).toBe('It picked the Patriots; they lost 24–28.')
    expect(outReason({ ...out, cause: 'missed' }, undefined, 'unsaid')).toBe('It had no pick.')
  })
})
