import type { Page } from '@playwright/test'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import {
  type Respond,
  confirmWith,
  serverError,
  connectionLost,
  clickButton,
  respondWith,
  type MessageContext,
  type Triggers,
} from './trigger.ts'

/** A member with entries in an open week. Only `Bolt` has a pick. */
export interface MemberContext extends MessageContext {
  readonly mia: Person
}

const SEASON = 2031

export async function createMemberContext(page: Page, pool: BrowserPool): Promise<MemberContext> {
  const [mia, week] = await Promise.all([
    pool.member('Mia Member'),
    pool.admin.api.call('createWeek', { body: { season_year: SEASON, week_number: 1 } }),
  ])
  for (const name of ['Ace', 'Bolt', 'Dash', 'Elm']) {
    const { id } = await mia.api.call('createEntry', { body: { user_id: mia.user.id, name } })
    if (name === 'Bolt') await mia.api.call('submitPick', { body: { entry_id: id, week_id: week.id, team_abbr: 'KC' } })
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, mia)
  return { page, pool, mia }
}

const card = (page: Page, entry: string) => page.getByRole('article', { name: entry, exact: true })
const clickOnCard = (page: Page, entry: string, name: string) =>
  card(page, entry).getByRole('button', { name, exact: true }).click()

/** Submits a pick of a team that no entry has picked. */
async function submitPick(page: Page, entry: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dallas Cowboys' }).click()
  await clickOnCard(page, entry, 'Submit Pick')
}

async function openMenuItem(page: Page, entry: string, item: 'Rename' | 'Delete'): Promise<void> {
  await clickOnCard(page, entry, `More options for ${entry}`)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function rename(page: Page, entry: string, name: string): Promise<void> {
  await openMenuItem(page, entry, 'Rename')
  const form = page.getByRole('form', { name: `Rename ${entry}` })
  await form.getByLabel('Entry name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
}

async function deleteEntry(page: Page, entry: string): Promise<void> {
  await openMenuItem(page, entry, 'Delete')
  await confirmWith(page, 'Delete')
}

async function createEntry(page: Page, name: string): Promise<void> {
  await page.getByLabel('New entry name').fill(name)
  await clickButton(page, 'Create Entry')
}

/** A malformed season view, which crashes the screen. */
const brokenView: Respond = async (route) => {
  const response = await route.fetch()
  const snapshot = (await response.json()) as object
  await route.fulfill({ response, json: { ...snapshot, view: {} } })
}

export const memberTriggers = {
  'Reveal not available yet': { path: '/reveal', place: 'main' },
  'Failed to load history': { path: '/reveal', place: 'alert', responses: { 'GET /api/history': serverError } },
  'Link copied': { path: '/history', place: 'toast', act: ({ page }) => clickButton(page, 'Copy Link') },
  'Unexpected Application Error!': {
    path: '/history',
    place: 'heading',
    responses: { 'GET /api/live/season*': brokenView },
  },
  'Failed to load entries': {
    path: '/',
    place: 'alert',
    responses: { 'GET /api/live/*': serverError, 'GET /api/dashboard': connectionLost },
  },
  'List entries failed': {
    path: '/',
    place: 'alert',
    responses: { 'GET /api/live/*': serverError, 'GET /api/dashboard': serverError, 'GET /api/users/*/entries': serverError },
  },
  'Fetch picks failed': {
    path: '/',
    place: 'alert',
    responses: { 'GET /api/live/*': serverError, 'GET /api/dashboard': serverError, 'GET /api/entries/*/picks': serverError },
  },
  'Entry name required': { path: '/', place: 'field', act: ({ page }) => rename(page, 'Ace', ' ') },
  'Rename failed': {
    path: '/',
    place: 'alert',
    responses: { 'PATCH /api/entries/*': serverError },
    act: ({ page }) => rename(page, 'Ace', 'Ace of Spades'),
  },
  'This cannot be undone': { path: '/', place: 'dialog', act: ({ page }) => openMenuItem(page, 'Ace', 'Delete') },
  'Delete failed': {
    path: '/',
    place: 'alert',
    responses: { 'DELETE /api/entries/*': serverError },
    act: ({ page }) => deleteEntry(page, 'Ace'),
  },
  'Entry name is required': { path: '/', place: 'field', act: ({ page }) => createEntry(page, ' ') },
  'Create entry failed': {
    path: '/',
    place: 'alert',
    responses: { 'POST /api/entries': serverError },
    act: ({ page }) => createEntry(page, 'Fir'),
  },
  'Select a team': { path: '/', place: 'alert', act: ({ page }) => clickOnCard(page, 'Ace', 'Submit Pick') },
  'Submit pick failed': {
    path: '/',
    place: 'alert',
    responses: { 'POST /api/picks': serverError },
    act: ({ page }) => submitPick(page, 'Ace'),
  },
  'Failed to submit pick': {
    path: '/',
    place: 'alert',
    responses: { 'POST /api/picks': connectionLost },
    act: ({ page }) => submitPick(page, 'Ace'),
  },
  'Team is ineligible for this week': {
    path: '/',
    place: 'alert',
    responses: { 'POST /api/picks': respondWith(409, { error: 'DAL was made ineligible', code: 'team_ineligible' }) },
    act: ({ page }) => submitPick(page, 'Ace'),
  },
  'Update pick failed': {
    path: '/',
    place: 'alert',
    responses: { 'PATCH /api/picks/*': serverError },
    act: ({ page }) => submitPick(page, 'Bolt'),
  },
  'Failed to clear pick': {
    path: '/',
    place: 'alert',
    responses: { 'DELETE /api/picks/*': serverError },
    act: ({ page }) => clickOnCard(page, 'Bolt', 'Clear'),
  },
  'Pick saved': { path: '/', place: 'toast', act: ({ page }) => submitPick(page, 'Ace') },
  'Entry created': { path: '/', place: 'toast', act: ({ page }) => createEntry(page, 'Fir') },
  'Entry renamed': { path: '/', place: 'toast', act: ({ page }) => rename(page, 'Dash', 'Dashing') },
  'Entry deleted': { path: '/', place: 'toast', act: ({ page }) => deleteEntry(page, 'Elm') },
} satisfies Triggers<MemberContext>
