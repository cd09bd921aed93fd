import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES, meaningOf, POOL_RULES, type PoolRules } from './index.ts'
import { TEAMS } from '../values/teams.ts'
import { type AskedWeek, shortageText, weekTeamsRunOut } from './team-shortage.ts'

const rules = (more: Partial<PoolRules> = {}): PoolRules => ({ ...DEFAULT_RULES, ...more })
const several = (picks: number, fromWeek = 1) => ({ picksPerWeek: { picks, fromWeek } })
const ABBRS = TEAMS.map(({ abbr }) => abbr)
/** A week in which exactly these teams play. */
const weekOf = (weekNumber: number, teams: readonly string[]): AskedWeek => ({
  weekNumber,
  idle: ABBRS.filter((team) => !(teams as readonly string[]).includes(team)),
})

describe('weekTeamsRunOut', () => {
  it('is undefined for one pick a week, also with all rounds of the play-offs', () => {
    expect(weekTeamsRunOut(rules())).toBeUndefined()
    expect(
      weekTeamsRunOut(
        rules(),
        [19, 20, 21, 22].map((weekNumber) => ({ weekNumber })),
      ),
    ).toBeUndefined()
  })
  it.each([
    ['two picks a week use 32 teams in 16 weeks', several(2), 17],
    ['three use 30 in 10 weeks', several(3), 11],
    ['two from week 5 on: 4 + 28 teams until week 18', several(2, 5), undefined],
    ['two from week 4 on need one more', several(2, 4), 18],
    ['with two uses of each team two picks last', { ...several(2), teamUses: 2 }, undefined],
    ['when teams are free again in week 10, two picks last', { ...several(2), teamsFreeAgainIn: 10 }, undefined],
    ['when teams are free again in week 18, they have run out before', { ...several(2), teamsFreeAgainIn: 18 }, 17],
  ])('%s', (_, more, week) => expect(weekTeamsRunOut(rules(more))).toBe(week))
  it('counts from the first week that the pool has', () => {
    expect(weekTeamsRunOut(rules(several(2)), [{ weekNumber: 3 }])).toBeUndefined()
    expect(weekTeamsRunOut(rules(several(2)), [{ weekNumber: 2 }])).toBe(18)
  })
  it('counts what an admin chose for a week', () => {
    expect(
      weekTeamsRunOut(rules(several(2)), [
        { weekNumber: 1, picks: 1 },
        { weekNumber: 2, picks: 1 },
      ]),
    ).toBe(18)
  })
  it('counts the byes of weeks whose games are known, however an entry plans', () => {
    // Weeks 1 to 3 have the same two teams: the third of them finds none.
    const same = [1, 2, 3].map((weekNumber) => weekOf(weekNumber, ['KC', 'LAC']))
    expect(weekTeamsRunOut(rules(), same)).toBe(3)
    // Week 2 needs the team that week 1 would take first, and week 1 has another.
    expect(weekTeamsRunOut(rules(), [weekOf(1, ['ARI', 'ATL']), weekOf(2, ['ARI', 'ATL']), weekOf(3, ABBRS)])).toBeUndefined()
    const chain = [weekOf(1, ['ARI', 'ATL', 'BAL', 'BUF']), weekOf(2, ['ARI', 'ATL']), weekOf(3, ['ARI', 'ATL'])]
    expect(weekTeamsRunOut(rules(), chain)).toBeUndefined()
    expect(weekTeamsRunOut(rules(), [...chain, weekOf(4, ['ARI', 'ATL'])])).toBe(4)
  })
  it('knows how many games the play-offs have: two picks of the Super Bowl play each other', () => {
    const free = { teamsFreeAgainIn: 19, ...several(2, 19) }
    const rounds = [19, 20, 21, 22].map((weekNumber) => ({ weekNumber }))
    expect(weekTeamsRunOut(rules(free), rounds)).toBe(22)
    expect(weekTeamsRunOut(rules({ ...free, opponents: 'allowed' }), rounds)).toBeUndefined()
    expect(weekTeamsRunOut(rules({ ...free, ...several(3, 19), opponents: 'allowed' }), rounds)).toBe(22)
    expect(weekTeamsRunOut(rules({ ...free, ...several(3, 19) }), rounds)).toBe(21)
  })
})

describe('what an admin reads', () => {
  const SENTENCE = 'The rules ask for more teams than there are: an entry that picks every week has none left in Week 17'

  it('names the week', () => {
    expect(shortageText(rules())).toBeNull()
    expect(shortageText(rules(several(2)))).toBe(SENTENCE)
  })
  it('is beside the controls of the rules that cause it', () => {
    expect(meaningOf('picksPerWeek', rules(several(2)))).toBe(
      `In every week, each entry picks 2 teams a week. The two have to differ. ${SENTENCE}.`,
    )
    expect(meaningOf('picksPerWeek', rules({ ...several(2), teamUses: 2 }))).not.toContain('more teams')
  })
  it('is among what the rules leave open, with the weeks that the pool has', () => {
    const moment = (weeks: readonly AskedWeek[]) => ({ openWeek: undefined, weeks })
    const all = rules(several(2))
    expect(POOL_RULES.teamUses.loophole?.(1, moment([]), all)).toBe(SENTENCE)
    expect(POOL_RULES.teamUses.loophole?.(1, moment([{ weekNumber: 3 }]), all)).toBeNull()
  })
})
