import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessibleOnEachScreen } from './support/axe.ts'
import { report, SEASON } from './support/two-weeks.ts'
import { expect, test } from './support/test.ts'

const BEFORE_1 = '2031-09-03T12:00:00.000Z'
const AFTER_1 = '2031-09-09T12:00:00.000Z'
const AFTER_2 = '2031-09-16T12:00:00.000Z'

test('an admin sets prizes, pays a week’s winner, and everybody reads what the places get', async ({ page, openPage, pool }) => {
  const { api } = pool.admin
  await pool.setSiteTime(BEFORE_1)
  await api.call('updateRules', { body: { entry_fee_cents: 2500, currency: 'USD', pot_public: true } })
  await signIn(page, pool.admin)
  await page.goto('/admin/rules')
  await page.getByLabel('Prizes').selectOption('yes')
  await expect(page.getByText('First place gets 60 percent of the pot, second place 30, and third place 10.')).toBeVisible()
  await page.getByLabel('Percent for each place').fill('60, 30')
  await expect(page.getByText('The places get 90 percent together. They have to get 100.')).toBeVisible()
  await page.getByLabel('Percent for each place').fill('70, 30')
  await page.getByLabel('Weekly prize').fill('5')
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleOnEachScreen(page, 'prizes-rules')
  await page.getByRole('button', { name: 'Save Rules' }).click()
  await expect.poll(async () => (await api.call('getRules')).prizes).toEqual({ shares: [70, 30], weekly_cents: 500 })

  for (const week of [1, 2]) {
    await api.call('createWeek', { body: { season_year: SEASON, week_number: week } })
    await report(pool, week)
  }
  const mia = await pool.member('Mia Member')
  const picks = { Anchors: ['KC', 'SF'], Buoys: ['BUF', 'KC'], Castaways: ['SF', 'BUF'] }
  const entries: Record<string, number> = {}
  for (const name of Object.keys(picks)) {
    entries[name] = (await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })).id
    const paid = { is_paid: true, payment_type: 'cash', paid_date: '2031-09-03' } as const
    await api.call('setPayment', { params: { id: entries[name] }, body: paid })
  }
  const weeks = await api.call('listWeeks')
  const submit = async (week: number) => {
    const week_id = weeks.find(({ week_number }) => week_number === week)?.id ?? 0
    for (const [name, teams] of Object.entries(picks))
      await mia.api.call('submitPick', { body: { entry_id: entries[name] ?? 0, week_id, team_abbr: teams[week - 1] ?? '' } })
  }
  await submit(1)
  await pool.setSiteTime(AFTER_1)
  await report(pool, 1, [20, 27, 24])

  const member = await openPage({ as: mia })
  await member.goto('/reveal')
  const pot = member.getByText(/in the pot/)
  await expect(pot).toContainText('$75.00 in the pot · $49.00 and $21.00 for places 1 to 2, and $5.00 for each week')
  await expect(pot).toContainText('this week’s $5.00 went to Mia Member · Buoys')

  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { name: `Pay out weekly prizes of ${SEASON}` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Payouts' }).getByRole('listitem')).toContainText('$5.00 for weekly prizes')
  await page.getByRole('button', { name: /^Record payout: .*Buoys/ }).click()
  await expect(page.getByRole('heading', { name: `The weekly prizes of ${SEASON} are paid out` })).toBeVisible()
  await expectAccessibleOnEachScreen(page, 'prizes-weekly')

  await api.call('setCurrentWeek', { body: { week_id: weeks.find(({ week_number }) => week_number === 2)?.id ?? 0 } })
  await submit(2)
  await pool.setSiteTime(AFTER_2)
  await report(pool, 2, [10, 10, 20])
  // The page of the reveal is still open.
  await expect(pot).toContainText('· $45.50 for the champion, $9.75 for each of the 2 in place 2')
  await page.goto('/admin/payments')
  const row = (name: string) => page.getByRole('list', { name: 'Payouts' }).getByRole('listitem').filter({ hasText: name })
  await expect(page.getByRole('heading', { name: `Pay out the pot of ${SEASON}` })).toBeVisible()
  await expect(row('Anchors')).toContainText('$50.50 for place 1 and $5.00 of weekly prizes')
  await expect(row('Buoys')).toContainText('$9.75 for place 2 and $5.00 of weekly prizes')
  await expect(row('Castaways')).toContainText('$9.75 for place 2')
  await expect(page.getByRole('list', { name: 'Prizes of places' })).toContainText('Place 1 $45.50')
  await expectAccessibleOnEachScreen(page, 'prizes-places')
  await page.goto('/admin')
  await expect(page.getByRole('list', { name: 'Payouts' })).toContainText('place 1, gets $45.50')
  await expectAccessibleOnEachScreen(page, 'prizes-decided')
  await member.goto('/history')
  await expect(pot).toContainText('· $45.50 for the champion, $9.75 for each of the 2 in place 2')
  const weekly = member.getByRole('list', { name: `Weekly prizes of ${SEASON}` }).getByRole('listitem')
  const won = ['Week 1: $5.00 to Mia Member · Buoys', 'Week 2: $5.00 to Mia Member · Anchors']
  await expect(weekly).toHaveText(won)
  await expectAccessibleOnEachScreen(member, 'prizes-history')
  await member.goto('/hall-of-fame')
  await expect(weekly).toHaveText(won)
  await expectAccessibleOnEachScreen(member, 'prizes-hall')
  await member.goto('/')
  await expect(pot.first()).toContainText('week 2’s $5.00 went to Mia Member · Anchors')
})
