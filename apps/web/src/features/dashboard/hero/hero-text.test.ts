import { describe, expect, it } from 'vitest'
import type { BoardGame, BoardPick } from '../board/board.ts'
import { fateOf } from '../../../pool/fate.ts'
import { needsPick } from '../board/places.ts'
import type { HeroEntry, HeroFacts } from './hero-facts.ts'
import { heroOf } from './hero-text.ts'

const SAFE_TIE = { ahead: 'win', behind: 'loss', level: 'tie' } as const
const LOCK = '2025-09-07T16:00:00.000Z'

const game = (away: string, home: string, over: Partial<BoardGame> = {}): BoardGame => ({
  id: 1,
  start_time: '2025-09-07T17:00:00.000Z',
  kickoff_known: true,
  away_team_abbr: away,
  home_team_abbr: home,
  away_score: null,
  home_score: null,
  status: 'scheduled',
  detail: null,
  phase: null,
  unread: [],
  result_unread: false,
  by_hand: false,
  decided_by: null,
  ...over,
})
const playing = (away: string, awayScore: number, homeScore: number, home: string) =>
  game(away, home, { status: 'in_progress', away_score: awayScore, home_score: homeScore })
const final = (away: string, awayScore: number, homeScore: number, home: string) =>
  game(away, home, { status: 'final', away_score: awayScore, home_score: homeScore })

const pick = (team: string, result: BoardPick['result'] = 'tbd'): BoardPick => ({
  id: 1,
  team,
  savedAt: LOCK,
  receipt: 1,
  isOverride: false,
  isAuto: false,
  usedIn: null,
  result,
})

let nextId = 1
const entry = (over: Partial<HeroEntry> = {}): HeroEntry =>
  withMissing({
    id: nextId++,
    name: 'Ace',
    standing: { status: 'alive' },
    pick: null,
    seal: null,
    lives: null,
    buyback: null,
    hasBegun: true,
    canBuyBack: false,
    missedCosts: null,
    isBack: false,
    choice: null,
    noTeam: null,
    ...over,
  })
const withMissing = (fields: Omit<HeroEntry, 'isMissing'>): HeroEntry => ({
  ...fields,
  isMissing: needsPick(fields) && fields.choice === null,
})
const on = (team: string, result?: BoardPick['result'], over: Partial<HeroEntry> = {}) =>
  entry({ pick: pick(team, result), ...over })
const out = (
  week: number,
  team: string | null = null,
  cause: 'loss' | 'missed' | 'hand' = 'loss',
  over: Partial<HeroEntry> = {},
) =>
  entry({
    standing: { status: 'out', losses: 1, eliminatedWeek: week, cause, team },
    pick: team === null ? null : pick(team, 'loss'),
    ...over,
  })
const withLives = (left: number, lostWeeks: readonly number[]) => ({ lives: { left, of: 3, lostWeeks, missedWeeks: [] } })
const doomed = (...names: readonly string[]) => names.map((name) => entry({ name, missedCosts: 'entry' }))
const times = (count: number, make: () => HeroEntry) => Array.from({ length: count }, make)

const facts = (over: Partial<HeroFacts> = {}): HeroFacts => ({
  week: { season_year: 2025, week_number: 9, is_locked: false },
  isClosed: false,
  hasSeasonStarted: true,
  isLastMinutes: false,
  games: [],
  isOver: false,
  isWipedOut: false,
  weekEnd: 'tonight',
  now: 0,
  entries: [],
  others: null,
  championIds: [],
  ...over,
})
const open = facts
const closed = (over: Partial<HeroFacts> = {}) => facts({ isClosed: true, ...over })
const locked = (games: readonly BoardGame[], entries: readonly HeroEntry[], over: Partial<HeroFacts> = {}) =>
  closed({
    week: { season_year: 2025, week_number: 9, is_locked: true },
    games,
    isOver: games.every(({ status }) => status === 'final'),
    entries,
    ...over,
  })

type Row = readonly [
  name: string,
  facts: HeroFacts,
  state: string,
  headline: string,
  more?: { news?: string[]; detail?: string; showsAlive?: true },
]
interface Said {
  readonly showsAlive?: true
}
const check = (rows: readonly Row[]): void => {
  it.each(
    rows.map(([name, given, state, headline, more = {}]) => ({
      name,
      given,
      said: { state, headline, news: [], detail: null, ...more } as Said,
    })),
  )('$name', ({ given, said }) => {
    const { state, answer, rest, news, detail, showsAlive } = heroOf(given)
    const headline = [answer, rest].filter((text) => text !== '').join(' ')
    expect({ state, headline, news, detail, ...(said.showsAlive && { showsAlive }) }).toEqual(said)
  })
}

describe('heroOf before the lock', () => {
  check([
    ['tells a member without an entry', open(), 'none', 'You have no entry in the 2025 season.'],
    [
      'tells a member without an entry who is in',
      open({ others: 81 }),
      'none',
      'You have no entry in the 2025 season.',
      { showsAlive: true },
    ],
    ['asks for the pick', open({ entries: [entry()] }), 'pick', 'You are still in. Pick a team for week 9.'],
    [
      'does not say “still” before the first week',
      open({ entries: [entry()], hasSeasonStarted: false }),
      'pick',
      'You are in. Pick a team for week 9.',
    ],
    ['names the saved pick', open({ entries: [on('KC')] }), 'saved', 'You are still in. Your pick for week 9 is saved: KC.'],
    [
      'asks for another pick when the plan can’t stand',
      open({ entries: [entry({ pick: { ...pick('KC'), usedIn: 3 } })] }),
      'pick',
      'You are still in. Pick a team for week 9.',
    ],
    [
      'does not ask for a sealed pick',
      open({ entries: [entry({ seal: 'this_week' })] }),
      'saved',
      'You are still in. Your pick is sealed until the lock.',
    ],
    [
      'asks both entries',
      open({ entries: times(2, entry) }),
      'pick',
      'Both of your entries are still in. Both need a pick for week 9.',
    ],
    [
      'asks all of 40 entries',
      open({ entries: times(40, entry) }),
      'pick',
      'All 40 of your entries are still in. All 40 need a pick for week 9.',
    ],
    [
      'asks one of three',
      open({ entries: [on('KC'), on('BUF'), entry()] }),
      'pick',
      'All 3 of your entries are still in. Ace still needs a pick.',
    ],
    [
      'counts those that are out among all, and does not ask them',
      open({ entries: [out(3, 'NE'), on('BUF'), entry()] }),
      'pick',
      '2 of your 3 entries are still in. Ace still needs a pick.',
    ],
    [
      'says that all picks are saved',
      open({ entries: [out(3, 'NE'), on('BUF'), on('KC')] }),
      'saved',
      '2 of your 3 entries are still in. Both picks for week 9 are saved.',
    ],
    [
      'names the only pick that is left',
      open({ entries: [out(3, 'NE'), out(4, 'NE'), on('KC')] }),
      'saved',
      '1 of your 3 entries is still in. Your pick for week 9 is saved: KC.',
    ],
    [
      'says since when the member is out',
      open({ entries: [out(7, 'NE')], others: 80 }),
      'out',
      'You went out in week 7.',
      { showsAlive: true },
    ],
    [
      'names the entries and the buttons in the last minutes',
      open({ entries: [on('KC'), entry({ name: 'Bolt' }), entry({ name: 'Comet', choice: 'chosen' })], isLastMinutes: true }),
      'pick',
      'All 3 of your entries are still in. Bolt has no pick: tap Pick now. Not submitted for Comet: tap Submit Pick.',
    ],
    [
      'says that a choice is not submitted',
      open({ entries: [on('KC', 'tbd', { choice: 'chosen' })] }),
      'pick',
      'You are still in. Not submitted for Ace: tap Submit Pick.',
    ],
    [
      'asks nobody to submit again what is on its way',
      open({ entries: [on('KC', 'tbd', { choice: 'unconfirmed' })] }),
      'pick',
      'You are still in. Not confirmed yet for Ace: this device keeps trying until the pool answers.',
    ],
    [
      'asks which of two picks counts',
      open({ entries: [on('KC', 'tbd', { choice: 'elsewhere' })] }),
      'pick',
      'You are still in. Another device has saved a pick for Ace. Which one counts?',
    ],
    [
      'asks nobody to tap while a pick is being sent',
      open({ entries: [entry({ choice: 'sending' }), entry({ name: 'Bolt', choice: 'chosen' })] }),
      'pick',
      'Both of your entries are still in. Not submitted for Bolt: tap Submit Pick. Sending the pick of Ace…',
    ],
    [
      'says that picks are closed while the week locks',
      closed({ entries: [on('KC')] }),
      'locked',
      'You are still in.',
      { detail: 'Picks are closed and will be revealed in a moment.' },
    ],
  ])
})

describe('heroOf between the lock and the last final', () => {
  check([
    [
      'says when the pick kicks off',
      locked([game('LV', 'KC')], [on('KC')]),
      'locked',
      'You are still in. KC plays vs LV, Sun, Sep 7, 1:00 PM ET.',
    ],
    [
      'counts the picks that have yet to kick off',
      locked([game('LV', 'KC'), game('NE', 'BUF')], [on('KC'), on('KC'), on('BUF')]),
      'locked',
      'All 3 of your entries are still in. 3 picks have yet to kick off.',
    ],
    ['says that the pick leads', locked([playing('LV', 10, 17, 'KC')], [on('KC')]), 'live', 'You are still in. KC leads 17–10.'],
    [
      'says it for two of three entries',
      locked([playing('LV', 10, 17, 'KC')], [on('KC'), on('KC'), out(3, 'NE')]),
      'live',
      '2 of your 3 entries are still in. KC leads 17–10.',
    ],
    ['says that the pick trails', locked([playing('LV', 10, 3, 'KC')], [on('KC')]), 'live', 'You are still in. KC trails 3–10.'],
    [
      'says that a tie is a loss',
      locked([playing('LV', 10, 10, 'KC')], [on('KC')]),
      'live',
      'You are still in. KC is level at 10–10, and a tie is a loss.',
    ],
    [
      'says that a tie is not a loss, where the rules say so',
      locked([{ ...playing('LV', 10, 10, 'KC'), counts_as: SAFE_TIE }], [on('KC')]),
      'live',
      'You are still in. KC is level at 10–10, and a tie is not a loss.',
    ],
    [
      'says how two picks are doing',
      locked([playing('LV', 10, 17, 'KC'), playing('BUF', 0, 3, 'NE')], [on('KC'), on('BUF')]),
      'live',
      'Both of your entries are still in. BUF trails 0–3. KC leads 17–10.',
    ],
    [
      'sums up many picks',
      locked(
        [playing('LV', 10, 17, 'KC'), playing('BUF', 0, 3, 'NE'), playing('SF', 7, 7, 'SEA')],
        [...times(8, () => on('KC')), ...times(3, () => on('BUF')), on('SF')],
      ),
      'live',
      'All 12 of your entries are still in. Of 12 picks on the field, 3 trail, 1 is level and 8 lead.',
    ],
    [
      'is live while another game is played',
      locked([game('LV', 'KC'), playing('BUF', 0, 3, 'NE')], [on('KC')]),
      'live',
      'You are still in. KC plays vs LV, Sun, Sep 7, 1:00 PM ET.',
    ],
    [
      'says that the game is postponed',
      locked([game('LV', 'KC', { status: 'postponed' }), final('BUF', 0, 3, 'NE')], [on('KC')]),
      'live',
      'You are still in. The game of KC is postponed.',
    ],
    [
      'does not count an entry that nothing can save as in',
      locked([playing('BUF', 0, 3, 'NE')], [entry({ missedCosts: 'entry' })], { others: 79 }),
      'out',
      'Ace has no pick and goes out tonight.',
      { showsAlive: true },
    ],
    [
      'says which entries nothing can save, and counts the others',
      locked([playing('LV', 10, 17, 'KC')], [on('KC'), ...doomed('Bolt', 'Comet')], { weekEnd: 'on Monday' }),
      'live',
      '1 of your 3 entries is still in.',
      { news: ['Bolt and Comet have no pick and go out on Monday.', 'KC leads 17–10.'] },
    ],
    [
      'names a few of many entries without a pick',
      locked([playing('LV', 10, 17, 'KC')], [on('KC'), ...doomed('A', 'B', 'C', 'D', 'E')]),
      'live',
      '1 of your 6 entries is still in.',
      { news: ['A, B, C and 2 more have no pick and go out tonight.', 'KC leads 17–10.'] },
    ],
    [
      'says that a missed pick costs a life',
      locked([playing('BUF', 0, 3, 'NE')], [entry({ missedCosts: 1 })]),
      'live',
      'You are still in.',
      { news: ['Ace has no pick and loses a life tonight.'] },
    ],
    [
      'does not warn where a missed pick survives',
      locked([playing('BUF', 0, 3, 'NE')], [entry({ missedCosts: 'nothing' })]),
      'live',
      'You are still in.',
      { news: ['Ace has no pick and stays in.'] },
    ],
    [
      'is through when the own pick has won and others play on',
      locked([final('LV', 10, 17, 'KC'), playing('BUF', 0, 3, 'NE')], [on('KC', 'win')]),
      'through',
      'KC won 17–10: Ace is through.',
    ],
    [
      'is through with several entries',
      locked([final('LV', 10, 17, 'KC'), playing('BUF', 0, 3, 'NE')], [on('KC', 'win'), on('KC', 'win'), out(9, 'LV')]),
      'through',
      '2 of your 3 entries are through week 9.',
      { news: ['Out: Ace. LV lost 10–17.', 'KC won 17–10: Ace and Ace are through.'] },
    ],
    [
      'is through with a life less',
      locked([final('LV', 20, 17, 'KC'), playing('BUF', 0, 3, 'NE')], [on('KC', 'loss', withLives(2, [9]))]),
      'through',
      'KC lost 17–20: Ace lost a life, 2 left.',
    ],
    [
      'names the own entry that went out while others play on',
      locked([final('LV', 20, 17, 'KC'), playing('BUF', 7, 3, 'NE')], [out(9, 'KC'), on('BUF')]),
      'live',
      '1 of your 2 entries is still in.',
      { news: ['Out: Ace. KC lost 17–20.', 'BUF leads 7–3.'] },
    ],
    [
      'tells an entry that joined after the lock when it plays',
      locked([playing('BUF', 0, 3, 'NE')], [entry({ hasBegun: false })]),
      'locked',
      'You are still in. You play from the next week on.',
    ],
    [
      'says why the member is out while others play on',
      locked([final('LV', 20, 17, 'KC'), playing('BUF', 7, 3, 'NE')], [out(9, 'KC')], { others: 79 }),
      'out',
      'Out: Ace. KC lost 17–20.',
      { showsAlive: true },
    ],
  ])
})

describe('heroOf after the last final', () => {
  const won = [final('LV', 10, 17, 'KC')]
  check([
    [
      'says that nobody has survived while a cancelled game keeps the week from its end',
      locked([...won, game('BUF', 'NE', { status: 'cancelled' })], [on('NE')], { others: 80 }),
      'live',
      'You are still in.',
    ],
    [
      'says how many others survived',
      locked(won, [on('KC', 'win')], { others: 80 }),
      'through',
      'You survived week 9 with 80 others.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
    [
      'says that one other survived',
      locked(won, [on('KC', 'win')], { others: 1 }),
      'through',
      'You survived week 9 with 1 other.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
    [
      'says that nobody else survived',
      locked(won, [on('KC', 'win')], { others: 0 }),
      'through',
      'You survived week 9, and nobody else did.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
    [
      'does not guess the others',
      locked(won, [on('KC', 'win')]),
      'through',
      'You survived week 9.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
    [
      'says it for some of the entries',
      locked(won, [on('KC', 'win'), on('KC', 'win'), out(9, 'LV')], { others: 78 }),
      'through',
      '2 of your 3 entries survived week 9 with 78 others.',
      { news: ['Out: Ace. LV lost 10–17.', 'KC won 17–10: Ace and Ace are through.'] },
    ],
    [
      'says it for all entries that were left',
      locked(won, [on('KC', 'win'), on('KC', 'win'), out(3, 'LV')], { others: 78 }),
      'through',
      'Both of your entries survived week 9 with 78 others.',
      { news: ['KC won 17–10: Ace and Ace are through.'] },
    ],
    [
      'says it for the last entry',
      locked(won, [on('KC', 'win'), out(3, 'LV')], { others: 78 }),
      'through',
      'Your last entry survived week 9 with 78 others.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
    [
      'says that a life was lost',
      locked(won, [on('LV', 'loss', withLives(1, [4, 9]))], { others: 80 }),
      'through',
      'You survived week 9 with 80 others.',
      { news: ['LV lost 10–17: Ace lost a life, 1 left.'] },
    ],
    [
      'counts the entries that lost a life',
      locked(won, [on('LV', 'loss', withLives(1, [9])), on('LV', 'loss', withLives(2, [9])), on('KC', 'win', withLives(3, []))], {
        others: 80,
      }),
      'through',
      'All 3 of your entries survived week 9 with 80 others.',
      {
        news: [
          'LV lost 10–17: Ace lost a life, 1 left.',
          'LV lost 10–17: Ace lost a life, 2 left.',
          'KC won 17–10: Ace is through.',
        ],
      },
    ],
    [
      'counts a missed pick that cost a life',
      locked(won, [entry(withLives(1, [9]))], { others: 80 }),
      'through',
      'You survived week 9 with 80 others.',
      { news: ['Ace lost a life, 1 left.'] },
    ],
    [
      'says that the entry bought back in',
      locked(won, [
        on('LV', 'loss', {
          buyback: { status: 'confirmed', season_year: 2025, week_number: 9, fee_cents: 0, asked_at: LOCK, lapsed: null },
        }),
      ]),
      'through',
      'You survived week 9.',
      { news: ['LV lost 10–17: Ace bought back in.'] },
    ],
    [
      'says that an admin waived the loss',
      locked(won, [on('LV', 'loss')], { others: 80 }),
      'through',
      'You survived week 9 with 80 others.',
      { news: ['LV lost 10–17: Ace is still in, the loss was waived.'] },
    ],
    [
      'says why the member is out',
      locked(won, [out(9, 'LV')], { others: 80 }),
      'out',
      'Out: Ace. LV lost 10–17.',
      { showsAlive: true },
    ],
    [
      'says that a corrected score brought the entry back',
      locked([final('LV', 20, 17, 'KC')], [on('LV', 'win', { isBack: true })], { others: 79 }),
      'through',
      'You survived week 9 with 79 others.',
      { news: ['Back in: Ace. The score was corrected: LV won 20–17.'] },
    ],
    [
      'says that the game of an entry that is back goes on',
      locked([playing('LV', 20, 17, 'KC')], [on('LV', 'tbd', { isBack: true })]),
      'live',
      'You are still in. LV leads 20–17.',
      { news: ['Back in: Ace. The game of LV goes on.'] },
    ],
    [
      'says that a tie that is not a loss brought the entry back',
      locked([{ ...final('LV', 20, 20, 'KC'), counts_as: SAFE_TIE }], [on('LV', 'tie', { isBack: true })], { others: 79 }),
      'through',
      'You survived week 9 with 79 others.',
      { news: ['Back in: Ace. The score was corrected: LV and KC tied 20–20, and a tie is not a loss.'] },
    ],
    [
      'says that all who fell together are back in',
      { ...locked(won, [on('LV', 'loss')], { others: 79 }), isWipedOut: true },
      'through',
      'You survived week 9 with 79 others.',
      { news: ['All that were left fell, so Ace is back in.'] },
    ],
    [
      'says that an admin brought the entry back',
      locked(won, [on('LV', 'loss', { isBack: true })], { others: 79 }),
      'through',
      'You survived week 9 with 79 others.',
      { news: ['Back in: Ace. An admin waived the loss.'] },
    ],
    [
      'tells the fate of each entry, the worst first',
      locked(
        [...won, playing('BUF', 0, 3, 'NE')],
        [on('KC', 'win', { name: 'Mavericks' }), on('BUF'), out(9, 'LV', 'loss', { name: 'Lucky' }), ...doomed('Second Wind')],
      ),
      'live',
      '2 of your 4 entries are still in.',
      {
        news: [
          'Out: Lucky. LV lost 10–17.',
          'Second Wind has no pick and goes out tonight.',
          'BUF trails 0–3.',
          'KC won 17–10: Mavericks is through.',
        ],
      },
    ],
    [
      'says that a tie is a loss',
      locked([final('LV', 20, 20, 'KC')], [out(9, 'KC')], { others: 80 }),
      'out',
      'Out: Ace. KC and LV tied 20–20, and a tie is a loss.',
      { showsAlive: true },
    ],
    [
      'says that there was no pick',
      locked(won, [out(9, null, 'missed')], { others: 80 }),
      'out',
      'Out: Ace. There was no pick.',
      { showsAlive: true },
    ],
    [
      'says that an admin ended it',
      locked(won, [out(9, null, 'hand')], { others: 80 }),
      'out',
      'Out: Ace. An admin ended it.',
      { showsAlive: true },
    ],
    [
      'says that all entries went out at once',
      locked(won, [out(9, 'LV'), out(9, 'LV'), out(9, 'LV')], { others: 80 }),
      'out',
      'Out: Ace, Ace and Ace. LV lost 10–17.',
      { showsAlive: true },
    ],
    [
      'says that the last entries went out',
      locked(won, [out(9, 'LV'), out(9, 'LV'), out(2, 'LV')], { others: 1 }),
      'out',
      'Out: Ace and Ace. LV lost 10–17.',
      { showsAlive: true },
    ],
    [
      'offers to buy back in',
      locked(won, [out(9, 'LV', 'loss', { canBuyBack: true })], { others: 80 }),
      'out',
      'Out: Ace. LV lost 10–17.',
      { detail: 'You can buy back in: see below.' },
    ],
    [
      'works for a week of the postseason',
      { ...locked(won, [on('KC', 'win')], { others: 3 }), week: { season_year: 2025, week_number: 20, is_locked: true } },
      'through',
      'You survived week 20 with 3 others.',
      { news: ['KC won 17–10: Ace is through.'] },
    ],
  ])
})

/** An entry with these picks of a week that takes several. */
const onSeveral = (picks: readonly BoardPick[], over: Partial<HeroEntry> = {}, slots = 2): HeroEntry => ({
  ...entry({ name: 'Lucky', pick: picks[0] ?? null, several: { slots, slot: 1, picks }, ...over }),
})
const [kc, buf] = [pick('KC'), { ...pick('BUF'), slot: 2 }]

describe('heroOf in a week that takes several picks', () => {
  const won = final('LV', 20, 24, 'KC')
  const [lost, open2] = [final('NYJ', 30, 10, 'BUF'), playing('NYJ', 3, 7, 'BUF')]
  const done = (one: BoardPick, result: BoardPick['result']): BoardPick => ({ ...one, result })
  check([
    [
      'never tells an entry that has no team left to pick',
      open({ entries: [entry({ teamsLeft: 'none', noTeam: 'No team is left for week 9.' })] }),
      'no_team',
      'You are still in. No team is left for week 9.',
    ],
    [
      'asks for the other entry, and names the one that has no team left',
      open({ entries: [entry({ name: 'Bolt', teamsLeft: 'none', noTeam: 'No team is left for week 9.' }), entry()] }),
      'pick',
      'Both of your entries are still in. Ace still needs a pick.',
      { news: ['Bolt: No team is left for week 9.'] },
    ],
  ])
  check([
    ['asks for all of them', open({ entries: [onSeveral([])] }), 'pick', 'You are still in. Pick 2 teams for week 9.'],
    [
      'asks for all of them for several entries',
      open({ entries: [onSeveral([]), onSeveral([], { name: 'Bolt' })] }),
      'pick',
      'Both of your entries are still in. Both need 2 picks for week 9.',
    ],
    [
      'says how many are made',
      open({ entries: [onSeveral([kc]), onSeveral([kc, buf])] }),
      'pick',
      'Both of your entries are still in. 3 of 4 picked for week 9.',
    ],
    [
      'counts none that cannot stand',
      open({ entries: [onSeveral([{ ...kc, usedIn: 3 }, buf])] }),
      'pick',
      'You are still in. 1 of 2 picked for week 9.',
    ],
    [
      'says in the last minutes that one is missing',
      open({ entries: [onSeveral([kc])], isLastMinutes: true }),
      'pick',
      'You are still in. Lucky has a pick missing: tap Pick now.',
    ],
    [
      'names them all when they are saved',
      open({ entries: [onSeveral([kc, buf, { ...pick('SF'), slot: 3 }], {}, 3)] }),
      'saved',
      'You are still in. Your picks for week 9 are saved: KC, BUF and SF.',
    ],
    [
      'counts picks, and not entries',
      open({ entries: [onSeveral([kc, buf]), onSeveral([kc, buf])] }),
      'saved',
      'Both of your entries are still in. All 4 picks for week 9 are saved.',
    ],
    [
      'does not say that an entry is through while one of its picks is open',
      locked([won, open2], [onSeveral([done(kc, 'win'), buf])]),
      'live',
      'You are still in. BUF leads 7–3.',
      { news: ['KC won 24–20: Lucky has one pick to come.'] },
    ],
    [
      'says that it is through when all are decided',
      locked([won, final('NYJ', 3, 7, 'BUF'), playing('CHI', 0, 0, 'NE')], [onSeveral([done(kc, 'win'), done(buf, 'win')])]),
      'through',
      'KC won 24–20 and BUF won 7–3: Lucky is through.',
    ],
    [
      'says which pick cost a life',
      locked([won, lost, playing('CHI', 0, 0, 'NE')], [onSeveral([done(kc, 'win'), done(buf, 'loss')], withLives(1, [9]))]),
      'through',
      'BUF lost 10–30: Lucky lost a life, 1 left.',
    ],
    [
      'counts the lives of a week in which each loss costs one',
      locked(
        [final('LV', 24, 20, 'KC'), lost, playing('CHI', 0, 0, 'NE')],
        [onSeveral([done(kc, 'loss'), done(buf, 'loss')], withLives(1, [9, 9]))],
      ),
      'through',
      'KC lost 20–24 and BUF lost 10–30: Lucky lost 2 lives, 1 left.',
    ],
    [
      'says what a missing pick costs, whatever the other does',
      locked([won, playing('CHI', 0, 0, 'NE')], [onSeveral([done(kc, 'win')], { missedCosts: 'entry' })], { others: 7 }),
      'out',
      'Lucky has a pick missing and goes out tonight.',
      { showsAlive: true },
    ],
    [
      'counts the lives of missing picks that each cost one',
      locked([won, playing('CHI', 0, 0, 'NE')], [onSeveral([done(kc, 'win')], { missedCosts: 2 }, 3)]),
      'live',
      'You are still in.',
      { news: ['Lucky has 2 picks missing and loses 2 lives tonight.'] },
    ],
    [
      'says that an entry is through whose missing pick costs nothing',
      locked([won, playing('CHI', 0, 0, 'NE')], [onSeveral([done(kc, 'win')], { missedCosts: 'nothing' })]),
      'live',
      'You are still in.',
      { news: ['KC won 24–20: Lucky is through.'] },
    ],
  ])
})

describe('heroOf in a decided season', () => {
  const won = [final('LV', 10, 17, 'KC')]
  check([
    [
      'congratulates the champion',
      locked(won, [on('KC', 'win', { id: 900 })], { others: 0, championIds: [900] }),
      'through',
      'You won the 2025 season.',
    ],
    [
      'congratulates one of several champions, even one who fell with them',
      locked(won, [out(9, 'LV', 'loss', { id: 900 })], { championIds: [900, 901, 902] }),
      'through',
      'You share the title of the 2025 season with 2 other entries.',
    ],
    [
      'says how far the member came',
      locked(won, [out(3, 'LV'), out(7, 'LV')], { championIds: [900] }),
      'out',
      'The 2025 season is decided.',
      { detail: 'Your run ended in week 7.' },
    ],
    ['tells a member without an entry', locked(won, [], { championIds: [900] }), 'out', 'The 2025 season is decided.'],
  ])
})

describe('what happened in the last two minutes', () => {
  const at = (iso: string): Partial<BoardGame> => ({ result_at: iso })
  const lost = (seconds: number) => ({ ...final('NE', 24, 28, 'CHI'), ...at(`2025-09-07T20:00:${seconds}.000Z`) })
  const won = (seconds: number) => ({ ...final('CAR', 13, 10, 'NO'), ...at(`2025-09-07T20:00:${seconds}.000Z`) })
  const later = (seconds: number) => Date.parse('2025-09-07T20:00:00.000Z') + seconds * 1_000
  const fallen = () => out(9, 'NE', 'loss', { name: 'Ace' })
  const safe = () => on('CAR', 'win', { name: 'Bolt' })
  const both = (seconds: number, games = [lost(10), won(40), playing('KC', 3, 0, 'LV')]) =>
    heroOf(locked(games, [fallen(), safe(), on('KC', 'tbd', { name: 'Comet' })], { now: later(seconds) }))

  it('is the headline, the gravest first, and keeps the other news and the calm answer', () => {
    expect(both(50)).toMatchObject({
      state: 'out',
      label: 'Live',
      answer: 'Ace is out.',
      rest: 'NE lost 24–28.',
      news: ['2 of your 3 entries are still in. KC leads 3–0.', 'CAR won 13–10: Bolt is through.'],
      detail: null,
      shared: { name: 'Ace' },
    })
  })

  it('gives way to the next newest, and that to the calm answer', () => {
    expect(both(130)).toMatchObject({
      state: 'through',
      answer: 'Bolt is through.',
      news: ['Out: Ace. NE lost 24–28.', '2 of your 3 entries are still in. KC leads 3–0.'],
    })
    expect(both(160)).toMatchObject({
      state: 'live',
      answer: '2 of your 3 entries are still in.',
      news: ['Out: Ace. NE lost 24–28.', 'KC leads 3–0.', 'CAR won 13–10: Bolt is through.'],
    })
    expect(both(160).shared).toBeUndefined()
  })

  it('names entries that share their fate together, and offers none of them to share', () => {
    const two = [fallen(), out(9, 'NE', 'loss', { name: 'Zed' }), on('KC', 'tbd', { name: 'Comet' })]
    const hero = heroOf(locked([lost(10), playing('KC', 3, 0, 'LV')], two, { now: later(20) }))
    expect(hero).toMatchObject({ answer: 'Ace and Zed are out.', shared: undefined })
  })

  it('says that a life is lost and how many are left', () => {
    const entry = on('NE', 'loss', { name: 'Ace', ...withLives(2, [9]) })
    const hero = heroOf(locked([lost(10), playing('KC', 3, 0, 'LV')], [entry, on('KC')], { now: later(20) }))
    expect(hero).toMatchObject({ state: 'out', answer: 'Ace lost a life.', rest: 'NE lost 24–28. 2 lives left.' })
  })

  it('does not hide that the week is survived, nor that a buyback is open', () => {
    expect(heroOf(locked([won(10)], [safe()], { now: later(20), others: 3 }))).toMatchObject({
      answer: 'You survived week 9 with 3 others.',
    })
    const bought = out(9, 'NE', 'loss', { name: 'Ace', canBuyBack: true })
    expect(heroOf(locked([lost(10)], [bought], { now: later(20) }))).toMatchObject({
      answer: 'Ace is out.',
      detail: 'You can buy back in: see below.',
    })
  })

  it('is nothing while the end of its game is not known', () => {
    expect(both(50, [final('NE', 24, 28, 'CHI'), won(40), playing('KC', 3, 0, 'LV')])).toMatchObject({
      answer: 'Bolt is through.',
    })
  })
})

/** What a week has for an entry, the gravest first: how it is told, what its bug says, and whether it counts as still in. */
const FATES = {
  lost: { grade: 0, told: /KC lost 10–17\./, bug: 'Out in week 9', isIn: false },
  'no pick': { grade: 1, told: /no pick and goe?s? out/, bug: '', isIn: false },
  trails: { grade: 2, told: /BUF trails 3–10\.|1 trails/, bug: 'Trails by 7', isIn: true },
  level: { grade: 2, told: /SF is level at 7–7, and a tie is a loss\.|1 is level/, bug: 'Level: a tie is a loss', isIn: true },
  leads: { grade: 3, told: /MIA leads 10–3\.|1 leads/, bug: 'Leads by 7', isIn: true },
  postponed: { grade: 3, told: /of DET is postponed\./, bug: 'Postponed', isIn: true },
  'not begun': { grade: 3, told: /yet to kick off\.|PHI plays/, bug: 'To come', isIn: true },
  returned: { grade: 4, told: /The score was corrected: CAR won 13–10\./, bug: 'Through', isIn: true },
  'bought back': { grade: 4, told: /MIN lost 24–27: .* bought back in\./, bug: 'Lost', isIn: true },
  won: { grade: 4, told: /DAL won 20–10/, bug: 'Through', isIn: true },
} as const
type FateName = keyof typeof FATES

const ENDED = '2025-09-07T20:00:00.000Z'
const TABLE_GAMES = [
  { ...final('LV', 17, 10, 'KC'), result_at: ENDED },
  playing('NYJ', 10, 3, 'BUF'),
  playing('SEA', 7, 7, 'SF'),
  playing('NE', 3, 10, 'MIA'),
  game('GB', 'DET', { status: 'postponed' }),
  game('NYG', 'PHI', { start_time: '2025-09-09T00:15:00.000Z' }),
  { ...final('NO', 10, 13, 'CAR'), result_at: ENDED },
  { ...final('CHI', 27, 24, 'MIN'), result_at: ENDED },
  { ...final('CLE', 10, 20, 'DAL'), result_at: ENDED },
]
const BOUGHT = { status: 'confirmed', week_number: 9 } as NonNullable<HeroEntry['buyback']>

function entryWith(fate: FateName, name: string): HeroEntry {
  const over = { name }
  switch (fate) {
    case 'lost':
      return out(9, 'KC', 'loss', over)
    case 'no pick':
      return entry({ ...over, missedCosts: 'entry' })
    case 'trails':
      return on('BUF', 'tbd', over)
    case 'level':
      return on('SF', 'tbd', over)
    case 'leads':
      return on('MIA', 'tbd', over)
    case 'postponed':
      return on('DET', 'tbd', over)
    case 'not begun':
      return on('PHI', 'tbd', over)
    case 'returned':
      return on('CAR', 'win', { ...over, isBack: true })
    case 'bought back':
      return on('MIN', 'loss', { ...over, buyback: BOUGHT })
    case 'won':
      return on('DAL', 'win', over)
    default:
      return fate satisfies never
  }
}

const FATE_NAMES = Object.keys(FATES) as FateName[]
const PAIRS = FATE_NAMES.flatMap((first) => FATE_NAMES.map((second) => [first, second] as const))
const OWN = ['Ace', 'Bolt', 'Comet'] as const
const TRIPLES: readonly (readonly FateName[])[] = [
  ['won', 'trails', 'level'],
  ['won', 'lost', 'leads'],
  ['lost', 'no pick', 'won'],
  ['not begun', 'leads', 'trails'],
  ['postponed', 'level', 'lost'],
  ['returned', 'lost', 'trails'],
  ['bought back', 'no pick', 'not begun'],
  ['leads', 'level', 'trails'],
  ['won', 'won', 'not begun'],
]

describe.each([
  ['minutes after the finals', 150],
  ['right after the finals', 20],
])('heroOf for two and three fates, %s', (_, seconds) => {
  const now = Date.parse(ENDED) + seconds * 1_000
  it.each([...PAIRS, ...TRIPLES].map((fates) => ({ fates, name: fates.join(', ') })))('$name', ({ fates }) => {
    const entries = fates.map((fate, index) => entryWith(fate, OWN[index]!))
    const { answer, rest, news, detail } = heroOf(locked(TABLE_GAMES, entries, { now }))
    const text = [answer, rest, ...news, detail ?? ''].join(' ')
    for (const fate of fates) expect(text).toMatch(FATES[fate].told)
    // Below the newest event, which has a line of its own, the graver comes first.
    const isEvent = OWN.some((name) => answer.startsWith(name))
    const below = [...(isEvent ? [] : [answer, rest]), ...news, detail ?? ''].join(' ')
    const told = fates
      .map((fate) => ({ grade: FATES[fate].grade, at: below.search(FATES[fate].told) }))
      .filter(({ at }) => at >= 0)
    const grades = told.toSorted((a, b) => a.at - b.at).map(({ grade }) => grade)
    expect(grades).toEqual(grades.toSorted((a, b) => a - b))
    // One number for those that are in, and it leaves out those that nothing can save.
    const alive = fates.filter((fate) => FATES[fate].isIn).length
    const all = fates.length === 2 ? 'Both' : `All ${fates.length}`
    for (const [, count] of text.matchAll(/(\d|Both|All \d) of your (?:\d )?entries/g)) {
      expect(count).toBe(alive === fates.length || alive === 0 ? all : String(alive))
    }
  })
})

it.each(FATE_NAMES.filter((name) => name !== 'no pick'))('the bug of an entry says the same as the headline: %s', (name) => {
  const { pick, standing } = entryWith(name, 'Ace')
  const team = pick?.team ?? ''
  const own = TABLE_GAMES.find((one) => one.home_team_abbr === team || one.away_team_abbr === team)!
  expect(fateOf(own, team, { standing, result: pick?.result ?? null, lostLife: false }).words).toContain(FATES[name].bug)
})
