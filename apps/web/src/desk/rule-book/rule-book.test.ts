import type { PoolView, RulesInfo, SeasonView } from '@outlast/contract/live'
import { DEFAULT_RULES, POOL_RULES, presetOf, RULE_NAMES, RULE_PRESETS, toSnakeKeys } from '@outlast/domain/pool-rules'
import { TEAMS } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { askedWeeks, openLoopholes } from './loopholes.ts'
import {
  amountProblem,
  changeOf,
  conflictIn,
  conflictOf,
  presetTexts,
  rulesOf,
  rulesOfInfo,
  type RuleTexts,
  textsOf,
} from './rule-values.ts'

const DEFAULTS = toSnakeKeys(DEFAULT_RULES) as RulesInfo
const texts = (more: RuleTexts = {}): RuleTexts => ({ ...textsOf(rulesOfInfo(DEFAULTS)), ...more })

describe('the texts of the controls', () => {
  it('mean the rules of the pool again', () => {
    const rules = {
      ...rulesOfInfo(DEFAULTS),
      buyback: { untilWeek: 6, maxPerEntry: 2, feeCents: 1050 },
      currency: 'EUR',
      potPublic: true,
    }
    expect(rulesOf(textsOf(rules))).toEqual({ ...rules, preset: 'custom' })
  })
  it.each(RULE_NAMES)('have a name for each value of the rule %s', (name) => {
    const { control, kind } = POOL_RULES[name]
    const named = Object.keys(control.options?.(rulesOfInfo(DEFAULTS)) ?? {})
    expect(named).toEqual(kind.type === 'choice' || kind.type === 'order' ? kind.values : named)
  })
  it('show a first buyback while there is none', () => {
    expect(texts()).toMatchObject({
      buyback: 'no',
      'buyback.untilWeek': '4',
      'buyback.maxPerEntry': '1',
      'buyback.feeCents': '0',
    })
  })
  it('count as no number and no currency while they are neither', () => {
    expect(rulesOf(texts({ entryFeeCents: 'free', currency: 'US', maxAutoPicks: '' }))).toMatchObject({
      entryFeeCents: null,
      currency: null,
      maxAutoPicks: 0,
    })
  })
})

describe('presetTexts', () => {
  it('recognizes the values of every preset, and calls all others custom', () => {
    for (const preset of RULE_PRESETS.filter((one) => one !== 'custom')) {
      expect(presetOf(rulesOf(texts(presetTexts(preset))))).toBe(preset)
    }
    expect(presetOf(rulesOf(texts({ lives: '3' })))).toBe('custom')
  })
  it('ignores the rules that belong to no preset', () => {
    expect(presetOf(rulesOf(texts({ ...presetTexts('classic'), maxEntriesPerMember: '3', entryFeeCents: '25' })))).toBe('classic')
  })
})

describe('changeOf', () => {
  it('sends only what was edited, in the units of the API', () => {
    const edited = { maxEntriesPerMember: '3', entryFeeCents: '12.5', currency: 'usd', potPublic: 'yes', unpaidAfterWeek: '' }
    expect(changeOf(texts(edited), Object.keys(edited), undefined)).toEqual({
      max_entries_per_member: 3,
      entry_fee_cents: 1250,
      currency: 'USD',
      pot_public: true,
      unpaid_after_week: null,
    })
  })
  it('sends the preset with the rules that were edited', () => {
    const custom = texts({ missedPick: 'eliminated' })
    expect(changeOf(custom, ['missedPick'], 'custom')).toEqual({ preset: 'custom', missed_pick: 'eliminated' })
    expect(changeOf(texts(), [], 'specification')).toEqual({ preset: 'specification' })
  })
  it('sends no number where none can be read, so that the server refuses it', () => {
    expect(changeOf(texts({ maxAutoPicks: '', entryFeeCents: 'free' }), ['maxAutoPicks', 'entryFeeCents'], undefined)).toEqual({
      max_auto_picks: null,
      entry_fee_cents: null,
    })
  })
  it('sends prizes as numbers, however they are separated, and none where one of them is none', () => {
    const prizes = { prizes: 'yes', 'prizes.shares': '60, 30 10%', 'prizes.weeklyCents': '5', currency: 'USD' }
    expect(changeOf(texts(prizes), ['prizes.shares'], undefined)).toEqual({
      prizes: { shares: [60, 30, 10], weekly_cents: 500 },
    })
    const wrong = { ...prizes, 'prizes.shares': '60, half', 'prizes.weeklyCents': '' }
    expect(changeOf(texts(wrong), ['prizes'], undefined)).toEqual({ prizes: { shares: null, weekly_cents: 0 } })
    expect(rulesOf(texts(wrong))).toMatchObject({ prizes: { shares: [], weeklyCents: 0 } })
    expect(textsOf({ prizes: { shares: [60, 40], weeklyCents: 0 } })).toMatchObject({ 'prizes.shares': '60, 40' })
  })
  it('sends the whole buyback when one of its parts was edited', () => {
    const buyback = { buyback: 'yes', 'buyback.untilWeek': '6', 'buyback.maxPerEntry': '2', 'buyback.feeCents': '10' }
    expect(changeOf(texts(buyback), ['buyback.feeCents'], undefined)).toEqual({
      buyback: { until_week: 6, max_per_entry: 2, fee_cents: 1000 },
    })
    expect(changeOf(texts(), ['buyback'], undefined)).toEqual({ buyback: null })
  })
})

describe('a rule that is a name or a group of values', () => {
  it('has a text for its name, and for each value of the group', () => {
    expect(textsOf(rulesOfInfo(DEFAULTS))).toMatchObject({ lock: 'sunday_noon', 'lock.day': 'thursday', 'lock.time': '20:00' })
    const monday = { ...rulesOfInfo(DEFAULTS), lock: { day: 'monday', time: '20:15' } as const, lateEntries: { untilWeek: 4 } }
    expect(textsOf(monday)).toMatchObject({ lock: 'other', 'lock.day': 'monday', 'lock.time': '20:15', lateEntries: 'other' })
    expect(rulesOf(textsOf(monday))).toMatchObject({ lock: monday.lock, lateEntries: monday.lateEntries })
  })
  it('is sent as a name or whole', () => {
    const other = { lock: 'other', 'lock.day': 'friday', 'lock.time': '18:00' }
    expect(changeOf(texts(other), ['lock.time'], undefined)).toEqual({ lock: { day: 'friday', time: '18:00' } })
    expect(changeOf(texts({ lock: 'first_kickoff' }), ['lock'], undefined)).toEqual({ lock: 'first_kickoff' })
  })
})

describe('the amounts of a currency without decimals', () => {
  const yen = { ...rulesOfInfo(DEFAULTS), entryFeeCents: 2500, currency: 'JPY' }
  it('are shown and sent as they are, and not a hundred times as much', () => {
    expect(textsOf(yen)).toMatchObject({ entryFeeCents: '2500' })
    expect(rulesOf(textsOf(yen))).toMatchObject({ entryFeeCents: 2500, currency: 'JPY' })
    expect(changeOf(texts({ entryFeeCents: '3000', currency: 'JPY' }), ['entryFeeCents'], undefined)).toEqual({
      entry_fee_cents: 3000,
    })
  })
  it('are sent again when the currency changes, so that the fee stays what the field shows', () => {
    expect(changeOf(texts({ entryFeeCents: '25', currency: 'JPY' }), ['currency'], undefined)).toMatchObject({
      currency: 'JPY',
      entry_fee_cents: 25,
    })
  })
})

describe('amountProblem', () => {
  it.each([
    [{ entryFeeCents: '25', currency: 'USD' }, 'none'],
    [{ entryFeeCents: '', currency: '' }, 'none'],
    [{ entryFeeCents: '0', currency: '' }, 'none'],
    [{ entryFeeCents: '25.50', currency: 'JPY' }, 'This currency has no decimals: give the fee as a whole number'],
    [{ prizes: 'yes', 'prizes.weeklyCents': 'much', currency: 'USD' }, 'Give the weekly prize as an amount, like 25 or 12.50'],
    [{ 'prizes.weeklyCents': 'much', currency: 'USD' }, 'none'],
    [{ entryFeeCents: 'a lot', currency: 'USD' }, 'Give the fee as an amount, like 25 or 12.50'],
  ])('of %j is %s', (edited, problem) => expect(amountProblem(texts(edited)) ?? 'none').toBe(problem))
})

describe('conflictIn', () => {
  const NEEDED = 'needs a currency: name it by its three letters, like USD'
  it.each([
    [{ entryFeeCents: '25', currency: '' }, `An entry fee ${NEEDED}`],
    [{ entryFeeCents: '25', currency: 'US' }, `An entry fee ${NEEDED}`],
    [{ buyback: 'yes', 'buyback.feeCents': '5', currency: '' }, `A buyback fee ${NEEDED}`],
    [{ entryFeeCents: '25', currency: 'usd' }, 'none'],
    [{ entryFeeCents: '0', currency: '' }, 'none'],
    [
      { missedPick: 'auto', maxAutoPicks: '0' },
      'An entry without a pick cannot get an automatic pick while it gets 0 automatic picks per season: allow at least 1',
    ],
  ])('of %j is %s', (edited, conflict) => expect(conflictIn(texts(edited), Object.keys(edited)) ?? 'none').toBe(conflict))

  it('is none for a change of other rules than those that did not fit before', () => {
    expect(conflictIn(texts({ entryFeeCents: '25', lives: '2' }), ['lives'])).toBeUndefined()
  })
  it('is shown at the rule that says it', () => {
    const rules = rulesOf(texts({ entryFeeCents: '25' }))
    expect([conflictOf('entryFeeCents', rules), conflictOf('currency', rules)]).toEqual([`An entry fee ${NEEDED}`, undefined])
  })
})

describe('openLoopholes', () => {
  const now = Date.parse('2026-10-25T14:00:00.000Z')
  const week = { week_number: 7, is_locked: false, lock_time: '2026-10-25T16:00:00.000Z' }
  const game = (away_team_abbr: string, home_team_abbr: string, start_time: string) =>
    ({ away_team_abbr, home_team_abbr, start_time, kickoff_known: true, status: 'scheduled', phase: null }) as const
  const thursday = game('TEN', 'DAL', '2026-10-23T00:15:00.000Z')
  const sunday = game('KC', 'LV', '2026-10-25T17:00:00.000Z')
  const strict: RulesInfo = { ...DEFAULTS, team_lock: 'kickoff', missed_pick: 'eliminated', late_entries: 'closed' }

  it('names none of a week that locks before its games, until a game has begun in an open week', () => {
    const rules = { ...strict, team_lock: 'week' as const, lock: 'first_kickoff' as const }
    expect(openLoopholes({ rules, week, games: [sunday], now })).toEqual([])
    expect(openLoopholes({ rules, week, games: [thursday], now })).toEqual([
      'Week 7 can still be picked although TEN–DAL has started',
    ])
  })
  it('names the game that has started in an open week', () => {
    const rules = { ...strict, team_lock: 'week' as const }
    expect(openLoopholes({ rules, week, games: [thursday, sunday], now })).toEqual([
      'Week 7 can still be picked although TEN–DAL has started',
    ])
    const london = game('NYJ', 'BUF', '2026-10-25T13:30:00.000Z')
    expect(openLoopholes({ rules, week, games: [thursday, london, sunday], now })).toEqual([
      'Week 7 can still be picked although TEN–DAL and NYJ–BUF have started',
    ])
    expect(openLoopholes({ rules, week: { ...week, is_locked: true }, games: [thursday], now })).toEqual([
      'Teams can still be picked after their game has started',
    ])
  })
  it('lists every loophole of the defaults', () => {
    expect(openLoopholes({ rules: DEFAULTS, week: undefined, games: [], now })).toEqual([
      'Entries that never pick cannot be eliminated',
      'Teams can still be picked after their game has started',
      'New entries can join later without having survived the weeks before',
    ])
  })
  it('names the week in which the teams run out, from the weeks that the pool has', () => {
    const two = { ...strict, picks_per_week: { picks: 2, from_week: 1 } }
    const weeks = (first: number) => [{ weekNumber: first }]
    expect(openLoopholes({ rules: two, week, weeks: weeks(1), games: [], now })).toEqual([
      'The rules ask for more teams than there are: an entry that picks every week has none left in Week 17',
    ])
    expect(openLoopholes({ rules: two, week, weeks: weeks(3), games: [], now })).toEqual([])
  })
  it('knows the byes of every week whose games are known', () => {
    const pool = { weeks: [1, 2, 3].map((n) => ({ id: n, week_number: n, season_year: 2025 })) } as unknown as PoolView
    const idle = TEAMS.map(({ abbr }) => abbr).filter((abbr) => abbr !== 'KC' && abbr !== 'LAC')
    const season = [1, 2, 3].map((id) => ({ id, left_teams: [], bye_teams: idle })) as unknown as SeasonView['weeks']
    const shown = (known: SeasonView['weeks']) =>
      openLoopholes({ rules: strict, week, weeks: askedWeeks(pool, 2025, known), games: [], now })
    expect([shown(season.slice(0, 2)), shown(season).join()]).toEqual([[], expect.stringContaining('none left in Week 3')])
  })
  it('counts no week of another season', () => {
    const pool = { weeks: [{ id: 1, week_number: 2, season_year: 2024 }] } as unknown as PoolView
    expect(askedWeeks(pool, 2025, [])).toEqual([])
  })
  it('finds none in strict rules, whatever has started', () => {
    expect(openLoopholes({ rules: strict, week, games: [thursday], now })).toEqual([])
  })
})
