import type { RulesInfo } from '@outlast/contract/live'
import { AUTO_PICK_STEPS, RULE_PRESETS } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { consequenceOf } from './consequences.ts'
import { openLoopholes } from './loopholes.ts'
import { changeOf, parseCents, presetOf, presetValues, type RuleValues, valuesOf } from './rule-values.ts'

const DEFAULTS: RulesInfo = {
  missed_pick: 'survives',
  team_lock: 'week',
  max_entries_per_member: null,
  late_entries: 'allowed',
  lives: 1,
  auto_pick: ['my_list', 'most_picked', 'alphabetical'],
  max_auto_picks: 3,
  buyback: null,
  entry_fee_cents: null,
  currency: null,
  club_share_percent: null,
  unpaid_after_week: null,
  pot_public: false,
  preset: 'specification',
}
const values = (more: Partial<RuleValues> = {}): RuleValues => ({ ...valuesOf(DEFAULTS), ...more })

describe('presetOf', () => {
  it('recognizes the values of every preset, and calls all others custom', () => {
    for (const preset of RULE_PRESETS.filter((one) => one !== 'custom')) {
      expect(presetOf(values(presetValues(preset)))).toBe(preset)
    }
    expect(presetOf(values({ lives: '3' }))).toBe('custom')
  })
  it('ignores the rules that belong to no preset', () => {
    expect(presetOf(values({ ...presetValues('classic'), max_entries: '3', entry_fee: '25' }))).toBe('classic')
  })
})

describe('changeOf', () => {
  it('sends only what was edited, in the units of the API', () => {
    const edited = values({ max_entries: '3', entry_fee: '12.5', currency: 'usd', pot_public: 'yes', unpaid_after: '' })
    expect(changeOf(edited, ['max_entries', 'entry_fee', 'currency', 'pot_public', 'unpaid_after'], undefined)).toEqual({
      max_entries_per_member: 3,
      entry_fee_cents: 1250,
      currency: 'USD',
      pot_public: true,
      unpaid_after_week: null,
    })
  })
  it('sends the preset with the rules that were edited', () => {
    const custom = values({ missed_pick: 'eliminated' })
    expect(changeOf(custom, ['missed_pick'], 'custom')).toEqual({ preset: 'custom', missed_pick: 'eliminated' })
    expect(changeOf(values(), [], 'specification')).toEqual({ preset: 'specification' })
  })
  it('sends the whole buyback when one of its parts was edited', () => {
    const buyback = { buyback: 'yes', buyback_until: '6', buyback_max: '2', buyback_fee: '10' }
    expect(changeOf(values(buyback), ['buyback_fee'], undefined)).toEqual({
      buyback: { until_week: 6, max_per_entry: 2, fee_cents: 1000 },
    })
    expect(changeOf(values(), ['buyback'], undefined)).toEqual({ buyback: null })
  })
})

describe('parseCents', () => {
  it.each([
    ['25', 2500],
    ['25.5', 2550],
    ['0,05', 5],
    ['', undefined],
    ['1.234', undefined],
    ['-3', undefined],
    ['free', undefined],
  ])('reads %j as %j', (text, cents) => expect(parseCents(text)).toBe(cents))
})

describe('consequenceOf', () => {
  it.each([
    ['missed_pick', {}, 'An entry that never picks can never be eliminated.'],
    ['missed_pick', { missed_pick: 'eliminated' }, 'A forgotten pick puts the entry out, like a loss.'],
    ['missed_pick', { missed_pick: 'eliminated', lives: '2' }, 'A forgotten pick costs a life, like a loss.'],
    [
      'missed_pick',
      { missed_pick: 'auto', max_auto_picks: '1' },
      'A forgotten pick becomes an automatic one, once a season at most; after that it puts the entry out, like a loss.',
    ],
    ['team_lock', {}, 'On Saturday, members can still pick a team that won on Thursday.'],
    ['team_lock', { team_lock: 'kickoff' }, 'Nobody can pick a team, or drop it, once its game has started.'],
    ['lives', { lives: '3' }, 'An entry is out with its third loss or tie, and loses one life a week at most.'],
    ['max_auto_picks', { max_auto_picks: '18' }, 'An entry can play the whole season without ever picking.'],
    ['auto_pick', { auto_pick: '' }, 'Choose at least one step.'],
    [
      'buyback',
      { buyback: 'yes', buyback_fee: '10', currency: 'USD' },
      'An entry that falls in week 4 or earlier can come back for $10.00, once a season, once an admin confirms. Its used teams stay used.',
    ],
    ['max_entries', { max_entries: '1' }, 'A member can have one entry. An admin can add more.'],
    ['entry_fee', { entry_fee: '25', currency: 'EUR' }, 'Each entry owes €25.00. Outlast keeps the books and never moves money.'],
    ['club_share', { club_share: '10', entry_fee: '25', currency: 'USD' }, 'The club keeps 10 percent, $2.50 of each fee.'],
    ['unpaid_after', { unpaid_after: '2' }, 'After week 2, an unpaid entry cannot pick until it is paid.'],
  ] as const)('%s with %j: %s', (rule, more, sentence) => expect(consequenceOf(rule, values(more))).toBe(sentence))

  it('names every step of automatic picks in the chosen order', () => {
    const sentence = consequenceOf('auto_pick', values({ auto_pick: AUTO_PICK_STEPS.toReversed().join(',') }))
    expect(sentence).toMatch(/alphabet, then the visitor .*, then the team that most.*, then the member’s own ranking/)
  })
})

describe('openLoopholes', () => {
  const now = Date.parse('2026-10-25T14:00:00.000Z')
  const week = { week_number: 7, is_locked: false, lock_time: '2026-10-25T16:00:00.000Z' }
  const game = (away_team_abbr: string, home_team_abbr: string, start_time: string) =>
    ({ away_team_abbr, home_team_abbr, start_time, kickoff_known: true, status: 'scheduled' }) as const
  const thursday = game('TEN', 'DAL', '2026-10-23T00:15:00.000Z')
  const sunday = game('KC', 'LV', '2026-10-25T17:00:00.000Z')
  const strict = { team_lock: 'kickoff', missed_pick: 'eliminated', late_entries: 'closed' } as const

  it('names the game that has started in an open week', () => {
    const rules = { ...strict, team_lock: 'week' } as const
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
      'Teams can still be picked after their game has started',
      'Entries that never pick cannot be eliminated',
      'New entries can join later without having survived the weeks before',
    ])
  })
  it('finds none in strict rules, whatever has started', () => {
    expect(openLoopholes({ rules: strict, week, games: [thursday], now })).toEqual([])
  })
})
