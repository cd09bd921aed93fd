import { describe, expect, it } from 'vitest'
import { type TeamUses, usedTeams } from '../index.ts'

const week = (weekNumber: number, contestId = 2025) => ({ id: 100 + weekNumber, contestId, weekNumber })
const pick = (weekNumber: number, team: string, contestId?: number) => ({ team, week: week(weekNumber, contestId) })
const used = (picks: readonly ReturnType<typeof pick>[], weekNumber: number, rules: Partial<TeamUses> = {}) =>
  Object.fromEntries(usedTeams(picks, week(weekNumber), { teamUses: 1, teamsFreeAgainIn: null, ...rules }))

describe('usedTeams (docs/rules.md §1.2)', () => {
  it('names the teams of the contest’s other weeks, earlier and later, with the week', () => {
    expect(used([pick(1, 'KC'), pick(3, 'SF'), pick(2, 'BUF')], 2)).toEqual({ KC: 1, SF: 3 })
    expect(used([pick(1, 'KC', 2024)], 2)).toEqual({})
  })
  it('names a team only once it was used as often as it can be, with the last week', () => {
    const twice = [pick(1, 'KC'), pick(2, 'SF'), pick(4, 'KC')]
    expect(used(twice, 5, { teamUses: 2 })).toEqual({ KC: 4 })
    expect(used(twice, 4, { teamUses: 2 })).toEqual({})
    expect(used(twice, 5, { teamUses: 3 })).toEqual({})
  })
  it('counts only uses on the same side of the week in which all teams are free again', () => {
    const picks = [pick(1, 'KC'), pick(18, 'SF'), pick(19, 'BUF'), pick(20, 'KC')]
    expect(used(picks, 21, { teamsFreeAgainIn: 19 })).toEqual({ BUF: 19, KC: 20 })
    expect(used(picks, 18, { teamsFreeAgainIn: 19 })).toEqual({ KC: 1 })
    expect(used(picks, 19, { teamsFreeAgainIn: 19, teamUses: 2 })).toEqual({})
  })
})
