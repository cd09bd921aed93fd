import { expectAccessible } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'GB' } }

test('everybody can follow one entry: still in, then out with the reason, and its run', async ({ page, pool, context }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.goto(`/reveal/${week.id}`)
  await page.getByRole('link', { name: 'Anchors' }).first().click()
  await expect(page.getByRole('heading', { name: 'Anchors', level: 1 })).toBeVisible()
  await expect(page.getByText('Still in.')).toBeVisible()
  await week.finish('DAL', 3, 20)
  await expect(page.getByText('Out in week 1. It picked the Cowboys; they lost 3–20.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'The run of Anchors' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/entry\/\d+$/)
})

test('a hidden pick is not in an entry’s run', async ({ page, pool }) => {
  await pool.setSiteTime('2026-09-10T12:00:00.000Z')
  const { id } = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 1 } })
  const mia = await pool.member('Mia Member')
  const entry = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name: 'Ace' } })
  await mia.api.call('submitPick', { body: { entry_id: entry.id, week_id: id, team_abbr: 'KC' } })
  await page.goto(`/entry/${entry.id}`)
  await expect(page.getByText('Its picks appear here as their weeks lock.')).toBeVisible()
  await expect(page.getByText('KC')).toHaveCount(0)
})
