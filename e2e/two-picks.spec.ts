import type { Locator, Page } from '@playwright/test'
import type { BrowserPool, Person } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { type LockedWeek, openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
  ['DAL', 'PHI'],
] as const

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
const hero = (page: Page): Locator => page.getByTestId('hero')
const dialog = (page: Page): Locator => page.getByRole('dialog')
const team = (page: Page, name: string): Locator => dialog(page).getByRole('button', { name })
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Picks that are not submitted' })
const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })

/** Gives an entry of a week its second pick. */
async function pickSecond({ id, people }: LockedWeek, person: string, entry: string, team_abbr: string): Promise<void> {
  const { api, user } = people[person]!
  const entries = await api.call('userEntries', { params: { id: user.id } })
  const { id: entry_id } = entries.find(({ name }) => name === entry)!
  await api.call('submitPick', { body: { entry_id, week_id: id, slot: 2, team_abbr } })
}

onEachScreen(() => {
  test('a member picks two teams, and both are revealed with what became of them', async ({ page, pool, problems }) => {
    problems.allow(/status of 403.*reveal/)
    await pool.admin.api.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 1 }, lives: 2 } })
    const week = await openWeek(pool, GAMES, {
      Mia: { Lucky: null },
      Otto: { Comets: 'NE', Dodos: 'KC', Eagles: 'PHI' },
    })
    await pickSecond(week, 'Otto', 'Comets', 'BUF')
    await pickSecond(week, 'Otto', 'Dodos', 'PHI')
    await signIn(page, week.people['Mia']!)
    await page.goto('/')
    await expect(hero(page)).toContainText('You are in. Pick 2 teams for week 1.')
    await expect(card(page, 'Lucky')).toContainText('0 of 2 picked')

    // The picker takes the first team, and goes on to the second.
    await page.getByRole('button', { name: 'Pick now for Lucky' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Week 1: pick 1 of 2 for Lucky')
    await team(page, 'Kansas City Chiefs').click()
    await expect(dialog(page)).toHaveAccessibleName('Week 1: pick 2 of 2 for Lucky')
    await expect(team(page, 'Kansas City Chiefs')).toContainText('Your pick 1')
    await expect(team(page, 'Kansas City Chiefs')).toBeDisabled()
    await expect(team(page, 'Las Vegas Raiders')).toContainText('Plays KC, your pick 1')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(bar(page)).toContainText('Lucky')
    await bar(page).getByRole('button').click()
    await expect(card(page, 'Lucky')).toContainText('1 of 2 picked')
    await expect(hero(page)).toContainText('1 of 2 picked for week 1.')
    await expectNoSidewaysScroll(page)

    await button(card(page, 'Lucky'), 'Team for Lucky, pick 2: Choose a team').click()
    await expect(team(page, 'Kansas City Chiefs')).toBeDisabled()
    await team(page, 'Buffalo Bills').click()
    await expect(dialog(page)).toHaveCount(0)
    await bar(page).getByRole('button').click()
    await expect(card(page, 'Lucky')).toContainText('2 of 2 picked')
    await expect(hero(page)).toContainText('Your picks for week 1 are saved: KC and BUF.')
    await expectAccessible(page)

    await week.lock()
    await expect(hero(page)).toContainText('2 picks have yet to kick off.')
    await week.finish('LV', 20, 24)
    await expect(hero(page)).toContainText('KC won 24–20: Lucky has one pick to come.')
    await expect(hero(page)).not.toContainText('through')
    await week.finish('NYJ', 30, 10)
    await expect(hero(page)).toContainText('Lucky lost a life. BUF lost 10–30. 1 life left.')
    await button(card(page, 'Lucky'), 'Open Lucky').click()
    await expect(card(page, 'Lucky')).toContainText('Kansas City Chiefs')
    await expect(card(page, 'Lucky')).toContainText('Buffalo Bills')
    await expectNoSidewaysScroll(page)

    await page.goto('/reveal')
    const row = page.getByRole('table', { name: 'Picks and results' }).getByRole('row', { name: /Lucky/ })
    await expect(row.getByRole('cell')).toContainText([/KC.*BUF/, '1 life left', /win.*loss/])
    const filter = page.getByRole('combobox', { name: 'Team' })
    await filter.selectOption('BUF')
    await expect(page.getByRole('table', { name: 'Picks and results' }).getByRole('row')).toHaveCount(3)
    await page.getByLabel('Result', { exact: true }).selectOption('win')
    await expect(page.getByText('No entry matches this filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.goto(`/audit`)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByText('✓ Week 1 is proved: no pick and no result was changed')).toBeVisible()
    await page.goto('/history')
    await page.getByRole('link', { name: 'Lucky' }).click()
    const run = page.getByRole('list', { name: 'The run of Lucky' })
    await expect(run.getByRole('img', { name: /KC|BUF/ })).toHaveCount(2)
    await expectAccessible(page)
    await page.goto('/history')
    const grid = page.getByRole('table', { name: 'Matrix' }).getByRole('row', { name: /Lucky/ })
    await expect(grid.getByRole('img', { name: 'KC, win' })).toBeVisible()
    await expect(grid.getByRole('img', { name: 'BUF, loss' })).toBeVisible()
    await page.getByRole('tab', { name: 'Leaderboard' }).click()
    const standing = page.getByRole('table', { name: 'Leaderboard' }).getByRole('row', { name: /Lucky/ })
    await expect(standing.getByRole('cell')).toContainText(['1', '1'])
  })
})

/** An open week that takes two picks, and a member with entries. */
async function openTwo(pool: BrowserPool, page: Page, entries: Readonly<Record<string, string | null>>): Promise<Person> {
  await pool.admin.api.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 1 } } })
  const { people } = await openWeek(pool, GAMES, { Mia: entries })
  const mia = people['Mia']!
  await signIn(page, mia)
  await page.goto('/')
  return mia
}

/** The picks that the log has, by their places. */
async function savedPicks({ api, user }: Person): Promise<readonly string[]> {
  const entries = await api.call('userEntries', { params: { id: user.id } })
  const picks = await Promise.all(entries.map(({ id }) => api.call('entryPicks', { params: { id } })))
  return picks.flat().map(({ team_abbr, slot = 1 }) => `${slot} ${team_abbr}`)
}

async function choose(page: Page, entry: string, slot: number, name: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}, pick ${slot}` })
    .click()
  await team(page, name).click()
}

test('choices for both picks are submitted together, and each is cleared and restored separately', async ({ page, pool }) => {
  const mia = await openTwo(pool, page, { Lucky: null })
  await choose(page, 'Lucky', 1, 'Kansas City Chiefs')
  // The picker goes on to the second pick, and the switch back to the first shows what is chosen.
  const first = dialog(page).getByRole('radio', { name: 'Pick 1: KC' })
  await first.check()
  await expect(team(page, 'Kansas City Chiefs')).toHaveAttribute('aria-pressed', 'true')
  await dialog(page).getByRole('radio', { name: 'Pick 2' }).check()
  await team(page, 'Buffalo Bills').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByTestId('hero')).toContainText('Not submitted for Lucky: tap Submit Pick.')
  await page.reload()
  await bar(page).getByRole('button', { name: 'Submit 2 Picks' }).click()
  await expect(card(page, 'Lucky')).toContainText('2 of 2 picked')
  expect(await savedPicks(mia)).toEqual(['1 KC', '2 BUF'])

  const place = card(page, 'Lucky').getByRole('region', { name: 'Pick 1 of Lucky' })
  await button(place, 'Clear').click()
  await expect(card(page, 'Lucky')).toContainText('1 of 2 picked')
  expect(await savedPicks(mia)).toEqual(['2 BUF'])
  await page.getByRole('button', { name: 'Undo: pick KC for Lucky, pick 1 again' }).click()
  await expect(card(page, 'Lucky')).toContainText('2 of 2 picked')
  expect(await savedPicks(mia)).toEqual(['1 KC', '2 BUF'])
})

test('after another device saved one of the picks, the member decides on that one only', async ({ page, pool, openPage }) => {
  const mia = await openTwo(pool, page, { Lucky: 'KC' })
  const other = await openPage({ as: mia })
  await other.goto('/')
  await choose(page, 'Lucky', 2, 'Buffalo Bills')
  await choose(other, 'Lucky', 2, 'Philadelphia Eagles')
  await bar(other).getByRole('button').click()
  const question = card(page, 'Lucky').getByRole('alert')
  await expect(question).toContainText('Another device saved Philadelphia Eagles. On this one you chose Buffalo Bills.')
  await question.getByRole('button', { name: 'Pick BUF instead' }).click()
  await expect(card(page, 'Lucky')).toContainText('2 of 2 picked')
  await expect(card(other, 'Lucky').getByRole('button', { name: /Buffalo Bills .saved./ })).toBeVisible()
  expect(await savedPicks(mia)).toEqual(['1 KC', '2 BUF'])
})

test('a member of many entries sees in each row what is missing, and fills the first open place of all', async ({
  page,
  pool,
}) => {
  const names = ['Ace', 'Bolt', 'Comet', 'Dart', 'Echo', 'Flash']
  const mia = await openTwo(pool, page, Object.fromEntries(names.map((name) => [name, name === 'Ace' ? 'KC' : null])))
  await expect(card(page, 'Ace')).toContainText('1 of 2 picked')
  await expect(card(page, 'Bolt')).toContainText('0 of 2 picked')
  await expect(page.getByTestId('hero')).toContainText('1 of 12 picked for week 1.')
  await button(page, 'Pick for all 6').click()
  await team(page, 'Kansas City Chiefs').click()
  await expect(page.getByText('KC chosen for 5 entries; already used by Ace')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Submit 5 Picks' }).click()
  await expect(card(page, 'Flash')).toContainText('1 of 2 picked')
  await button(page, 'Pick for all 6').click()
  await team(page, 'Buffalo Bills').click()
  await bar(page).getByRole('button', { name: 'Submit 6 Picks' }).click()
  await expect(card(page, 'Ace')).toContainText('2 of 2 picked')
  expect(new Set(await savedPicks(mia))).toEqual(new Set(['1 KC', '2 BUF']))
})

test('The Grid marks which of two picks was automatic, also on a page that was open at the lock', async ({ page, pool }) => {
  await pool.admin.api.call('updateRules', {
    body: { picks_per_week: { picks: 2, from_week: 1 }, missed_pick: 'auto', auto_pick: ['alphabetical'] },
  })
  const week = await openWeek(pool, GAMES, { Mia: { Anchors: 'KC' }, Otto: { Comets: 'NE' } })
  await pickSecond(week, 'Otto', 'Comets', 'BUF')
  await page.goto('/history')
  const row = (name: string): Locator => page.getByRole('table', { name: 'Matrix' }).getByRole('row', { name })
  const images = (name: string): Locator => row(name).getByRole('img')
  await expect(row('Anchors')).toBeVisible()
  await week.lock()
  await expect(images('Anchors')).toHaveCount(2)
  const names = () => images('Anchors').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const live = await names()
  expect(live.map((name) => [name.slice(0, 3), /automatic/i.test(name)])).toEqual([
    ['KC,', false],
    ['BUF', true],
  ])
  await page.reload()
  await expect(images('Anchors')).toHaveCount(2)
  expect(await names()).toEqual(live)
})
