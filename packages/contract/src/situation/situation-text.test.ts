import { describe, expect, it } from 'vitest'
import { type MissingOutlook, noTeamLine } from './missing-text.ts'
import { noTeamText, unpaidText, withoutPickText } from './situation-text.ts'

const AUTO = { left: 2, of: 3, fromList: false }
const cost = (livesLost: number, isOut = false) => ({ livesLost, isOut })
const base: MissingOutlook = {
  standing: { status: 'alive', losses: 0, livesLeft: 1 },
  lives: 1,
  slots: 1,
  missing: { count: 1, autoPicks: 0, costs: cost(1, true) },
  teamsLeft: undefined,
  teamLock: 'week',
  autoPicks: null,
  unpaid: null,
}
const withLives = (lives: number, livesLeft = lives) => ({ lives, standing: { status: 'alive', losses: 0, livesLeft } as const })
const missing = (count: number, autoPicks: number, costs = cost(0)) => ({ missing: { count, autoPicks, costs } })
const text = (over: Partial<MissingOutlook>) => withoutPickText({ ...base, ...over })

describe('withoutPickText', () => {
  it('says nothing where a missed pick survives', () => expect(text(missing(1, 0))).toBeNull())
  it('names the loss or the lives that missing picks cost', () => {
    expect(text({})).toBe('Without a pick, this week is a loss.')
    expect(text({ ...withLives(2), ...missing(1, 0, cost(1)) })).toBe('Without a pick, this week costs a life.')
    expect(text({ ...withLives(3), slots: 3, ...missing(2, 0, cost(2)) })).toBe('With 2 picks missing, this week costs 2 lives.')
    expect(text({ ...withLives(3, 2), slots: 2, ...missing(2, 0, cost(2, true)) })).toBe(
      'With 2 picks missing, this week costs its last 2 lives.',
    )
  })
  it('says where automatic picks come from and how many are left', () => {
    const one = missing(1, 1)
    expect(text({ ...one, autoPicks: { ...AUTO, fromList: true } })).toBe(
      'Without a pick, an automatic pick is made from your list at the lock: 2 of 3 left.',
    )
    expect(text({ ...one, autoPicks: AUTO })).toBe('Without a pick, an automatic pick is made at the lock: 2 of 3 left.')
    expect(text({ slots: 2, ...missing(2, 2), autoPicks: AUTO })).toBe(
      'With 2 picks missing, 2 automatic picks are made at the lock: 2 of 3 left.',
    )
  })
  it('names the rule alone as long as it is not known how many the entry had', () => {
    expect(text({ ...missing(1, 1), autoPicks: { ...AUTO, left: null } })).toBe(
      'Without a pick, an automatic pick is made at the lock: 3 a season.',
    )
  })
  it('says what follows for the picks that no automatic pick fills', () => {
    const autoPicks = { left: 1, of: 1, fromList: false }
    expect(text({ slots: 2, ...missing(2, 1, cost(1, true)), autoPicks })).toBe(
      'With 2 picks missing, an automatic pick is made at the lock: 1 of 1 left. The other one is a loss.',
    )
    expect(text({ ...withLives(4), slots: 3, ...missing(3, 1, cost(2)), autoPicks })).toBe(
      'With 3 picks missing, an automatic pick is made at the lock: 1 of 1 left. The other 2 cost 2 lives.',
    )
  })
  it('says why no automatic pick is made', () => {
    const unpaid = { is: 'refused', lastWeek: 3 } as const
    expect(text({ autoPicks: { ...AUTO, left: 0 } })).toBe('Without a pick, this week is a loss: no automatic pick is left.')
    expect(text({ autoPicks: AUTO, unpaid })).toBe('Without a pick, this week is a loss: an unpaid entry gets no automatic pick.')
    expect(text({ autoPicks: AUTO })).toBe('Without a pick, this week is a loss: your list has no team for an automatic pick.')
    expect(text({ autoPicks: AUTO, teamsLeft: 'none' })).toContain('no team is left for an automatic pick.')
    expect(text({ autoPicks: { ...AUTO, of: 0, left: 0 } })).toBe('Without a pick, this week is a loss.')
  })
})

describe('noTeamText', () => {
  const WHY = 'No team is left for week 4: every team is used, not eligible or without a game.'
  const noTeam = (over: Partial<MissingOutlook>) => noTeamText({ ...base, teamsLeft: 'none', ...over }, 4)

  it('says nothing to an entry that has a team', () => expect(noTeam({ teamsLeft: undefined })).toBeNull())
  it('names the rule by which an entry without a team goes on', () => {
    expect(noTeam(missing(1, 0))).toBe(`${WHY} By the rules, a missed pick survives.`)
    expect(noTeam({})).toBe(`${WHY} By the rules, a missed pick is a loss.`)
    expect(noTeam({ ...withLives(2), ...missing(1, 0, cost(1)) })).toBe(`${WHY} By the rules, a missed pick costs a life.`)
    expect(noTeam({ ...withLives(3), ...missing(2, 0, cost(2)) })).toBe(`${WHY} By the rules, 2 missed picks cost 2 lives.`)
    expect(noTeam({ autoPicks: AUTO })).toBe(
      `${WHY} An automatic pick can’t be made either. By the rules, a missed pick is a loss.`,
    )
  })
  it('counts games that have begun where the kickoff locks their teams', () => {
    expect(noTeam({ teamLock: 'kickoff' })).toContain('used, not eligible or without a game that is still to begin.')
  })
  it('says it in one line for the top of the page', () => {
    const line = (teamsLeft: MissingOutlook['teamsLeft']) => noTeamLine({ ...base, ...missing(1, 0), teamsLeft }, 13.1)
    expect(([undefined, 'none', 'planned'] as const).map(line)).toEqual([
      null,
      'No team is left for week 13a: a missed pick survives.',
      'No unplanned team is left for week 13a.',
    ])
  })
  it('says that clearing a plan frees a team', () => {
    expect(noTeam({ teamsLeft: 'planned' })).toBe(
      'No team is left for week 4 that is neither used nor planned. Clear a pick of a later week to free its team.',
    )
  })
})

it('says of an unpaid entry until when it can pick, or that it cannot', () => {
  expect(unpaidText({ unpaid: null })).toBeNull()
  expect(unpaidText({ unpaid: { is: 'last_week', lastWeek: 13 } })).toBe(
    'Unpaid: week 13 is the last for which this entry can pick before it is paid.',
  )
  expect(unpaidText({ unpaid: { is: 'refused', lastWeek: 13 } })).toBe('Unpaid: this entry can pick again once it is paid.')
})
