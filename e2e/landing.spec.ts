import { expectAccessible } from './support/axe.ts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { lockWeek, openWeek } from './support/locked-week.ts'
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

test('before the lock a visitor sees the games with their records, and nothing of the picks', async ({ page, pool }) => {
  const first = await lockWeek(pool, GAMES, PICKS)
  await first.finishAll([
    ['DAL', 3, 20],
    ['NYJ', 10, 20],
  ])
  await openWeek(pool, [['BUF', 'GB']], {}, 2)
  await page.goto('/')
  const games = page.getByRole('region', { name: 'The games' })
  await expect(games.getByRole('listitem')).toHaveText(/^BUF.*1–0at Green Bay Packers, .* ETGB.*1–0$/)
  await expect(games.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
})

test('a visitor sees the number fall while games are played, and the way to the picks', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.goto('/')
  const now = page.getByRole('region', { name: 'The pool now' })
  await expect(now).toContainText('3 entries are still in')
  await week.finish('DAL', 3, 20)
  await expect(now).toContainText('2 of 3 entries still in')
  await expect(page.getByRole('region', { name: 'Still alive' })).toContainText('2 of 3 still alive')
  await now.getByRole('link', { name: 'Weekly Reveal' }).click()
  await expect(page).toHaveURL(new RegExp(`/reveal/${week.id}$`))
})

test.describe('on a phone, without scrolling', () => {
  test.use({ viewport: { width: 390, height: 664 } })

  test('a visitor and a member read whether they are in, what comes next, and what is at stake', async ({ page, pool }) => {
    await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2_500, currency: 'USD', pot_public: true } })
    const { people } = await openWeek(pool, GAMES, { Mia: { Anchors: 'DAL', Badgers: null } })
    for (const { id } of await pool.admin.api.call('adminListEntries'))
      await pool.admin.api.call('setPayment', { params: { id }, body: { payment_type: 'cash', is_paid: true } })
    const shows = async (texts: readonly (string | RegExp)[]): Promise<void> => {
      for (const text of texts) await expect(page.getByText(text).first()).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/')
    await shows(['entries are still in', /Picks lock in 3 days/, 'A loss or a tie puts you out.', '$50.00 in the pot'])
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await page.getByRole('button', { name: 'Join the pool · $25' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Join the pool · $25' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await signIn(page, people.Mia!)
    await page.goto('/')
    await shows([
      'Both of your entries are in.',
      'Badgers still needs a pick.',
      'Pick now',
      /^Locks /,
      '1 of 2 entries have picked',
    ])
    await shows(['$50.00 in the pot'])
  })
})
