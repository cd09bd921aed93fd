import type { Page } from '@playwright/test'
import { serverError, clickButton, type Triggers } from './trigger.ts'
import { SCREEN, form, selectWeek, type WeeksContext } from './triggers-weeks.ts'

const PICKS_LIST_URL = /\/api\/weeks\/\d+\/picks$/

/** Opens the dialog that changes or deletes an entry's pick. */
async function openPickDialog(page: Page, action: 'Change' | 'Delete', entry: string) {
  await page.getByRole('button', { name: `${action} pick of ${entry}`, exact: true }).click()
  return page.getByRole('dialog')
}

async function changePick({ page, first }: WeeksContext): Promise<void> {
  await selectWeek(page, first)
  const dialog = await openPickDialog(page, 'Change', 'Bolt')
  await dialog.getByLabel('Team').selectOption('MIA')
  const reloaded = page.waitForRequest((request) => PICKS_LIST_URL.test(request.url()))
  await dialog.getByRole('button', { name: 'Save pick' }).click()
  // A change reloads the list.
  await reloaded
}

async function deletePick({ page, first }: WeeksContext): Promise<void> {
  await selectWeek(page, first)
  const dialog = await openPickDialog(page, 'Delete', 'Comet')
  await dialog.getByRole('button', { name: 'Delete pick' }).click()
}

async function override({ page, first, ace }: WeeksContext): Promise<void> {
  await selectWeek(page, first)
  await form(page, 'Manual override').getByLabel('Entry ID').fill(String(ace))
  await form(page, 'Manual override').getByLabel('Team abbr').fill('ne')
  await clickButton(page, 'Override/Add Pick')
}

const LOAD = 'Load eligible entries without picks'

export const picksTriggers = {
  'Failed to load picks': { path: SCREEN, place: 'alert', responses: { 'GET /api/weeks/*/picks': serverError } },
  'Failed to load eligible entries': {
    path: SCREEN,
    place: 'alert',
    responses: { 'GET /api/admin/entries': serverError },
    act: ({ page }) => clickButton(page, LOAD),
  },
  'Select entry and team': { path: SCREEN, place: 'alert', act: ({ page }) => clickButton(page, 'Override/Add Pick') },
  'Failed to override pick': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/admin/picks/override': serverError },
    act: override,
  },
  'Failed to change pick': {
    path: SCREEN,
    place: 'alert',
    responses: { 'POST /api/admin/picks/override': serverError },
    act: changePick,
  },
  'Failed to delete pick': {
    path: SCREEN,
    place: 'alert',
    responses: { 'DELETE /api/admin/picks/*': serverError },
    act: deletePick,
  },
  // All three entries are in the table already.
  'No eligible entries to add (eligible=…, table=…)': {
    path: SCREEN,
    place: 'toast',
    values: [3, 3],
    act: async ({ page, second }) => {
      await selectWeek(page, second)
      await page.getByRole('button', { name: 'Add pick of Comet' }).waitFor()
      await clickButton(page, LOAD)
    },
  },
  // All three entries were created after the lock.
  'Loaded {n} eligible entries without picks': {
    path: SCREEN,
    place: 'toast',
    values: [3],
    act: async ({ page, past }) => {
      await selectWeek(page, past)
      await page.getByRole('main').getByText('No entries yet').waitFor()
      await clickButton(page, LOAD)
    },
  },
  'Pick updated': { path: SCREEN, place: 'toast', act: changePick },
  'Pick overridden': { path: SCREEN, place: 'toast', act: override },
  'Pick deleted': { path: SCREEN, place: 'toast', act: deletePick },
} satisfies Triggers<WeeksContext>
