import type { Page } from '@playwright/test'
import { FAILS, press, type Triggers } from './trigger.ts'
import { AT, form, select, type WeeksStage } from './triggers-weeks.ts'

const EVERY_PICKS_LIST = /\/api\/weeks\/\d+\/picks$/

/** Opens the dialog of an entry's pick, which has a button to end with. */
async function openPick(page: Page, what: 'Change' | 'Delete', entry: string) {
  await page.getByRole('button', { name: `${what} pick of ${entry}`, exact: true }).click()
  return page.getByRole('dialog')
}

async function changePick({ page, first }: WeeksStage): Promise<void> {
  await select(page, first)
  const dialog = await openPick(page, 'Change', 'Bolt')
  await dialog.getByLabel('Team').selectOption('MIA')
  const reloaded = page.waitForRequest((request) => EVERY_PICKS_LIST.test(request.url()))
  await dialog.getByRole('button', { name: 'Save pick' }).click()
  // pool.md §8: the picks list is reloaded.
  await reloaded
}

async function deletePick({ page, first }: WeeksStage): Promise<void> {
  await select(page, first)
  const dialog = await openPick(page, 'Delete', 'Comet')
  await dialog.getByRole('button', { name: 'Delete pick' }).click()
}

async function override({ page, first, ace }: WeeksStage): Promise<void> {
  await select(page, first)
  await form(page, 'Manual override').getByLabel('Entry ID').fill(String(ace))
  await form(page, 'Manual override').getByLabel('Team abbr').fill('ne')
  await press(page, 'Override/Add Pick')
}

const LOAD = 'Load eligible entries without picks'

export const picksTriggers = {
  'Failed to load picks': { at: AT, place: 'alert', answers: { 'GET /api/weeks/*/picks': FAILS } },
  'Failed to load eligible entries': {
    at: AT,
    place: 'alert',
    answers: { 'GET /api/admin/entries': FAILS },
    act: ({ page }) => press(page, LOAD),
  },
  'Select entry and team': { at: AT, place: 'alert', act: ({ page }) => press(page, 'Override/Add Pick') },
  'Failed to override pick': { at: AT, place: 'alert', answers: { 'POST /api/admin/picks/override': FAILS }, act: override },
  'Failed to change pick': { at: AT, place: 'alert', answers: { 'POST /api/admin/picks/override': FAILS }, act: changePick },
  'Failed to delete pick': { at: AT, place: 'alert', answers: { 'DELETE /api/admin/picks/*': FAILS }, act: deletePick },
  // All three are in the table already.
  'No eligible entries to add (eligible=…, table=…)': {
    at: AT,
    place: 'toast',
    gaps: [3, 3],
    act: async ({ page, second }) => {
      await select(page, second)
      await page.getByRole('button', { name: 'Add pick of Comet' }).waitFor()
      await press(page, LOAD)
    },
  },
  // All three came after the lock.
  'Loaded {n} eligible entries without picks': {
    at: AT,
    place: 'toast',
    gaps: [3],
    act: async ({ page, past }) => {
      await select(page, past)
      await page.getByRole('main').getByText('No entries yet').waitFor()
      await press(page, LOAD)
    },
  },
  'Pick updated': { at: AT, place: 'toast', act: changePick },
  'Pick overridden': { at: AT, place: 'toast', act: override },
  'Pick deleted': { at: AT, place: 'toast', act: deletePick },
} satisfies Triggers<WeeksStage>
