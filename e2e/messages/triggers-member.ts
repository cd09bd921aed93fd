import type { Page } from '@playwright/test'
import type { Person, Pool } from '@outlast/testing/server/pool'
import { signIn } from '../support/sign-in.ts'
import { type Answer, agree, FAILS, IS_LOST, press, says, type Stage, type Triggers } from './trigger.ts'

/** A member with entries in an open week. `Ace`, `Dash` and `Elm` have no pick yet, `Bolt` has one. */
export interface MemberStage extends Stage {
  readonly mia: Person
}

const SEASON = 2031

export async function memberStage(page: Page, pool: Pool): Promise<MemberStage> {
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
const pressOn = (page: Page, entry: string, name: string) => card(page, entry).getByRole('button', { name, exact: true }).click()

/** Chooses a team that nobody has picked, and sends it. */
async function pick(page: Page, entry: string): Promise<void> {
  await card(page, entry)
    .getByRole('button', { name: `Team for ${entry}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dallas Cowboys' }).click()
  await pressOn(page, entry, 'Submit Pick')
}

async function choose(page: Page, entry: string, item: 'Rename' | 'Delete'): Promise<void> {
  await pressOn(page, entry, `More options for ${entry}`)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function rename(page: Page, entry: string, name: string): Promise<void> {
  await choose(page, entry, 'Rename')
  const form = page.getByRole('form', { name: `Rename ${entry}` })
  await form.getByLabel('Entry name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
}

async function remove(page: Page, entry: string): Promise<void> {
  await choose(page, entry, 'Delete')
  await agree(page, 'Delete')
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('New entry name').fill(name)
  await press(page, 'Create Entry')
}

/** A season that has lost its parts on the way: what draws it breaks. */
const brokenView: Answer = async (route) => {
  const response = await route.fetch()
  const snapshot = (await response.json()) as object
  await route.fulfill({ response, json: { ...snapshot, view: {} } })
}

export const memberTriggers = {
  'Reveal not available yet': { at: '/reveal', place: 'main' },
  'Failed to load history': { at: '/reveal', place: 'alert', answers: { 'GET /api/history': FAILS } },
  'Link copied': { at: '/history', place: 'toast', act: ({ page }) => press(page, 'Copy Link') },
  'Unexpected Application Error!': {
    at: '/history',
    place: 'heading',
    answers: { 'GET /api/live/season*': brokenView },
  },
  'Failed to load entries': {
    at: '/',
    place: 'alert',
    answers: { 'GET /api/live/*': FAILS, 'GET /api/dashboard': IS_LOST },
  },
  'List entries failed': {
    at: '/',
    place: 'alert',
    answers: { 'GET /api/live/*': FAILS, 'GET /api/dashboard': FAILS, 'GET /api/users/*/entries': FAILS },
  },
  'Fetch picks failed': {
    at: '/',
    place: 'alert',
    answers: { 'GET /api/live/*': FAILS, 'GET /api/dashboard': FAILS, 'GET /api/entries/*/picks': FAILS },
  },
  'Entry name required': { at: '/', place: 'field', act: ({ page }) => rename(page, 'Ace', ' ') },
  'Rename failed': {
    at: '/',
    place: 'alert',
    answers: { 'PATCH /api/entries/*': FAILS },
    act: ({ page }) => rename(page, 'Ace', 'Ace of Spades'),
  },
  'This cannot be undone': { at: '/', place: 'dialog', act: ({ page }) => choose(page, 'Ace', 'Delete') },
  'Delete failed': {
    at: '/',
    place: 'alert',
    answers: { 'DELETE /api/entries/*': FAILS },
    act: ({ page }) => remove(page, 'Ace'),
  },
  'Entry name is required': { at: '/', place: 'field', act: ({ page }) => create(page, ' ') },
  'Create entry failed': {
    at: '/',
    place: 'alert',
    answers: { 'POST /api/entries': FAILS },
    act: ({ page }) => create(page, 'Fir'),
  },
  'Select a team': { at: '/', place: 'alert', act: ({ page }) => pressOn(page, 'Ace', 'Submit Pick') },
  'Submit pick failed': {
    at: '/',
    place: 'alert',
    answers: { 'POST /api/picks': FAILS },
    act: ({ page }) => pick(page, 'Ace'),
  },
  'Failed to submit pick': {
    at: '/',
    place: 'alert',
    answers: { 'POST /api/picks': IS_LOST },
    act: ({ page }) => pick(page, 'Ace'),
  },
  'Team is ineligible for this week': {
    at: '/',
    place: 'alert',
    answers: { 'POST /api/picks': says(409, { error: 'DAL was made ineligible meanwhile', code: 'team_ineligible' }) },
    act: ({ page }) => pick(page, 'Ace'),
  },
  'Update pick failed': {
    at: '/',
    place: 'alert',
    answers: { 'PATCH /api/picks/*': FAILS },
    act: ({ page }) => pick(page, 'Bolt'),
  },
  'Failed to clear pick': {
    at: '/',
    place: 'alert',
    answers: { 'DELETE /api/picks/*': FAILS },
    act: ({ page }) => pressOn(page, 'Bolt', 'Clear'),
  },
  'Pick saved': { at: '/', place: 'toast', act: ({ page }) => pick(page, 'Ace') },
  'Entry created': { at: '/', place: 'toast', act: ({ page }) => create(page, 'Fir') },
  'Entry renamed': { at: '/', place: 'toast', act: ({ page }) => rename(page, 'Dash', 'Dashing') },
  'Entry deleted': { at: '/', place: 'toast', act: ({ page }) => remove(page, 'Elm') },
} satisfies Triggers<MemberStage>
