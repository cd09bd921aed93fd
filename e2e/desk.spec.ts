import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { expect, onEachScreen, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

test('the desk follows the games to the last final, asks the scoreboard, and names a correction with its time', async ({
  page,
  pool,
}) => {
  const week = await lockWeek(
    pool,
    [
      ['DAL', 'GB'],
      ['NYJ', 'BUF'],
    ],
    { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'DAL' } },
  )
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: '2 games not final' })).toBeVisible()
  // A sync by hand counts at once.
  const scoreboard = page.getByRole('group', { name: 'Scoreboard' })
  await expect(scoreboard).toContainText('Not asked automatically: automatic updates are off.')
  await expect(scoreboard).toContainText(/^Scoreboard asked ([4-9]|\d\d) s ago, by Ada Admin/)
  await scoreboard.getByRole('button', { name: 'Sync' }).click()
  await expect(scoreboard).toContainText(/^Scoreboard asked [0-3] s ago, by Ada Admin/)
  await week.finish('DAL', 24, 3)
  await expect(page.getByRole('heading', { name: '1 game not final' })).toBeVisible()
  await week.finish('NYJ', 3, 24)
  await expect(page.getByRole('heading', { name: 'Week 1 is over: 2 of 2 alive' })).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting).toHaveCount(0)
  await week.finish('DAL', 3, 24)
  const correction = waiting.getByRole('listitem').filter({ hasText: /^1 correction at \d+:\d\d [AP]M/ })
  await expect(correction.getByRole('link', { name: 'Audit' })).toBeVisible()
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
  test('the desk with its last action is accessible', async ({ page, pool }) => {
    await lockWeek(pool, [['DAL', 'GB']], { Mia: { Anchors: 'DAL' } })
    await pool.admin.api.call('adminUpdateEntry', {
      params: { id: (await pool.admin.api.call('adminListEntries'))[0]!.id },
      body: { is_eliminated: true },
    })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'Last action' })).toContainText('Anchors eliminated by hand')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('desk.png'), fullPage: true })
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

onEachScreen(() => {
  test('the name of a member with several entries is readable in the list of who has not picked', async ({ page, pool }) => {
    await openWeek(pool, [['DAL', 'GB']], {
      Guadalupe: { 'Blitz Happens': null, 'Guadalupe & the Audibles': null, 'Fourth and Forever': null },
      Mia: { Anchors: null },
    })
    await signIn(page, pool.admin)
    await page.goto('/admin')
    const rows = page.getByRole('list', { name: 'Who has not picked' }).getByRole('listitem')
    for (const name of ['Guadalupe Member', 'Mia Member']) {
      const box = await rows.getByText(name, { exact: true }).first().boundingBox()
      expect(box?.height, name).toBeLessThan(30)
    }
    await expect(rows.getByRole('button', { name: 'Pick for Guadalupe & the Audibles' })).toBeVisible()
    await expectNoSidewaysScroll(page, '/admin')
  })
})
