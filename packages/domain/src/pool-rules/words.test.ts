import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES, describeRules, meaningOf, type PoolRules, POOL_RULES, RULE_NAMES } from './index.ts'

const rules = (more: Partial<PoolRules> = {}): PoolRules => ({ ...DEFAULT_RULES, ...more })
const STEPS = POOL_RULES.autoPick.kind.type === 'order' ? POOL_RULES.autoPick.kind.values : []

describe('what an admin reads at the control of a rule', () => {
  it.each([
    ['missedPick', {}, 'An entry that never picks can never be eliminated.'],
    ['missedPick', { missedPick: 'eliminated' }, 'A forgotten pick puts the entry out, like a loss.'],
    ['missedPick', { missedPick: 'eliminated', lives: 2 }, 'A forgotten pick costs a life, like a loss.'],
    [
      'missedPick',
      { missedPick: 'auto', maxAutoPicks: 1 },
      'A forgotten pick becomes an automatic one, once a season at most; after that it puts the entry out, like a loss.',
    ],
    ['objective', {}, 'A pick wins when its team wins.'],
    ['objective', { objective: 'lose' }, 'A pick wins when its team loses. A win or tie of a picked team puts its entries out.'],
    ['lives', { objective: 'lose' }, 'The first win or tie of a picked team puts an entry out.'],
    ['teamLock', { objective: 'lose' }, 'On Saturday, members can still pick a team that lost on Thursday.'],
    ['cancelledGame', {}, 'Once an admin closes the week without the game, the entries that picked it survive.'],
    [
      'cancelledGame',
      { cancelledGame: 'loss' },
      'Once an admin closes the week without the game, its picks put their entries out.',
    ],
    ['teamLock', {}, 'On Saturday, members can still pick a team that won on Thursday.'],
    ['teamLock', { teamLock: 'kickoff' }, 'Nobody can pick a team, or drop it, once its game has started.'],
    ['lives', {}, 'The first loss or tie puts an entry out.'],
    ['lives', { lives: 3 }, 'An entry is out with its third loss or tie, and loses one life a week at most.'],
    ['maxAutoPicks', {}, 'There are no automatic picks.'],
    ['maxAutoPicks', { missedPick: 'auto', maxAutoPicks: 18 }, 'An entry can play the whole season without ever picking.'],
    [
      'maxAutoPicks',
      { missedPick: 'auto', maxAutoPicks: 1 },
      'An entry that never picks gets 1 automatic pick, and then misses weeks.',
    ],
    ['autoPick', { autoPick: [] }, 'Choose at least one step.'],
    ['buyback', {}, 'An entry that is out stays out.'],
    [
      'buyback',
      { buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 1000 }, currency: 'USD' },
      'An entry that falls in week 4 or earlier can come back for $10.00, once a season, once an admin confirms. Its used teams stay used.',
    ],
    ['split', {}, 'The season is played to its end.'],
    [
      'split',
      { split: { atMost: 4, fromWeek: 14 } },
      'Once at most 4 entries are alive in week 14 or later, they are asked. If all of them say yes, 24 hours before the lock, they are the champions. Silence is a no. Nobody sees a vote before, not even you.',
    ],
    ['lock', {}, 'All picks of a week close on Sunday at 12:00 ET. An admin can move the lock of a single week.'],
    [
      'lock',
      { lock: { day: 'thursday', time: '20:00' } },
      'All picks of a week close on Thursday at 20:00 ET. An admin can move the lock of a single week.',
    ],
    [
      'lock',
      { lock: 'first_kickoff' },
      'All picks of a week close before its first game, usually on Thursday evening. The lock follows when the league moves that game.',
    ],
    ['wipeOut', {}, 'The last entries that fall together are champions together.'],
    [
      'wipeOut',
      { wipeOut: { reviveAtMost: 2 } },
      'When two or more are left and all of them fall, they play on with one life each, 2 times a season at most. After that, they share the title.',
    ],
    ['tiebreak', {}, 'The last entries that fall in the same week share the title.'],
    [
      'tiebreak',
      { missedPick: 'auto', tiebreak: ['margin', 'fewest_auto', 'share'] },
      'Of the last entries that fall in the same week, the champion is the one with the greatest sum of winning margins, then with the fewest automatic picks. Those that are equal in that share the title.',
    ],
    ['teamUses', {}, 'An entry can use each team once a season.'],
    ['teamUses', { teamUses: 3 }, 'An entry can use each team 3 times a season.'],
    ['teamsFreeAgainIn', {}, 'Used teams stay used until the end of the season.'],
    ['teamsFreeAgainIn', { teamsFreeAgainIn: 19 }, 'What an entry used before week 19 is free again from then on.'],
    ['teamLock', { lock: 'first_kickoff' }, 'The week locks before any of its games, unless an admin moves a lock.'],
    [
      'lateEntries',
      { lateEntries: { untilWeek: 3 } },
      'After Week 3 has locked, only an admin can add entries. An entry that joins in week 3 has survived the weeks before without a pick.',
    ],
    ['lateEntries', {}, 'An entry that joins in week 5 has survived four weeks without a pick.'],
    ['lateEntries', { lateEntryLosses: true }, 'An entry that joins in week 5 has lost four lives.'],
    [
      'lateEntries',
      { lateEntries: { untilWeek: 3 }, lateEntryLosses: true },
      'After Week 3 has locked, only an admin can add entries. An entry that joins in week 3 has lost a life for each of the weeks before.',
    ],
    ['lateEntryLosses', {}, 'An entry that joins late has all its lives.'],
    [
      'lateEntryLosses',
      { lateEntryLosses: true, lives: 2 },
      'An entry can miss one week before it joins. After that, only an admin can add entries, with the picks that they made.',
    ],
    [
      'lateEntryLosses',
      { lateEntryLosses: true, lives: 3 },
      'An entry can miss 2 weeks before it joins. After that, only an admin can add entries, with the picks that they made.',
    ],
    ['maxEntriesPerMember', { maxEntriesPerMember: 1 }, 'A member can have one entry. An admin can add more.'],
    ['entryFeeCents', {}, 'Entries are free.'],
    [
      'entryFeeCents',
      { entryFeeCents: 2500, currency: 'EUR' },
      'Each entry owes €25.00. Outlast keeps the books and never moves money.',
    ],
    ['clubSharePercent', {}, 'All fees go into the pot.'],
    [
      'clubSharePercent',
      { clubSharePercent: 10, entryFeeCents: 2500, currency: 'USD' },
      'The club keeps 10 percent, $2.50 of each fee.',
    ],
    ['prizes', {}, 'The champions get the whole pot.'],
    [
      'prizes',
      { prizes: { shares: [60, 30, 10], weeklyCents: 0 } },
      'First place gets 60 percent of the pot, second place 30, and third place 10. Entries that fall together share their places.',
    ],
    [
      'prizes',
      { prizes: { shares: [100], weeklyCents: 500 }, currency: 'USD' },
      'First place gets the pot. Before that, each week pays $5.00 of the pot to the entry whose pick wins by the most points.',
    ],
    ['prizes', { prizes: { shares: [60, 30], weeklyCents: 0 } }, 'The places get 90 percent together. They have to get 100.'],
    ['unpaidAfterWeek', { unpaidAfterWeek: 2 }, 'After week 2, an unpaid entry cannot pick until it is paid.'],
    ['potPublic', { potPublic: true }, 'Everybody sees the pot.'],
  ] satisfies readonly (readonly [keyof typeof POOL_RULES, Partial<PoolRules>, string])[])(
    '%s with %j: %s',
    (name, more, sentence) => expect(meaningOf(name, rules(more))).toBe(sentence),
  )

  it('names every step of automatic picks in the chosen order', () => {
    const sentence = meaningOf('autoPick', rules({ missedPick: 'auto', autoPick: [...POOL_RULES.autoPick.default].toReversed() }))
    expect(sentence).toMatch(/alphabet, then the team that most.*, then the member’s own ranking/)
    expect(Object.keys(POOL_RULES.autoPick.control.options?.(rules()) ?? {})).toEqual(STEPS)
  })
})

describe('describeRules', () => {
  it('says the rules of the specification in seven sentences', () => {
    expect(describeRules(rules())).toEqual([
      'Pick one team a week for each entry; a team can be used only once per entry in a season.',
      'An entry is out when its team loses or ties.',
      'An entry without a pick survives the week.',
      'Picks can change until the week locks, even when a team’s game has already started.',
      'Members can have as many entries as they like.',
      'New entries can join at any time.',
      'The last entries that fall in the same week share the title.',
    ])
  })
  it('says when weeks lock and until when entries can join, where it is not the usual', () => {
    const said = describeRules(rules({ lock: { day: 'monday', time: '20:15' }, lateEntries: { untilWeek: 4 } }))
    expect(said).toContain('A week locks on Monday at 20:15 ET.')
    expect(said).toContain('New entries close when Week 4 locks.')
    expect(describeRules(rules({ lock: 'first_kickoff' }))).toEqual(
      expect.arrayContaining(['A week locks when its first game begins.', 'Picks can change until the week locks.']),
    )
  })
  it('says how often a team can be used', () => {
    const said = describeRules(rules({ teamUses: 2, teamsFreeAgainIn: 19 }))
    expect(said[0]).toBe('Pick one team a week for each entry; a team can be used 2 times per entry in a season.')
    expect(said).toContain('From week 19 on, the teams used before can be picked again.')
  })
  it('names no loophole when new entries close with Week 1, however that is said', () => {
    const loopholes = (['allowed', 'closed', { untilWeek: 1 }, { untilWeek: 2 }] as const).map((lateEntries) =>
      POOL_RULES.lateEntries.loophole?.(lateEntries, { openWeek: undefined }, rules()),
    )
    expect(loopholes.map((loophole) => loophole === null)).toEqual([false, true, true, false])
  })
  it('names the loophole of new entries that end votes, while there can be any in a week with a vote', () => {
    const split = { atMost: 4, fromWeek: 10 }
    const loopholes = (['allowed', 'closed', { untilWeek: 9 }, { untilWeek: 10 }] as const).map((lateEntries) =>
      POOL_RULES.split.loophole?.(split, { openWeek: undefined }, rules({ split, lateEntries })),
    )
    expect(loopholes.map((loophole) => loophole === null)).toEqual([false, true, true, false])
    expect(POOL_RULES.split.loophole?.(null, { openWeek: undefined }, rules())).toBeNull()
    // An entry that joins in week 10 would be out at once.
    expect(POOL_RULES.split.loophole?.(split, { openWeek: undefined }, rules({ split, lateEntryLosses: true }))).toBeNull()
    const early = { ...split, fromWeek: 1 }
    expect(
      POOL_RULES.split.loophole?.(early, { openWeek: undefined }, rules({ split: early, lateEntryLosses: true })),
    ).not.toBeNull()
  })
  it('names the loophole of a place that gets more than a better one', () => {
    const loopholeOf = (shares: readonly number[] | null) =>
      POOL_RULES.prizes.loophole?.(shares && { shares, weeklyCents: 0 }, { openWeek: undefined }, rules())
    expect([loopholeOf(null), loopholeOf([100]), loopholeOf([40, 30, 30])]).toEqual([null, null, null])
    expect(loopholeOf([40, 25, 35])).toBe('Third place gets more of the pot than second place, so that it pays to go out earlier')
  })
  it('names no loophole of late entries where missed weeks cost lives, and says what they cost', () => {
    const costly = rules({ lateEntryLosses: true, lives: 2 })
    expect(POOL_RULES.lateEntries.loophole?.('allowed', { openWeek: undefined }, costly)).toBeNull()
    expect(describeRules(costly)).toContain(
      'An entry that joins late has lost a life for each week that locked before, and none can join without a life left.',
    )
    const controlOf = (all: PoolRules) => POOL_RULES.lateEntryLosses.control.shownIf?.(all)
    expect([controlOf(rules()), controlOf(rules({ lateEntries: 'closed' }))]).toEqual([true, false])
    expect(controlOf(rules({ lateEntries: 'closed', lateEntryLosses: true }))).toBe(true)
  })
  it('says what a pick of a loser is', () => {
    const said = describeRules(rules({ objective: 'lose' }))
    expect(said).toContain('An entry is out when its team wins or ties.')
    expect(said).toContain('Pick teams to lose: a pick wins when its team loses, and loses when its team wins.')
  })
  it('says what losing or missing one of several picks costs', () => {
    const two = { picksPerWeek: { picks: 2, fromWeek: 1 }, missedPick: 'eliminated' } as const
    expect(describeRules(rules(two))).toEqual(
      expect.arrayContaining([
        'Pick 2 different teams a week for each entry; a team can be used only once per entry in a season.',
        'A missing pick puts its entry out, even if its other picks win, once every game of the week is final.',
        'One losing pick puts the entry out, even if its other picks of the week win.',
      ]),
    )
    expect(describeRules(rules({ ...two, picksPerWeek: { picks: 2, fromWeek: 14 }, lives: 3, slotLoss: 'each' }))).toEqual(
      expect.arrayContaining([
        'Pick one team a week for each entry, and from Week 14 on 2 different teams a week; a team can be used only once per entry in a season.',
        'A missing pick costs its entry a life once every game of the week is final.',
        'Each pick that loses or is missing costs a life, also within one week.',
        'An entry has 3 lives.',
      ]),
    )
  })
  it('says who shares the title, and that silence is a no in a vote', () => {
    const revival = { wipeOut: { reviveAtMost: 1 }, tiebreak: ['margin'] } as const
    expect(describeRules(rules(revival))).toContain(
      'Of the last entries that fall in the same week and do not come back, the champion is the one with the greatest sum of winning margins. Those that are equal in that share the title.',
    )
    expect(describeRules(rules({ split: { atMost: 2, fromWeek: 9 } })).join()).toContain('silence is a no')
  })
  it('says every rule of a pool with lives, fees and automatic picks', () => {
    const said = describeRules(
      rules({
        lives: 2,
        missedPick: 'auto',
        cancelledGame: 'loss',
        teamLock: 'kickoff',
        maxEntriesPerMember: 3,
        lateEntries: 'closed',
        autoPick: ['my_list', 'last_visitor'],
        buyback: { untilWeek: 4, maxPerEntry: 2, feeCents: 500 },
        entryFeeCents: 2500,
        currency: 'USD',
        clubSharePercent: 10,
        unpaidAfterWeek: 3,
      }),
    )
    expect(said.slice(1)).toEqual([
      'An entry loses a life when its team loses or ties, and is out with its last one.',
      'An entry without a pick gets an automatic pick at the lock, 3 times a season at most. After that, it loses a life once every game of the week is final.',
      'A pick whose game is cancelled, or postponed when an admin closes the week without it, costs its entry a life.',
      'A team whose game has kicked off can neither be picked nor left, even before the week locks.',
      'Members can have 3 entries at most.',
      'New entries close when Week 1 locks.',
      'An entry has 2 lives, and loses at most one a week.',
      'The last entries that fall in the same week share the title.',
      'An automatic pick is the first team that the entry may pick: from the member’s own ranking, then the visitor of the week’s last game.',
      'An entry that falls in week 4 or earlier can buy back in for $5.00 before the next lock, 2 times a season at most. Its used teams stay used.',
      'Each entry costs $25.00.',
      'The club keeps 10 percent of the fees and buybacks.',
      'An unpaid entry cannot pick after week 3.',
    ])
  })
})

it.each(RULE_NAMES)('the rule %s has a default that its kind allows', (name) => {
  const { kind, default: value } = POOL_RULES[name]
  const allowed = kind.type === 'choice' ? kind.values : [kind.type === 'optional' ? null : value]
  expect(allowed).toContain(value)
})
