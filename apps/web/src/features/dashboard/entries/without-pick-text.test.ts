import { noTeamLine } from '@outlast/contract/no-team-text'
import { describe, expect, it } from 'vitest'
import { noTeamText, unpaidText, withoutPickText } from './without-pick-text.ts'

const rules = {
  missed_pick: 'auto',
  lives: 1,
  auto_pick: ['my_list', 'most_picked'],
  max_auto_picks: 3,
  unpaid_after_week: null,
  team_lock: 'week',
} as const
const entry = { isPaid: false, autoPicks: 1, ranking: ['KC'] } as const
const week = { week_number: 4 }
const text = (change: object, own: object = {}) => withoutPickText({ ...entry, ...own }, week, { ...rules, ...change })

describe('withoutPickText', () => {
  it('says nothing in a pool in which a missed pick survives', () => {
    expect(text({ missed_pick: 'survives' })).toBeNull()
  })
  it('names the loss or the life that a missed pick costs', () => {
    expect(text({ missed_pick: 'eliminated' })).toBe('Without a pick, this week is a loss.')
    expect(text({ missed_pick: 'eliminated', lives: 2 })).toBe('Without a pick, this week costs a life.')
  })
  it('says where the automatic pick comes from and how many are left', () => {
    expect(text({})).toBe('Without a pick, an automatic pick is made from your list at the lock: 2 of 3 left.')
    expect(text({}, { ranking: [] })).toBe('Without a pick, an automatic pick is made at the lock: 2 of 3 left.')
    expect(text({ auto_pick: ['alphabetical'] })).toBe('Without a pick, an automatic pick is made at the lock: 2 of 3 left.')
  })
  it('names the rule alone as long as it is not known how many the entry had', () => {
    expect(text({}, { autoPicks: null, ranking: null })).toBe(
      'Without a pick, an automatic pick is made at the lock: 3 a season.',
    )
  })
  it('says when no automatic pick is made', () => {
    expect(text({}, { autoPicks: 3 })).toBe('Without a pick, this week is a loss: no automatic pick is left.')
    expect(text({ lives: 3 }, { autoPicks: 4 })).toBe('Without a pick, this week costs a life: no automatic pick is left.')
    expect(text({ max_auto_picks: 0 })).toBe('Without a pick, this week is a loss.')
    expect(text({ unpaid_after_week: 3 })).toBe('Without a pick, this week is a loss: an unpaid entry gets no automatic pick.')
    expect(text({ unpaid_after_week: 3 }, { isPaid: true })).toContain('2 of 3 left')
  })
})

describe('noTeamText', () => {
  const noTeam = (change: object, teamsLeft?: 'planned' | 'none') =>
    noTeamText({ ...entry, teamsLeft }, week, { ...rules, ...change })
  const WHY = 'No team is left for week 4: every team is used, not eligible or without a game.'

  it('says nothing to an entry that has a team', () => expect(noTeam({})).toBeNull())
  it('names the rule by which an entry without a team goes on', () => {
    expect(noTeam({ missed_pick: 'survives' }, 'none')).toBe(`${WHY} By the rules, a missed pick survives.`)
    expect(noTeam({ missed_pick: 'eliminated' }, 'none')).toBe(`${WHY} By the rules, a missed pick is a loss.`)
    expect(noTeam({ missed_pick: 'eliminated', lives: 2 }, 'none')).toBe(`${WHY} By the rules, a missed pick costs a life.`)
    expect(noTeam({}, 'none')).toBe(`${WHY} An automatic pick can’t be made either. By the rules, a missed pick is a loss.`)
  })
  it('counts games that have begun where the kickoff locks their teams', () => {
    expect(noTeam({ missed_pick: 'survives', team_lock: 'kickoff' }, 'none')).toContain(
      'used, not eligible or without a game that is still to begin.',
    )
  })
  it('says it in one line for the top of the page', () => {
    const line = (left: 'planned' | 'none') => noTeamLine(left, 4, { ...rules, missed_pick: 'survives' })
    expect([line('none'), line('planned')]).toEqual([
      'No team is left for week 4: a missed pick survives.',
      'No unplanned team is left for week 4.',
    ])
  })
  it('says that clearing a plan frees a team', () => {
    expect(noTeam({}, 'planned')).toBe(
      'No team is left for week 4 that is neither used nor planned. Clear a pick of a later week to free its team.',
    )
  })
})

describe('unpaidText', () => {
  const unpaid = (last: number | null, isPaid = false) =>
    unpaidText({ ...entry, isPaid }, week, { ...rules, unpaid_after_week: last })
  it('warns in the last week for which an unpaid entry can pick, and says in later ones that it cannot', () => {
    expect([5, 4, 3].map((last) => unpaid(last))).toEqual([
      null,
      'Unpaid: this is the last week for which this entry can pick before it is paid.',
      'Unpaid: this entry can pick again once it is paid.',
    ])
  })
  it('says nothing about a paid entry, or in a pool without this rule', () => {
    expect([unpaid(null), unpaid(3, true)]).toEqual([null, null])
  })
})
