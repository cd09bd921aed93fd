import type { Page } from '@playwright/test'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { openWeek } from './support/locked-week.ts'
import { expectAgreement, openScreens } from './support/shown-numbers.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

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

/** The numbers that each screen must show at two moments, so that the comparison compares something. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'before the lock': {
    dashboard: ['picked', 'entries of the week', 'in the pot'],
    reveal: ['picked', 'entries of the week', 'in the pot', 'share', 'alive'],
    history: ['alive', 'in the pot', 'share'],
    'the big screen': ['picked', 'entries of the week'],
    'the desk': ['alive', 'picked', 'in the pot'],
    'the landing page': ['in the pot'],
  },
  'an own entry goes out': {
    dashboard: ['alive', 'still alive of', 'out in week 1', 'alive and undecided', 'picks of KC', 'in the pot'],
    reveal: ['alive', 'still alive of', 'out in week 1', 'without a pick', 'in the pot', 'share', 'won', 'lost', 'undecided'],
    history: ['alive', 'entries', 'out in week 1', 'in the pot', 'share'],
    'the big screen': ['alive', 'still alive of', 'games to come'],
    'the desk': ['alive', 'picked', 'games to come'],
    'the landing page': ['alive', 'still alive of'],
  },
}

/** How far a page may move, in the browser's measure, while it opens, at a lock, and on a game day or in a whole week around it. */
const [AT_START, AT_LOCK, ON_GAME_DAY] = [0.05, 0.02, 0.05]

/** Returns a function that expects that the page has moved by at most so much in sum, in the browser's measure, since it was last called. */
function shiftMeter(page: Page, name: string): (when: string, most: number) => Promise<void> {
  let seen = 0
  return async (when, most) => {
    const all = await layoutShifts(page)
    const shifts = all.slice(seen)
    seen = all.length
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
    test.info().annotations.push({ type: 'layout shift', description: `${name}, ${when}: ${sum.toFixed(3)}` })
    expect.soft(sum, `what moved on the ${name} in ${when}:\n${shifts.join('\n')}`).toBeLessThanOrEqual(most)
  }
}

test('through two game days on a phone hardly anything moves, and all numbers agree at every moment', async ({
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
  const prepare = (phone: Page) => watchLayoutShifts(phone, { afterActions: true })
  const screens = await openScreens({ pool, openPage }, { member: week.people.Mia!, prepare })
  const { dashboard: page, reveal } = screens
  await expect(page.getByTestId('hero')).toBeVisible()

  const meters = [shiftMeter(page, 'dashboard'), shiftMeter(reveal, 'reveal')]
  const owner = week.people.Mia!.name
  const expectAgree = async (moment: string): Promise<void> => {
    await expectAgreement(pool, screens, { name: moment, week: { id: week.id, number }, owner, shown: SHOWN[moment] })
    for (const phone of [page, reveal]) await waitUntilStill(phone)
  }

  await expectAgree('before the lock')
  for (const expectStill of meters) await expectStill('the start', AT_START)
  // The last seconds and the lock pass in real time, as members see them.
  await week.comeClose()
  await expect(page.getByText('All picks are revealed.')).toBeVisible()
  await expectAgree('the lock')
  for (const expectStill of meters) await expectStill('the lock', AT_LOCK)
  await week.play('LV', 10, 17, '8:00 - 3rd')
  await expectAgree('a game is played')
  await week.finish('CHI', 20, 24)
  await expectAgree('an own entry goes out')
  await week.finish('LV', 20, 24)
  await expectAgree('an own entry is through')
  await week.finish('CHI', 25, 24)
  await expectAgree('a corrected score')
  await week.finishAll([
    ['NYJ', 10, 20],
    ['CLE', 10, 20],
  ])
  await expectAgree('the week is over')
  for (const expectStill of meters) await expectStill('week 1', ON_GAME_DAY)

  number = 2
  week = await openWeek(pool, GAMES, LAST_PICKS, number)
  await expectAgree('the next week')
  await week.lock()
  await expectAgree('the last lock')
  await week.finish('NYJ', 10, 20)
  await expectAgree('the last but one final')
  await week.finishAll([
    ['CHI', 20, 24],
    ['LV', 20, 24],
    ['CLE', 10, 20],
  ])
  await expect(page.getByRole('region', { name: /^Champion / })).toBeVisible()
  await expect(reveal.getByRole('region', { name: /^Champion / })).toBeVisible()
  await expectAgree('the season is decided')
  for (const expectStill of meters) await expectStill('the final week', ON_GAME_DAY)
})
