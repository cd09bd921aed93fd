import { conflictOfChange, DEFAULT_RULES, POOL_RULES, type PoolRules, RULE_NAMES, RULE_PRESETS, weekLabel } from '@outlast/domain'
import { valuesOf } from '@outlast/domain/rule-values'
import { describe, expect, it } from 'vitest'
import { picks, seasonOf, SUNDAY, team, THURSDAY } from '../../tests/lab-season.ts'
import { realSeason } from '../real/real-seasons.ts'
import { REAL_SEASONS } from '../real/years.ts'
import type { Season } from '../season.ts'
import { type LabMember, simulatedMembers } from './members.ts'
import { replaySeason } from './replay.ts'

const WEEKS = seasonOf([1, 2, 3, 4])
const WINS = { 1: 'DAL', 2: 'KC', 3: 'SF', 4: 'GB' }
const WINS_TOO = { 1: 'KC', 2: 'SF', 3: 'GB', 4: 'DAL' }
const FALLS_IN_2 = { 1: 'KC', 2: 'NYG', 3: 'SF', 4: 'GB' }
const FORGETS_2 = { 1: 'SF', 3: 'KC', 4: 'GB' }

/** What is asked about each replay: how many are alive after each week (`2a:3`), and the rest. */
function play(rules: Partial<PoolRules>, members: readonly LabMember[], season: Season = WEEKS) {
  const { weeks, ...rest } = replaySeason(season, rules, members)
  return { alive: weeks.map(({ weekNumber, alive }) => `${weekLabel(weekNumber)}:${alive}`).join(' '), ...rest }
}

const champions = (weekNumber: number, count: number, isAgreed = false) => ({ weekNumber, champions: count, isAgreed })

describe('a missed pick', () => {
  const members = [picks(WINS), picks(FALLS_IN_2), picks(FORGETS_2)]

  it.each<[string, Partial<PoolRules>, object]>([
    ['survives', { preset: 'specification' }, { alive: '1:3 2:2 3:2 4:2', end: null, outWithoutPick: 0 }],
    ['is a loss', { preset: 'classic' }, { alive: '1:3 2:1', end: champions(2, 1), outWithoutPick: 1 }],
    ['costs one of two lives', { preset: 'classic', lives: 2 }, { alive: '1:3 2:3 3:3 4:3', end: null }],
  ])('%s', (_, rules, expected) => {
    expect(play(rules, members)).toMatchObject({ entries: 3, tooLate: 0, shortage: null, ...expected })
  })

  it('is filled automatically as often as the rules say', () => {
    const forgets = picks({}, { ranking: [team('NYG'), team('DAL'), team('KC')].toReversed() })
    const rules: Partial<PoolRules> = { preset: 'never_forget', autoPick: ['my_list'], maxAutoPicks: 1 }
    const all = [picks(WINS), picks(WINS_TOO), forgets]
    expect(play(rules, all)).toMatchObject({ alive: '1:3 2:2 3:2 4:2', outWithoutPick: 1 })
    expect(play({ ...rules, maxAutoPicks: 2 }, all)).toMatchObject({ alive: '1:3 2:3 3:2 4:2' })
  })
})

it('counts an entry that bought back in as alive', () => {
  const rules: Partial<PoolRules> = { preset: 'specification', buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 0 } }
  const members = [picks(WINS), picks(WINS_TOO), picks(FALLS_IN_2), picks(FALLS_IN_2, { buysBack: false })]
  expect(play(rules, members).alive).toBe('1:4 2:3 3:3 4:3')
})

describe('two picks a week', () => {
  const rules: Partial<PoolRules> = { preset: 'classic', picksPerWeek: { picks: 2, fromWeek: 2 }, teamUses: 2 }

  it('are made in both places, and a missing one is a missed pick', () => {
    const members = [
      picks({ 1: 'DAL', 2: ['KC', 'SF'], 3: ['GB', 'DAL'], 4: ['KC', 'SF'] }),
      picks({ 1: 'SF', 2: ['DAL', 'KC'], 3: ['SF', 'GB'], 4: ['DAL', 'GB'] }),
      picks({ 1: 'DAL', 2: ['KC', 'NYG'] }),
      picks({ 1: 'DAL', 2: 'KC' }),
      picks({ 1: 'DAL', 2: ['KC', 'SF'], 3: 'GB' }),
    ]
    expect(play(rules, members)).toMatchObject({ alive: '1:5 2:3 3:2 4:2', end: null, outWithoutPick: 2 })
  })

  it('takes the next wish where the rules refuse one: a team twice, or both of a game', () => {
    const members = [picks({ 1: 'DAL', 2: ['KC', 'KC', 'SEA', 'GB'] }), picks({ 1: 'KC', 2: ['DAL', 'SF'] })]
    expect(play(rules, members, seasonOf([1, 2])).alive).toBe('1:2 2:2')
  })

  it('cost one life, or one each', () => {
    const members = [picks({ 1: ['NYG', 'LV'] }), picks({ 1: ['DAL', 'KC'] }), picks({ 1: ['SF', 'GB'] })]
    const two: Partial<PoolRules> = { preset: 'classic', picksPerWeek: { picks: 2, fromWeek: 1 }, lives: 2 }
    const alive = (slotLoss: PoolRules['slotLoss']) => play({ ...two, slotLoss }, members, seasonOf([1])).alive
    expect([alive('one'), alive('each')]).toEqual(['1:3', '1:2'])
  })

  it('run out of teams, and the replay says when', () => {
    // Ten weeks with three picks use 30 of 32 teams.
    const three: Partial<PoolRules> = { picksPerWeek: { picks: 3, fromWeek: 1 } }
    expect(play(three, simulatedMembers(realSeason(2025), 20), realSeason(2025)).shortage).toBe(
      'The rules ask for more teams than there are: an entry that picks every week has none left in Week 11',
    )
  })
})

describe('slates', () => {
  const season = seasonOf([1, [2.1, THURSDAY], [2.2, SUNDAY], 3])

  it('are weeks of their own, with their names', () => {
    const members = [
      picks({ 1: 'SF', 2.1: 'DAL', 2.2: 'GB', 3: 'KC' }),
      picks({ 1: 'SF', 2.1: 'LV' }),
      picks({ 1: 'SF', 2.1: 'DAL' }),
      picks({ 1: 'GB', 2.1: 'KC', 2.2: 'SF', 3: 'NYG' }),
    ]
    expect(play({ preset: 'classic' }, members, season)).toMatchObject({
      alive: '1:4 2a:3 2b:2 3:1',
      end: champions(3, 1),
      outWithoutPick: 1,
    })
  })

  it('have rules that name their week: a loss in 2a can be bought back until Week 2', () => {
    const members = [picks({ 1: 'SF', 2.1: 'DAL', 2.2: 'GB', 3: 'KC' }), picks({ 1: 'GB', 2.1: 'LV', 2.2: 'SF', 3: 'KC' })]
    const rules: Partial<PoolRules> = { preset: 'classic', buyback: { untilWeek: 2, maxPerEntry: 1, feeCents: 0 } }
    // With two entries a loss decides the season before anybody can buy back.
    expect(play(rules, members, season)).toMatchObject({ alive: '1:2 2a:1', end: champions(2.1, 1) })
    const third = picks({ 1: 'KC', 2.1: 'DAL', 2.2: 'GB', 3: 'SF' })
    expect(play(rules, [...members, third], season).alive).toBe('1:3 2a:3 2b:3 3:3')
  })

  it('can be played without the other slates of their week', () => {
    const alone = seasonOf([1, [2.1, THURSDAY]])
    const members = [picks({ 1: 'SF', 2.1: 'DAL' }), picks({ 1: 'SF', 2.1: 'KC' })]
    expect(play({ preset: 'classic' }, members, alone).alive).toBe('1:2 2a:2')
  })
})

describe('unpaid entries', () => {
  const rules: Partial<PoolRules> = { preset: 'classic', currency: 'USD', entryFeeCents: 2500, unpaidAfterWeek: 2 }

  it('cannot pick after the week that the rules name', () => {
    const members = [picks(WINS), picks(WINS_TOO), picks({ 1: 'GB', 2: 'DAL', 3: 'KC', 4: 'SF' }, { pays: false })]
    expect(play(rules, members)).toMatchObject({ alive: '1:3 2:3 3:2 4:2', outWithoutPick: 1 })
    expect(play({ ...rules, unpaidAfterWeek: null }, members).alive).toBe('1:3 2:3 3:3 4:3')
  })

  it('are those of the members who do not pay, and these are the same ones whatever share pays', () => {
    const season = realSeason(2025)
    const [none, half, most, all] = [0, 0.5, 0.9, 1].map((share) =>
      simulatedMembers(season, 1_000, share).map(({ pays }) => pays),
    )
    const count = (pays: readonly boolean[] = []) => pays.filter(Boolean).length
    expect([count(none), count(all)]).toEqual([0, 1_000])
    expect(Math.abs(count(half) - 500)).toBeLessThan(50)
    expect(half?.every((pays, index) => !pays || most?.[index] === true)).toBe(true)
  })
})

describe('members who come late', () => {
  const late = picks({ 3: 'DAL', 4: 'KC' }, { firstWeek: 3 })
  const members = [picks(WINS), picks(WINS_TOO), late]

  it.each<[string, Partial<PoolRules>, object]>([
    ['join', { lateEntries: 'allowed' }, { alive: '1:2 2:2 3:3 4:3', entries: 3, tooLate: 0 }],
    ['are refused', { lateEntries: 'closed' }, { alive: '1:2 2:2 3:2 4:2', entries: 2, tooLate: 1 }],
    ['have no life left', { lateEntryLosses: true, lives: 2 }, { alive: '1:2 2:2 3:2 4:2', tooLate: 1 }],
    ['have one of three', { lateEntryLosses: true, lives: 3 }, { alive: '1:2 2:2 3:3 4:3', tooLate: 0 }],
  ])('%s', (_, rules, expected) => {
    expect(play({ preset: 'classic', ...rules }, members)).toMatchObject(expected)
  })

  it('are no latecomers in a season that begins late, whose weeks keep their names', () => {
    const season = seasonOf([3, 4])
    expect(play({ lateEntries: 'closed' }, members, season)).toMatchObject({ alive: '3:3 4:3', entries: 3, tooLate: 0 })
  })
})

describe('a wipe-out', () => {
  const members = [picks({ 1: 'DAL', 2: 'NYG', 3: 'SF', 4: 'KC' }), picks({ 1: 'KC', 2: 'LV', 3: 'SEA', 4: 'DAL' })]

  it('is shared', () => {
    expect(play({ preset: 'classic' }, members)).toMatchObject({ alive: '1:2 2:0', end: champions(2, 2) })
  })

  it('brings all back', () => {
    const rules: Partial<PoolRules> = { preset: 'classic', wipeOut: { reviveAtMost: 1 } }
    expect(play(rules, members)).toMatchObject({ alive: '1:2 2:2 3:1', end: champions(3, 1) })
  })
})

describe('votes on sharing', () => {
  const rules: Partial<PoolRules> = { preset: 'classic', split: { atMost: 2, fromWeek: 3 } }

  it('end the season when all agree', () => {
    const members = [picks(WINS), picks(WINS_TOO), picks(FALLS_IN_2)]
    expect(play(rules, members)).toMatchObject({ alive: '1:3 2:2 3:2', end: champions(3, 2, true) })
  })

  it('end nothing when one does not', () => {
    const members = [picks(WINS), picks(WINS_TOO, { votesToShare: false }), picks(FALLS_IN_2)]
    expect(play(rules, members)).toMatchObject({ alive: '1:3 2:2 3:2 4:2', end: null })
  })
})

it('games of 2022 that were cancelled, BUF at CIN, or tied, IND at HOU, are survived or lost as the rules say', () => {
  const alive = (rules: Partial<PoolRules>, week: number, teams: readonly string[]) => {
    const members = teams.map((abbr) => picks({ [week]: abbr }))
    return replaySeason(realSeason(2022), rules, members).weeks[week - 1]?.alive
  }
  const cancelled = (cancelledGame: PoolRules['cancelledGame']) => alive({ cancelledGame }, 17, ['BUF', 'CIN', 'KC', 'SF'])
  const tied = (tie: PoolRules['tie']) => alive({ tie }, 1, ['IND', 'HOU', 'BUF', 'MIA'])
  expect([cancelled('survives'), cancelled('loss'), tied('survives'), tied('loss')]).toEqual([4, 2, 4, 2])
})

it('simulated members behave alike in every replay', () => {
  const real = realSeason(2025)
  const once = replaySeason(real, { preset: 'classic' }, simulatedMembers(real, 50))
  expect(replaySeason(real, { preset: 'classic' }, simulatedMembers(real, 50))).toEqual(once)
})

describe('every real season is played to its end', () => {
  /** The weeks that are not as expected; none. */
  const problems = (seasonYear: (typeof REAL_SEASONS)[number], rules: Partial<PoolRules>) => {
    const season = realSeason(seasonYear)
    const { weeks, end, entries } = replaySeason(season, rules, simulatedMembers(season, 12, 0.9))
    const played = weeks.map(({ weekNumber }) => weekNumber)
    const expected = Array.from({ length: end?.weekNumber ?? 18 }, (_, index) => index + 1)
    return entries === 12 && played.join() === expected.join() ? [] : [{ seasonYear, rules, played, entries }]
  }

  it.each(REAL_SEASONS)('%i, under each preset', (year) => {
    expect(RULE_PRESETS.flatMap((preset) => problems(year, { preset }))).toEqual([])
  })

  it.each(RULE_NAMES)('with each value of %s', (name) => {
    const sets = valuesOf(POOL_RULES[name].kind).flatMap((value) =>
      (['second_chance', 'never_forget'] as const).map((preset) => ({ preset, [name]: value })),
    )
    const fitting = sets.filter((rules) => conflictOfChange(DEFAULT_RULES, rules) === undefined)
    expect(fitting.flatMap((rules) => problems(2022, rules))).toEqual([])
  })
})
