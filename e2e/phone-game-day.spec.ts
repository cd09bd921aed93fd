import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { openWeek } from './support/locked-week.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

// Four pages for two weeks, on a busy machine.
test.describe.configure({ timeout: 240_000 })

const PHONE = { width: 390, height: 844 }

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
  ['CLE', 'PIT'],
] as const

const PICKS = {
  Mia: { 'Mia’s Mavericks': 'CHI', Lucky: 'KC', 'Second Wind': null },
  Otto: { Comets: 'CHI', Dodos: 'KC', Eagles: 'CLE', Foxes: null },
  Zoe: { Zebras: 'NE', 'Long Entry 2': 'KC' },
}

/** Week 2 leaves one entry. */
const LAST_PICKS = {
  Mia: { 'Mia’s Mavericks': 'NYJ', Lucky: 'BUF' },
  Otto: { Comets: 'NYJ', Dodos: null },
  Zoe: { 'Long Entry 2': 'NYJ' },
}

/** What a number on a screen counts. */
type Kind =
  | 'alive'
  | 'entries'
  | 'out in week 1'
  | 'out in week 2'
  | 'without a pick'
  | 'picked'
  | 'in the pot'
  | 'share'
  | 'won'
  | 'lost'
  | 'undecided'

/** Every sentence of the screens that has a number of the pool, with what its groups count. */
const SENTENCES: readonly (readonly [RegExp, ...(readonly Kind[])])[] = [
  [/(\d+) of (\d+) (?:entries )?still alive/g, 'alive', 'entries'],
  [/(\d+) of (\d+) entries alive/g, 'alive', 'entries'],
  [/\bOf (\d+) alive/g, 'alive'],
  [/\bfor each of (\d+) entr(?:y|ies) alive/g, 'alive'],
  [/(\d+) of (\d+) entries went out in week 1; (\d+) (?:is|are) still in/g, 'out in week 1', 'entries', 'alive'],
  [/\bOut in week 1 (\d+)/g, 'out in week 1'],
  [/\bOut in week 2 (\d+)/g, 'out in week 2'],
  [/(\d+) entr(?:y|ies) without a pick/g, 'without a pick'],
  [/(\d+) without a pick go(?:es)? out/g, 'without a pick'],
  [/No pick: (\d+) entr/g, 'without a pick'],
  [/No pick \((\d+)\)/g, 'without a pick'],
  [/(\d+) of (\d+) entries have picked/g, 'picked', 'entries'],
  [/(\d+) picks? so far of (\d+) entries/g, 'picked', 'entries'],
  [/\$([\d.,]+) in the pot/g, 'in the pot'],
  [/\$([\d.,]+) for (?:each of|the champion)/g, 'share'],
  [/\bWins (\d+)/g, 'won'],
  [/\bLosses (\d+)/g, 'lost'],
  [/\bTBD (\d+)/g, 'undecided'],
  [/(\d+) are still undecided/g, 'undecided'],
]

/** Reads every number of the pool on a page, with the sentence that has it. */
async function numbersOn(page: Page): Promise<readonly { readonly kind: Kind; readonly value: number; readonly said: string }[]> {
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ')
  const said = SENTENCES.flatMap(([pattern, ...kinds]) =>
    [...text.matchAll(pattern)].flatMap((match) =>
      kinds.map((kind, index) => ({ kind, value: Number(match[index + 1]?.replaceAll(',', '')), said: match[0] })),
    ),
  )
  // The rows of the leaderboard, and the cells of the matrix.
  const alive = await page
    .getByRole('table', { name: /^(Leaderboard|Matrix)$/ })
    .getByText('Alive', { exact: true })
    .count()
  return alive === 0 ? said : [...said, { kind: 'alive', value: alive, said: `${alive} rows that are alive` }]
}

/** What the API says of the pool now. A number may be one of several: a part counts those who began the week, or the season. */
async function truthOf(
  pool: BrowserPool,
  week: { readonly id: number; readonly number: number },
): Promise<Readonly<Record<Kind, readonly number[]>>> {
  const api = pool.api()
  const { entries } = await api.call('getMatrix', { query: {} })
  const pot = await api.call('getPot', { query: {} })
  const picks = await api.call('weekReveal', { params: { id: week.id } }).then(
    (reveal) => reveal.picks,
    () => [],
  )
  const alive = entries.filter(({ eliminated_week }) => eliminated_week === null).length
  const outIn = (number: number) => entries.filter(({ eliminated_week }) => eliminated_week === number).length
  const history = await api.call('listHistory')
  const withResult = (result: string) => picks.filter((pick) => pick.result === result).length
  return {
    alive: [alive],
    entries: [alive + outIn(week.number), entries.length],
    'out in week 1': [outIn(1)],
    'out in week 2': [outIn(2)],
    'without a pick': [picks.filter(({ no_pick }) => no_pick === true).length],
    picked: [history.find(({ id }) => id === week.id)?.pick_count ?? 0],
    'in the pot': [pot.pot_cents / 100],
    share: [Math.floor(pot.pot_cents / Math.max(1, pot.sharers)) / 100],
    won: [withResult('win')],
    lost: [withResult('loss')],
    undecided: [withResult('tbd')],
  }
}

/** The numbers that each screen must show at two moments, so that the comparison compares something. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  'before the lock': {
    dashboard: ['picked', 'entries', 'in the pot'],
    reveal: ['picked', 'entries', 'in the pot', 'share', 'alive'],
    history: ['alive', 'in the pot', 'share'],
    'the big screen': ['picked', 'entries'],
  },
  'an own entry goes out': {
    dashboard: ['alive', 'entries', 'out in week 1', 'without a pick', 'in the pot', 'undecided'],
    reveal: ['alive', 'entries', 'out in week 1', 'without a pick', 'in the pot', 'share', 'won', 'lost', 'undecided'],
    history: ['alive', 'entries', 'out in week 1', 'without a pick', 'in the pot', 'share', 'undecided'],
    'the big screen': ['alive', 'entries'],
  },
}

/** Returns a function that expects that the page has moved by at most 0.1 in sum, in the browser's measure, since it was last called. */
function shiftMeter(page: Page, name: string): (when: string) => Promise<void> {
  let seen = 0
  return async (when) => {
    const all = await layoutShifts(page)
    const shifts = all.slice(seen)
    seen = all.length
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
    test.info().annotations.push({ type: 'layout shift', description: `${name}, ${when}: ${sum.toFixed(3)}` })
    expect.soft(sum, `what moved on the ${name} in ${when}:\n${shifts.join('\n')}`).toBeLessThanOrEqual(0.1)
  }
}

test('through two game days on a phone hardly anything moves, and all numbers agree at every moment', async ({
  page,
  pool,
  openPage,
}) => {
  await pool.admin.api.call('updateRules', {
    body: { missed_pick: 'eliminated', entry_fee_cents: 2000, currency: 'USD', pot_public: true },
  })
  let number = 1
  let week = await openWeek(pool, GAMES, PICKS)
  for (const { id } of await pool.admin.api.call('adminListEntries')) {
    await pool.admin.api.call('setPayment', { params: { id }, body: { is_paid: true, payment_type: 'cash' } })
  }
  const [reveal, history, screen] = [await openPage(), await openPage(), await openPage()]
  await signIn(page, week.people.Mia!)
  for (const phone of [page, reveal]) {
    await phone.setViewportSize(PHONE)
    await watchLayoutShifts(phone, { afterActions: true })
  }
  await page.goto('/')
  await reveal.goto('/reveal')
  await history.goto('/history?tab=leaderboard')
  await screen.goto('/tv?scene=survivors')
  await expect(page.getByTestId('hero')).toBeVisible()

  const screens = { dashboard: page, reveal, history, 'the big screen': screen }
  const meters = [shiftMeter(page, 'dashboard'), shiftMeter(reveal, 'reveal')]
  /** Expects that every number on every screen is the API's. */
  const expectAgreement = (moment: string) =>
    test.step(moment, async () => {
      const truth = await truthOf(pool, { id: week.id, number })
      for (const [name, one] of Object.entries(screens)) {
        await expect
          .poll(
            async () => {
              const numbers = await numbersOn(one)
              const missing = SHOWN[moment]?.[name]?.filter((kind) => !numbers.some((number) => number.kind === kind)) ?? []
              const wrong = numbers.filter(({ kind, value }) => !truth[kind].includes(value))
              return [
                ...wrong.map(({ said, kind }) => `“${said}”, but ${kind}: ${truth[kind].join(' or ')}`),
                ...missing.map((kind) => `no number for: ${kind}`),
              ]
            },
            { message: `${moment}: ${name}` },
          )
          .toEqual([])
      }
      for (const phone of [page, reveal]) await waitUntilStill(phone)
    })

  await expectAgreement('before the lock')
  await week.lock()
  await expectAgreement('the lock')
  await week.play('LV', 10, 17, '8:00 - 3rd')
  await expectAgreement('a game is played')
  await week.finish('CHI', 20, 24)
  await expectAgreement('an own entry goes out')
  await week.finish('LV', 20, 24)
  await expectAgreement('an own entry is through')
  await week.finish('CHI', 25, 24)
  await expectAgreement('a corrected score')
  await week.finishAll([
    ['NYJ', 10, 20],
    ['CLE', 10, 20],
  ])
  await expectAgreement('the week is over')
  for (const expectStill of meters) await expectStill('week 1')

  number = 2
  week = await openWeek(pool, GAMES, LAST_PICKS, number)
  await expectAgreement('the next week')
  await week.lock()
  await expectAgreement('the last lock')
  await week.finish('NYJ', 10, 20)
  await expectAgreement('the last but one final')
  await week.finishAll([
    ['CHI', 20, 24],
    ['LV', 20, 24],
    ['CLE', 10, 20],
  ])
  await expect(page.getByRole('region', { name: /^Champion / })).toBeVisible()
  await expect(reveal.getByRole('region', { name: /^Champion / })).toBeVisible()
  await expectAgreement('the season is decided')
  for (const expectStill of meters) await expectStill('the final week')
})
