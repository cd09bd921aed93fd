import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible } from './support/axe.ts'
import { lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'GB', Dodos: 'BUF' } }

test('a complete week’s summary is written, corrected live, and shown on dashboard, reveal and history', async ({
  page,
  pool,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  const summary = page.getByRole('region', { name: 'The week in words' })
  await week.finish('DAL', 21, 20)
  await expect(page.getByRole('region', { name: 'Live Board', exact: true })).toBeVisible()
  await expect(summary).toHaveCount(0)
  await week.finish('NYJ', 30, 3)
  await expect(summary).toContainText('2 of 3 entries went out in week 1')
  await expect(summary).toContainText('Closest escape: “Mia Member · Anchors” on the Cowboys, 21–20 against the Packers.')
  await week.finish('NYJ', 3, 30)
  await expect(summary).toContainText('1 of 3 entries went out in week 1')
  await expect(summary).toContainText('One final score was corrected.')

  await page.goto(`/reveal/${week.id}`)
  await expect(summary).toContainText('1 of 3 entries went out in week 1')
  await page.goto('/history')
  await page.getByRole('region', { name: 'The weeks in words' }).getByText('Week 1').click()
  await expect(page.getByText('Closest escape: “Mia Member · Anchors” on the Cowboys, 21–20 against the Packers.')).toBeVisible()
  await expectAccessible(page)
})

test('an admin edits a week’s summary, pins it for everybody, mails it, and goes back to the log’s', async ({
  page,
  pool,
  openPage,
}) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await week.finish('DAL', 21, 20)
  await week.finish('NYJ', 30, 3)
  const member = await openPage({ as: week.people.Mia! })
  await member.goto('/')
  await signIn(page, pool.admin)
  await page.goto('/admin/summary')
  const text = page.getByRole('textbox', { name: 'Summary' })
  await expect(text).toHaveValue(/2 of 3 entries went out/)
  await expectAccessible(page)

  await text.fill('What a Sunday.\n\nSee you at the club.')
  await expect(page.getByRole('button', { name: 'Mail it' })).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Summary saved')).toBeVisible()
  await expect(member.getByRole('region', { name: 'The week in words' })).toContainText('What a Sunday.')
  await page.getByRole('button', { name: 'Pin to the dashboard' }).click()
  await expect(page.getByText('Pinned', { exact: true })).toBeVisible()

  // The pinned summary stays when the next week is current.
  const { id: next } = await pool.admin.api.call('createWeek', { body: { season_year: 2026, week_number: 2 } })
  await pool.admin.api.call('setCurrentWeek', { body: { week_id: next } })
  await expect(member.getByText('What a Sunday.')).toBeVisible()

  // The site time of the test makes this a rehearsal, in which mails go to admins unless others are chosen.
  await page.getByLabel('Goes to').selectOption('Everyone')
  await page.getByRole('button', { name: 'Mail to everyone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Write to files' }).click()
  await expect(page.getByText('Written to files, nobody was mailed')).toBeVisible()

  await page.getByRole('button', { name: 'Write it from the log' }).click()
  await expect(member.getByText('2 of 3 entries went out in week 1')).toBeVisible()
})

test('the summary page says when no week is complete', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  await signIn(page, pool.admin)
  await page.goto('/admin/summary')
  await expect(page.getByText('No week is complete yet')).toBeVisible()
})
