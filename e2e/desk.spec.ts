import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import type { Locator } from '@playwright/test'
import { TEAMS } from '@outlast/domain'
import { eventually, range } from '@outlast/testing'
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
    { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'DAL' }, Zoe: { Dodos: null } },
  )
  await signIn(page, pool.admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: '2 games not final' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Numbers of the week' })).toContainText('1 without a pick')
  // A sync by hand counts at once.
  const scoreboard = page.getByRole('group', { name: 'Scoreboard' })
  await expect(scoreboard).toContainText('Not asked automatically: automatic updates are off.')
  await expect(scoreboard).toContainText(/^Scoreboard asked ([4-9]|\d\d) s ago, by Ada Admin/)
  await scoreboard.getByRole('button', { name: 'Sync' }).click()
  await expect(scoreboard).toContainText(/^Scoreboard asked [0-3] s ago, by Ada Admin/)
  await week.finish('DAL', 24, 3)
  await expect(page.getByRole('heading', { name: '1 game not final' })).toBeVisible()
  await week.finish('NYJ', 3, 24)
  await expect(page.getByRole('heading', { name: 'Week 1 is over: 3 of 3 alive' })).toBeVisible()
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
  await form.getByLabel('Locks').selectOption({ label: 'First kickoff: Thu, Sep 11, 8:15 PM ET' })
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

/** Unfolds a list and folds it again. */
async function expectFold(scope: Locator, rows: Locator, most: number, noun: string): Promise<void> {
  await expect(rows).toHaveCount(most)
  const unfold = scope.getByRole('button', { name: /^Show all / })
  const count = Number(/\d+/.exec((await unfold.textContent()) ?? '')?.[0])
  await expect(unfold).toHaveText(`Show all ${count} ${noun}`)
  await expect(unfold).toHaveAttribute('aria-expanded', 'false')
  await unfold.click()
  await expect(rows).toHaveCount(count)
  expect(count).toBeGreaterThan(most + 1)
  const fold = scope.getByRole('button', { name: 'Show fewer' })
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await fold.click()
  await expect(rows).toHaveCount(most)
}

test.describe('with a mail server that does not answer', () => {
  const mail = mailSetting()
  // Five mails are attempted at once. The server then rests, for a minute unless it is told otherwise, before the sixth fails too.
  const overrides = { mailPace: { timeoutMs: 5_000, retryMs: 100 } }
  test.use({ poolOptions: { config: { mail }, overrides } })

  test('every long list of the desk shows its first rows, and all of them on demand', async ({ page, pool }) => {
    const { api } = pool.admin
    const csv = ['name,email', ...range(6).map((index) => `Guest ${index + 1},guest${index + 1}@club.example`)].join('\n')
    await api.call('importMembers', { body: { csv, dry_run: false } })
    const [hosts, visitors] = [TEAMS.slice(0, 16), TEAMS.slice(16)].map((teams) => teams.map(({ abbr }) => abbr))
    const games = visitors!.map((away, index) => [away, hosts![index]!] as const)
    const [[loser, winner]] = games as [(typeof games)[number]]
    const losing = Object.fromEntries(range(14).map((index) => [`Entry ${index + 1}`, loser]))
    const week = await lockWeek(pool, games, { Mia: losing, Otto: { Comets: winner, Crows: winner } })
    await eventually(async () => expect((await api.call('deliveries')).not_delivered).toHaveLength(6))
    await signIn(page, pool.admin)
    await page.goto('/admin')

    const step = (title: string | RegExp) => page.getByRole('region', { name: title })
    const open = page.getByRole('list', { name: 'Games that are not over' }).getByRole('listitem')
    await expectFold(step('16 games not final'), open, 5, 'games')
    const undelivered = page.getByRole('region', { name: 'By mail, not delivered' })
    await expectFold(undelivered, undelivered.getByRole('listitem'), 4, 'receivers')

    const away = games.map(([visitor]) => visitor)
    await week.finishAll(away.slice(6).map((team) => [team, 3, 24]))
    // A button for one row more would be as tall as the row.
    await expect(open).toHaveCount(6)
    await expect(step('6 games not final').getByRole('button', { name: /^Show / })).toHaveCount(0)

    for (const team of away.slice(1, 6)) await week.postpone(team)
    await week.finish(loser, 3, 24)
    const next = await api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
    await api.call('setCurrentWeek', { body: { week_id: next.id } })
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    const postponed = waiting.getByRole('listitem').filter({ hasText: 'is postponed' })
    await expectFold(waiting, postponed, 3, 'games of week 1')

    await api.call('setCurrentWeek', { body: { week_id: week.id } })
    await week.finishAll(away.slice(1, 6).map((team) => [team, 3, 24]))
    const out = page.getByRole('list', { name: 'Who went out' }).getByRole('listitem')
    await expectFold(step('Week 1 is over: 2 of 16 alive'), out, 12, 'entries')
  })
})
