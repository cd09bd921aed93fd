import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { Effort } from './support/effort.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' })
const setupCard = (page: Page) => page.getByRole('region', { name: /(Set up|Finish setting up) your pool/ })
const loopholes = (page: Page) => page.getByRole('complementary', { name: /loophole/ })

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
}

const THREE_MINUTES = 180
/** From the first page of an empty pool to the open week, with fields to type into. */
const CLICKS = 24
/** Ten members as a commissioner copies them from a spreadsheet; every second one plays two entries. */
const MEMBERS = [
  'name\temail\tentries',
  ...Array.from({ length: 10 }, (_, i) => `Member ${i + 1}\tmember${i + 1}@club.example\t${1 + (i % 2)}`),
].join('\n')

onEachScreen(() => {
  test.use({ poolOptions: { empty: true } })
  test('a commissioner gets from an empty folder to an open week with ten imported members in less than three minutes of clicks', async ({
    page,
  }) => {
    const effort = new Effort()
    await page.goto('/auth')
    await expect(page.getByText('Nobody is registered yet')).toBeVisible()
    await effort.click(button(page, 'Register'))
    await effort.type(page.getByLabel('First name'), 'Ada')
    await effort.type(page.getByLabel('Last name'), 'Admin')
    await effort.type(page.getByLabel('Email'), 'ada@club.example')
    await effort.type(page.getByLabel('Password', { exact: true }), 'a long walk to the goal line')
    await effort.click(button(page, 'Register'))
    await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeVisible()

    const setup = setupCard(page)
    await expect(page.getByRole('heading', { name: 'Set up your pool' })).toBeVisible()
    await effort.type(setup.getByLabel('Club name'), 'Kickers United')
    await effort.click(setup.getByTitle('Green'))
    await expectAccessible(page)
    await effort.click(button(setup, 'Continue'))
    await expect(page.getByRole('banner')).toContainText('Kickers United')
    await expect(page).toHaveTitle('Dashboard · Kickers United')

    await expect(setup.getByText(/Its next week is week \d+\. Picks lock Sun, /)).toBeVisible()
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, 'Continue'))
    await expect(setup.getByRole('radio', { name: /^Club classic/ })).toBeChecked()
    await expect(setup).toContainText('A forgotten pick puts the entry out, like a loss.')
    // No entry that joins late has survived weeks without a pick.
    await expect(setup).toContainText('After Week 1 has locked, only an admin can add entries.')
    await effort.type(setup.getByLabel('Entry fee'), '25')
    await effort.choose(setup.getByLabel('Currency'), 'USD')
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, 'Use these rules'))

    await effort.type(setup.getByLabel('Zelle'), 'pay@club.example')
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, 'Continue'))

    await expect(setup.getByRole('button', { name: 'Yes, weeks have been played' })).toBeVisible()
    await effort.click(button(setup, 'No, we start here'))
    await effort.paste(setup.getByLabel('List of members'), MEMBERS)
    await effort.click(button(setup, 'Check List'))
    await expect(setup.getByText('Would import 10 new members with 15 entries.')).toBeVisible()
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, 'Import 10 Members'))
    await expect(setup.getByText('Imported 10 new members with 15 entries.')).toBeVisible()
    await effort.click(button(setup, 'Continue'))
    // What is recommended is done only once it is on.
    await expect(button(setup, 'Continue')).toHaveCount(0)
    await effort.click(setup.getByLabel('Send reminders and news'))
    await expect(setup.getByText('When members are reminded')).toBeVisible()
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, 'Continue'))
    await expect(button(setup, /^Open Week \d+$/)).toBeVisible()
    await toTop(page)
    await expectAccessible(page)
    await effort.click(button(setup, /^Open Week \d+$/))
    await expect(page.getByText(/^Week \d+ is open\. /)).toBeVisible()
    await toTop(page)
    await expectAccessible(page)
    expect(effort.seconds).toBeLessThan(THREE_MINUTES)
    expect(effort.clicks).toBeLessThanOrEqual(CLICKS)
    await expect(setup).toHaveCount(0)
    await page.goto('/admin')
    await expect(page.getByText(/^\d{4} season\. Locks Sun, /)).toBeVisible()
    await expect(page.getByRole('link', { name: /Users & Entries/ }).last()).toContainText('11 users with 15 entries')
    await expect(page.getByText('Nothing is backed up')).toBeVisible()
    await expect(page.getByRole('region', { name: 'New accounts and entries' })).toHaveCount(0)
  })
})

test('every step can be skipped and resumed, and the checklist stays until the first lock', async ({ page, pool }) => {
  await pool.setSiteTime('2031-08-20T12:00:00.000Z')
  await signIn(page, pool.admin)
  await page.goto('/admin')
  const setup = setupCard(page)
  for (const content of [
    'Club color',
    'Its next week is week 1.',
    'What this means',
    'The email address or mobile number that Zelle knows',
    'No, we start here',
    'Copy Address',
    'Send reminders and news',
  ]) {
    await expect(setup).toContainText(content)
    await button(setup, 'Skip for now').click()
  }
  await expect(button(setup, 'Open Week 1')).toBeVisible()
  await button(setup, 'Skip for now').click()
  await expect(page.getByRole('heading', { name: 'Finish setting up your pool' })).toBeVisible()
  await expect(setup.getByText('Skipped')).toHaveCount(8)
  await expect(setup).toContainText('0 of 8 done')

  // A skipped step is resumed, on any device, and another screen completes one.
  await page.reload()
  await button(setup, /First week/).click()
  await expect(setup).toContainText('Picks lock Sun, Sep 7, 9:00 AM your time · 12:00 PM ET.')
  await button(setup, 'Open Week 1').click()
  await expect(page.getByText('Week 1 is open. Its games are not known yet')).toBeVisible()
  await expect(setup).toContainText('2 of 8 done')
  await pool.admin.api.call('updateRules', { body: { preset: 'second_chance' } })
  await expect(setup).toContainText('3 of 8 done')
  await pool.setSiteTime('2031-09-07T16:00:01.000Z')
  await expect(setup).toHaveCount(0)
})

test('open loopholes are named on the desk and in the Rules panel until the rules are chosen', async ({ page, pool }) => {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const { api } = pool.admin
  await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const game = { espnId: '1', away: 'TEN', home: 'DAL', kickoff: '2031-09-05T00:20:00.000Z', kickoffKnown: true } as const
  pool.feed.setGames({ seasonYear: 2031, week: 1 }, [
    { ...game, status: 'scheduled', homeScore: null, awayScore: null, detail: null },
  ] as never)
  await api.call('syncGames', { body: { season_year: 2031, week_number: 1 } })
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(loopholes(page)).toContainText('Teams can still be picked after their game has started.')
  await pool.setSiteTime('2031-09-06T12:00:00.000Z')
  await expect(loopholes(page)).toContainText('Week 1 can still be picked although TEN–DAL has started.')
  // Rules that are fixed cannot be chosen.
  await pool.setSiteTime('2031-09-08T12:00:00.000Z')
  await expect(page.getByRole('region', { name: 'Week 1', exact: true })).toContainText('Locked')
  await expect(loopholes(page)).toHaveCount(0)
  await page.goto('/admin/rules')
  await expect(page.getByRole('region', { name: 'Pool rules' })).toContainText('Entries that never pick cannot be eliminated.')
  await expect(loopholes(page)).toHaveCount(0)
  await page.goto('/admin')
  await pool.setSiteTime('2031-09-06T12:00:00.000Z')
  await loopholes(page).getByRole('link', { name: 'Choose the rules' }).click()
  const rules = page.getByRole('region', { name: 'Pool rules' })
  await expect(loopholes(page)).toContainText('Entries that never pick cannot be eliminated.')
  await expect(rules.getByRole('radio', { checked: true })).toHaveCount(0)

  // The defaults are a choice too: the sentences stay in the panel, but not as a warning.
  await rules.getByRole('radio', { name: /^As specified/ }).check()
  await button(rules, 'Save Rules').click()
  await expect(loopholes(page)).toHaveCount(0)
  await expect(rules).toContainText('Entries that never pick cannot be eliminated.')
  expect(await api.call('getSetup')).toMatchObject({ marks: { rules: 'done' } })
  await page.goto('/admin')
  await expect(setupCard(page)).toBeVisible()
  await expect(loopholes(page)).toHaveCount(0)
})

test('each rule says what it means while it is edited, and a changed preset becomes custom', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/admin/rules')
  const rules = page.getByRole('region', { name: 'Pool rules' })
  await expect(rules).toContainText('An entry that never picks can never be eliminated.')
  await rules.getByRole('radio', { name: /^Never forget/ }).check()
  await expect(rules.getByLabel('An entry without a pick')).toHaveValue('auto')
  await rules.getByLabel('Automatic picks per season').fill('1')
  await expect(rules).toContainText('A forgotten pick becomes an automatic one, once a season at most')
  await expect(rules.getByRole('radio', { name: /^Custom/ })).toBeChecked()
  await button(rules, /^Move up: the first team/).click()
  await rules.getByLabel('Entry fee').fill('25')
  await rules.getByLabel('Currency').selectOption('$ US Dollar')
  await rules.getByLabel('Percent that the club keeps').fill('10')
  await expect(rules).toContainText('The club keeps 10 percent, $2.50 of each fee.')
  await button(rules, 'Save Rules').click()
  await expect(page.getByText('Rules updated')).toBeVisible()
  expect(await pool.admin.api.call('getRules')).toMatchObject({
    preset: 'custom',
    missed_pick: 'auto',
    team_lock: 'kickoff',
    auto_pick: ['my_list', 'alphabetical', 'most_picked'],
    max_auto_picks: 1,
    entry_fee_cents: 2500,
    currency: 'USD',
    club_share_percent: 10,
  })
})

test('the club’s name and color change for everybody at once, and the next visit starts with the color', async ({
  page,
  pool,
  openPage,
  problems,
}) => {
  const accentOf = (one: Page) =>
    one.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').replaceAll(' ', ''))
  await page.goto('/audit')
  await expect(page.getByRole('banner')).toContainText('Outlast')
  const own = await accentOf(page)
  const desk = await openPage({ as: pool.admin })
  await desk.goto('/admin/club')
  const club = desk.getByRole('region', { name: 'Club', exact: true })
  await club.getByLabel('Club name').fill('Owls')
  await club.getByTitle('Maroon').click()
  await button(club, 'Save Club').click()
  await expect(page.getByRole('banner')).toContainText('Owls')
  await expect.poll(() => accentOf(page)).not.toBe(own)
  const accent = await accentOf(page)
  problems.allow(/net::ERR_FAILED.*\/api\/live\//)
  await page.route('**/api/live/*', (route) => route.abort())
  await page.goto('/history')
  await expect(page).toHaveTitle(/Owls$|Outlast$/)
  expect(await accentOf(page)).toBe(accent)
  await page.unroute('**/api/live/*')
  await club.getByText('Outlast’s own').click()
  await button(club, 'Save Club').click()
  await page.goto('/audit')
  await expect.poll(() => accentOf(page)).toBe(own)
})
