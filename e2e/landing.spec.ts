import { expectAccessible } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'GB', Dodos: 'BUF' } }

test('a visitor sees who is still in and the countdown, then signs in or joins', async ({ page, pool }) => {
  await pool.setSiteTime('2026-09-13T15:00:00.000Z', { running: true })
  await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  for (const name of ['Ace', 'Bolt']) await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth$/)
  const now = page.getByRole('region', { name: 'The pool now' })
  await expect(now).toContainText('Week 1')
  await expect(now).toContainText('2 entries are still in')
  await expect(now).toContainText(/Picks lock in 5\d minutes/)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a visitor sees the number fall while games are played, and the way to the picks', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.goto('/')
  const now = page.getByRole('region', { name: 'The pool now' })
  await expect(now).toContainText('3 entries are still in')
  await week.finish('DAL', 3, 20)
  await expect(now).toContainText('2 of 3 entries still in')
  await now.getByRole('link', { name: 'Watch live' }).click()
  await expect(page).toHaveURL(new RegExp(`/reveal/${week.id}$`))
})
