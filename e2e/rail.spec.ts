import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const rail = (page: Page) => page.getByRole('region', { name: 'Game day', exact: true })
const line = (page: Page, text: string | RegExp) => rail(page).getByRole('listitem').filter({ hasText: text })

test('the game-day rail counts missing picks as they are made, and sends the reminder from its line', async ({ page, pool }) => {
  const { api } = pool.admin
  const week = await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  await api.call('updateReminders', { body: { enabled: true } })
  const mia = await pool.member('Mia Member')
  const entries = []
  for (const name of ['Anchors', 'Badgers'])
    entries.push(await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } }))
  await signIn(page, pool.admin)
  await recordToasts(page)
  await page.goto('/admin')
  await expect(line(page, '2 without a pick')).toBeVisible()
  // Which entries they are is on no line.
  await expect(rail(page)).not.toContainText(/Anchors|Badgers|Mia/)
  await mia.api.call('submitPick', { body: { entry_id: entries[0]!.id, week_id: week.id, team_abbr: 'KC' } })
  await line(page, '1 without a pick').getByRole('button', { name: 'Remind' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remind now' }).click()
  await expectToast(page, 'Reminded 1 member')
  await mia.api.call('submitPick', { body: { entry_id: entries[1]!.id, week_id: week.id, team_abbr: 'BUF' } })
  await expect(rail(page)).toContainText('Nothing waits for you.')
  await expect(line(page, /^Scoreboard/).getByRole('button', { name: 'Sync' })).toBeVisible()
})

test('the game-day rail follows the games to the last final, and names a correction with its time', async ({ page, pool }) => {
  const week = await lockWeek(
    pool,
    [
      ['DAL', 'GB'],
      ['NYJ', 'BUF'],
    ],
    { Mia: { Anchors: 'DAL' } },
  )
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(line(page, '2 games not final')).toBeVisible()
  // A sync by hand counts at once.
  const scoreboard = line(page, /^Scoreboard/)
  await expect(scoreboard).toContainText('Not asked automatically: automatic updates are off.')
  await expect(scoreboard).toContainText(/^Scoreboard asked ([4-9]|\d\d) s ago, by Ada Admin/)
  await scoreboard.getByRole('button', { name: 'Sync' }).click()
  await expect(scoreboard).toContainText(/^Scoreboard asked [0-3] s ago, by Ada Admin/)
  await week.finish('DAL', 24, 3)
  await expect(line(page, '1 game not final').getByRole('link', { name: 'Games' })).toHaveAttribute('href', '/admin/config')
  await week.finish('NYJ', 3, 24)
  await expect(rail(page)).toContainText('Nothing waits for you.')
  await week.finish('DAL', 3, 24)
  await expect(line(page, /^1 correction at \d+:\d\d [AP]M/).getByRole('link', { name: 'Audit' })).toBeVisible()
})

test('the next week is prefilled with its kickoffs from the feed, and can lock at the first of them', async ({ page, pool }) => {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  await pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  const game = (espnId: string, away: string, home: string, kickoff: string) =>
    ({
      espnId,
      away,
      home,
      kickoff,
      kickoffKnown: true,
      status: 'scheduled',
      awayScore: null,
      homeScore: null,
      detail: null,
    }) as never
  pool.feed.setGames({ seasonYear: 2031, week: 2 }, [
    game('1', 'DAL', 'PHI', '2031-09-12T00:15:00.000Z'),
    game('2', 'KC', 'LAC', '2031-09-14T17:00:00.000Z'),
  ])
  await signIn(page, pool.admin)
  await recordToasts(page)
  await page.goto('/admin/config')
  const form = page.getByRole('form', { name: 'Add Week' })
  await expect(form.getByLabel('New Season')).toHaveValue('2031')
  await expect(form.getByLabel('Week', { exact: true })).toHaveValue('2')
  await expect(form).toContainText('2 games, Thu, Sep 11 to Sun, Sep 14.')
  await form.getByLabel('Locks').selectOption({ label: 'First kickoff: Thu, Sep 11, 8:15 PM EDT' })
  await form.getByRole('button', { name: 'Add Week' }).click()
  await expectToast(page, 'Week 2 (2031) created')
  const week = (await pool.admin.api.call('listWeeks')).find(({ week_number }) => week_number === 2)
  expect(week).toMatchObject({ lock_time: '2031-09-12T00:15:00.000Z', lock_is_automatic: false })
  await expect(form.getByLabel('Week', { exact: true })).toHaveValue('3')
  await expect(form).toContainText('Its kickoffs are not known yet.')
  await form.getByLabel('New Season').fill('2030')
  await expect(form).toContainText('This lock time has passed: the week would lock at once.')
})

onEachScreen(() => {
  test('the desk with its rail is accessible', async ({ page, pool }) => {
    await lockWeek(pool, [['DAL', 'GB']], { Mia: { Anchors: 'DAL' } })
    await pool.admin.api.call('adminUpdateEntry', {
      params: { id: (await pool.admin.api.call('adminListEntries'))[0]!.id },
      body: { is_eliminated: true },
    })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    await expect(line(page, 'Anchors eliminated by hand')).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('rail.png'), fullPage: true })
    await page.goto('/admin/danger')
    await expect(page.getByRole('heading', { name: 'Danger', exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('danger.png'), fullPage: true })
    await page.goto('/admin/config')
    await expect(page.getByRole('form', { name: 'Manual override' })).toBeVisible()
    await expect(page.getByLabel('Locks')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('weeks.png'), fullPage: true })
  })
})
