import { expectAccessible } from './support/axe.ts'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
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

for (const { name, viewport } of [
  { name: 'a phone', viewport: { width: 390, height: 844 } },
  { name: 'a desktop', viewport: { width: 1280, height: 900 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('“I picked KC!” is answered in two clicks from a name', async ({ page, pool, context }) => {
      const week = await lockWeek(pool, GAMES, PICKS)
      await week.finish('DAL', 3, 20)
      await signIn(page, pool.admin)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const answers = async (owner: string) => {
        await page.getByRole('button', { name: 'Copy as an answer' }).click()
        const copied = () => page.evaluate(() => navigator.clipboard.readText())
        await expect.poll(copied).toContain(`the entry of ${owner}`)
        return copied()
      }

      await page.goto('/admin/payments')
      await page.getByRole('link', { name: 'Anchors' }).click()
      const anchors = await answers('Mia')
      expect(anchors).toContain('Out in week 1. It picked the Cowboys; they lost 3–20.')
      expect(anchors).toContain('Week 1 of 2026: DAL (loss). DAL lost 3–20')
      expect(anchors).toMatch(/: Mia Member picked DAL$/m)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
      await expect(
        page.getByRole('region', { name: 'Every pick and change' }).getByText('Mia Member picked DAL', { exact: true }),
      ).toBeVisible()
      await expect(page.getByRole('region', { name: 'Messages' })).toContainText('known to have failed in the last seven days')

      await page.goto('/admin/users')
      await page.getByRole('button', { name: /^Otto/ }).click()
      await page.getByRole('link', { name: 'Comets' }).click()
      expect(await answers('Otto')).toContain('Week 1 of 2026: GB (win). GB won 20–3')

      await page.goto('/history?tab=leaderboard')
      await page.getByRole('table').getByRole('link', { name: 'Anchors' }).click()
      expect(await answers('Mia')).toBe(anchors)
    })
  })
}

test('an entry’s page shows an open week to its owner only, and payments to its owner and admins', async ({
  page,
  pool,
  openPage,
}) => {
  const week = await openWeek(pool, GAMES, PICKS)
  const mia = week.people['Mia']!
  const [entry] = await mia.api.call('userEntries', { params: { id: mia.user.id } })
  await pool.admin.api.call('setPayment', { params: { id: entry!.id }, body: { is_paid: true, payment_type: 'cash' } })
  const record = (of: typeof page) => of.getByRole('region', { name: 'Every pick and change' })
  const money = (of: typeof page) => of.getByRole('region', { name: 'Entry and payments' })
  const [own, admin] = [await openPage({ as: mia }), await openPage({ as: pool.admin })]
  for (const one of [own, admin, page]) await one.goto(`/entry/${entry!.id}`)
  await expect(record(own).getByText('You picked DAL', { exact: true })).toBeVisible()
  await expect(record(admin).getByText('Hidden until the lock')).toBeVisible()
  await expect(record(page).getByText('No week with a pick has locked yet.')).toBeVisible()
  for (const one of [admin, page]) await expect(one.getByText('DAL')).toHaveCount(0)
  for (const one of [own, admin]) await expect(money(one).getByText(/by cash/i)).toBeVisible()
  const messages = (of: typeof page) => of.getByRole('region', { name: 'Messages' })
  for (const one of [own, admin]) await expect(messages(one)).toContainText('No reminder was sent to Mia')
  await expect(messages(page)).toHaveCount(0)
  await expect(money(own).getByText(/^Only you and the admins see your payments/)).toBeVisible()
  await expect(money(admin).getByText(/^You see the payments as an admin/)).toBeVisible()
  await expect(money(page).getByText(/^Payments are shown to the owner and to admins only/)).toBeVisible()
  await expect(money(page).getByText(/cash/i)).toHaveCount(0)
})
