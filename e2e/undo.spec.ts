import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { lockWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'
import { expectToast, recordToasts } from './support/toasts.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL', Badgers: 'BUF' } }

const note = (page: Page) => page.getByRole('region', { name: 'Last action' })
const question = (page: Page) => page.getByRole('alertdialog')

test('an elimination by hand is taken back after a preview, and both stay in the audit trail', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  await signIn(page, pool.admin)
  await recordToasts(page)
  await page.goto('/admin/users')
  await expect(note(page)).toHaveCount(0)
  await page.getByRole('rowheader').getByRole('button', { name: /^Mia/ }).click()
  const entry = page.getByRole('form', { name: 'Entry Anchors', exact: true })
  await entry.getByLabel('Eliminated').check()
  await entry.getByRole('button', { name: 'Save Entry' }).click()
  await expect(question(page)).toContainText('1 entry goes out: Mia Member · Anchors.')
  await question(page).getByRole('button', { name: 'Save Entry' }).click()
  await expectToast(page, 'Entry updated')
  await expect(note(page)).toContainText('Anchors eliminated by hand')
  await note(page).getByRole('button', { name: 'Undo' }).click()
  await expect(question(page)).toContainText('1 entry comes back: Mia Member · Anchors.')
  await question(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Undone')
  await expect(note(page)).toHaveCount(0)
  await expect(entry.getByLabel('Eliminated')).not.toBeChecked()
  const anchors = (await pool.admin.api.call('adminListEntries')).find(({ name }) => name === 'Anchors')
  const { lines } = await pool.admin.api.call('listAudit', { query: { entry_id: anchors!.id, limit: 3 } })
  expect(lines.map(({ type }) => type)).toEqual(['ActionUndone', 'EntryReinstated', 'EntryEliminatedByHand'])
})

test('setting all games to final is taken back, and the games go on', async ({ page, openPage, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await week.play('DAL', 3, 24, 'Q4')
  await pool.admin.api.call('finalizeScores', { params: { id: week.id }, body: {} })
  await signIn(page, pool.admin)
  await recordToasts(page)
  await page.goto('/admin')
  const member = await openPage({ as: week.people.Mia! })
  await member.goto('/')
  const anchors = member.getByRole('main').getByRole('article', { name: 'Anchors' })
  await expect(anchors).toContainText('Out in week 1')
  await expect(note(page)).toContainText('Games of week 1 set to final')
  await note(page).getByRole('button', { name: 'Undo' }).click()
  await expect(question(page)).toContainText(/come(s)? back: .*Anchors/)
  await question(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Undone')
  await expect(anchors).not.toContainText('Out in week 1')
  await expect(page.getByRole('heading', { name: '1 game on, 1 to come' })).toBeVisible()
})

test('an action on which a later lock depends is not offered any more', async ({ page, pool }) => {
  await pool.setSiteTime('2031-09-03T12:00:00.000Z')
  const { api } = pool.admin
  const { id } = await api.call('createWeek', { body: { season_year: 2031, week_number: 1 } })
  await api.call('updateWeek', { params: { id }, body: { lock_time: '2031-09-08T12:00:00.000Z' } })
  await signIn(page, pool.admin)
  await page.goto('/admin')
  const last = note(page)
  await expect(last).toContainText('Lock of week 1 moved')
  await expect(last.getByRole('button', { name: 'Undo' })).toBeVisible()
  await pool.setSiteTime('2031-09-08T13:00:00.000Z')
  await expect(last).toHaveCount(0)
  expect(await api.call('lastAction')).toMatchObject({
    problem: 'A week has locked since, so this can no longer be undone',
  })
})
