import type { Locator } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen, expectNoSidewaysScroll } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const game = (espnId: string, away: string, home: string, kickoff: string, final?: readonly [number, number]) =>
  ({
    espnId,
    away,
    home,
    kickoff,
    kickoffKnown: true,
    status: final === undefined ? 'scheduled' : 'final',
    awayScore: final?.[0] ?? null,
    homeScore: final?.[1] ?? null,
    detail: null,
  }) as never
const THANKSGIVING = '2031-11-27T18:00:00.000Z'
const SUNDAY = '2031-11-30T18:00:00.000Z'

test('an admin splits the week of Thanksgiving into slates, and a member picks in each', async ({ page, pool }) => {
  await pool.setSiteTime('2031-11-25T12:00:00.000Z')
  const report = (final?: readonly [number, number]) =>
    pool.feed.setGames({ seasonYear: 2031, week: 13 }, [
      game('1', 'GB', 'DET', THANKSGIVING, final),
      game('2', 'KC', 'DAL', '2031-11-27T21:30:00.000Z'),
      game('3', 'BUF', 'MIA', SUNDAY),
      game('4', 'LAC', 'LV', '2031-12-02T01:15:00.000Z'),
    ])
  report()
  await signIn(page, pool.admin)
  await page.goto('/admin/config')
  const form = page.getByRole('form', { name: 'Add Week' })
  await form.getByLabel('New Season').fill('2031')
  await form.getByLabel('Week', { exact: true }).fill('13')
  await expect(form).toContainText('4 games, Thu, Nov 27 to Mon, Dec 1.')
  await form.getByText('Split into slates').click()
  await form.getByLabel('Sun, Nov 30 (1 game)').check()
  await expect(form.getByRole('list', { name: 'The slates' }).getByRole('listitem')).toHaveText([
    'Week 13a: Thu, Nov 27, 2 games',
    'Week 13b: Sun, Nov 30 to Mon, Dec 1, 2 games',
  ])
  await expectAccessibleOnEachScreen(page, 'slates-add')
  await form.getByRole('button', { name: 'Add Week' }).click()
  await expect.poll(async () => (await pool.admin.api.call('listWeeks')).map(({ label }) => label)).toEqual(['13a', '13b'])
  const sync = async () => {
    for (const week_number of [13.1, 13.2]) await pool.admin.api.call('syncGames', { body: { season_year: 2031, week_number } })
  }
  await sync()

  const mia = await pool.member('Mia Member')
  await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Lucky' } })
  await signIn(page, mia)
  await page.goto('/')
  const hero = page.locator('main')
  await expect(hero).toContainText('Pick a team for week 13a.')
  const card = page.getByRole('article', { name: 'Lucky', exact: true })
  const choose = async (team: string): Promise<void> => {
    await card.getByRole('button', { name: /^Team for / }).click()
    await page.getByRole('dialog').getByRole('button', { name: team, exact: true }).click()
    await card.getByRole('button', { name: 'Submit Pick' }).click()
  }
  await choose('Detroit Lions')
  await expect(hero).toContainText('Your pick for week 13a is saved: DET.')

  // The first slate is played, and the second one is open.
  await pool.setSiteTime('2031-11-28T12:00:00.000Z')
  await pool.admin.api.call('currentWeek')
  report([10, 20])
  await sync()
  const [, b] = await pool.admin.api.call('listWeeks')
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: b!.id } })
  await expect(hero).toContainText('Pick a team for week 13b.')
  await card.getByRole('button', { name: /^Team for / }).click()
  const team = (name: string): Locator => page.getByRole('dialog').getByRole('button', { name })
  await expect(page.getByRole('dialog')).toContainText('Used: DET (W13a)')
  await expect(team('Kansas City Chiefs')).toBeDisabled()
  await expectAccessibleOnEachScreen(page, 'slates-picker')
  await team('Miami Dolphins').click()
  await card.getByRole('button', { name: 'Submit Pick' }).click()
  await expect(hero).toContainText('Your pick for week 13b is saved: MIA.')

  await page.goto('/history')
  await expect(page.getByText('W13a').first()).toBeVisible()
  await expectAccessibleOnEachScreen(page, 'slates-history')
  await page.goto('/reveal')
  await expect(page.getByText('Week 13b').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('an admin splits a week that is there, in four clicks, and takes it back', async ({ page, pool }) => {
  await pool.setSiteTime('2031-11-25T12:00:00.000Z')
  pool.feed.setGames({ seasonYear: 2031, week: 13 }, [game('1', 'GB', 'DET', THANKSGIVING), game('3', 'BUF', 'MIA', SUNDAY)])
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 13 } })
  await pool.admin.api.call('syncGames', { body: { season_year: 2031, week_number: 13 } })
  await signIn(page, pool.admin)
  await page.goto('/admin/config')
  await page.getByRole('button', { name: 'Split into slates' }).click()
  const form = page.getByRole('form', { name: 'Add Week' })
  await expect(form).toContainText('Week 13 is there. It can be split into slates until its first game begins or its picks lock.')
  await expect(form.getByRole('button', { name: 'Split Week' })).toHaveCount(0)
  await form.getByLabel('Sun, Nov 30 (1 game)').check()
  await form.getByRole('button', { name: 'Split Week' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Members whose team plays in 13b are told to choose again')
  await expectAccessibleOnEachScreen(page, 'slates-split')
  await dialog.getByRole('button', { name: 'Split Week' }).click()
  const labels = async () => (await pool.admin.api.call('listWeeks')).map(({ label }) => label)
  await expect.poll(labels).toEqual(['13a', '13b'])
  // The form shows the next week once the games of the slates are known.
  await expect(form.getByLabel('Week', { exact: true })).toHaveValue('14')
  await form.getByLabel('Week', { exact: true }).fill('13')
  await expect(form).toContainText('Week 13 is played in slates: 13a and 13b.')
  await expect(form.getByRole('button', { name: 'Split Week' })).toHaveCount(0)
  await pool.admin.api.call('undoAction', { body: {} })
  await expect(form).toContainText('Week 13 is there.')
})
