import type { Page } from '@playwright/test'
import type { Person, BrowserPool } from '@outlast/testing'
import { signIn } from '@outlast/testing/browser/sign-in'
import {
  confirmWith,
  formatCount,
  type Respond,
  serverError,
  noResponse,
  clickButton,
  type MessageContext,
  type Triggers,
} from './trigger.ts'

/** An admin and a member, `Uma User`, with two entries, `Uno` and `Dos`. */
export interface PeopleContext extends MessageContext {
  readonly uma: Person
  readonly uno: number
}

const UMA = 'Uma User'
const PHRASE = 'DELETE ALL USERS AND ENTRIES'

export async function createPeopleContext(page: Page, pool: BrowserPool): Promise<PeopleContext> {
  const [uma] = await Promise.all([
    pool.member(UMA),
    pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } }),
  ])
  const uno = await createEntry(uma, 'Uno')
  await createEntry(uma, 'Dos')
  await signIn(page, pool.admin)
  return { page, pool, uma, uno }
}

async function createEntry({ api, user }: Person, name: string): Promise<number> {
  return (await api.call('createEntry', { body: { user_id: user.id, name } })).id
}

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Expands a user's row. */
async function expandUser(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false }).click()
}

async function clickInForm(page: Page, userName: string, formName: string, name: string): Promise<void> {
  await expandUser(page, userName)
  await form(page, formName).getByRole('button', { name, exact: true }).click()
}

async function createUser({ page }: PeopleContext): Promise<void> {
  const fields = form(page, 'Create user')
  await fields.getByLabel('First name').fill('Nora')
  await fields.getByLabel('Last name').fill('Nimble')
  await fields.getByLabel('Email').fill('nora@club.example')
  await clickButton(page, 'Create User')
}

async function deleteUser(page: Page, name: string): Promise<void> {
  await clickInForm(page, name, `User ${name}`, 'Delete User')
  await confirmWith(page, 'Delete User')
}

async function deleteEntry(page: Page, userName: string, entry: string): Promise<void> {
  await clickInForm(page, userName, `Entry ${entry}`, 'Delete Entry')
  await confirmWith(page, 'Delete Entry')
}

async function eliminateAll({ page }: PeopleContext): Promise<void> {
  await clickButton(page, 'Eliminate all')
  await confirmWith(page, 'Eliminate all')
}

async function activateAll({ page }: PeopleContext): Promise<void> {
  await clickInForm(page, UMA, `User ${UMA}`, 'Activate All')
  await confirmWith(page, 'Activate All')
}

async function openPurgeDialog({ page }: PeopleContext): Promise<void> {
  await clickButton(page, 'Purge all users and entries')
  await confirmWith(page, 'Continue')
}

async function purge(context: PeopleContext): Promise<void> {
  await openPurgeDialog(context)
  await context.page.getByLabel(`Type ${PHRASE}`).fill(PHRASE)
  await confirmWith(context.page, 'Purge')
}

/** Counts what a purge deletes: all users except the admin, and all entries. The pool has no picks. */
async function countPurged({ pool }: PeopleContext): Promise<readonly string[]> {
  const [users, entries] = await Promise.all([pool.admin.api.call('adminListUsers'), pool.admin.api.call('adminListEntries')])
  return [formatCount(users.length - 1, 'user'), formatCount(entries.length, 'entry', 'entries'), formatCount(0, 'pick')]
}

async function markPaid({ page }: PeopleContext): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Uno' })
  await row.getByLabel('Payment type').selectOption('venmo')
  await row.getByRole('button', { name: 'Mark paid' }).click()
}

async function broadcast({ page }: PeopleContext): Promise<void> {
  await page.getByLabel('Subject').fill('Week 1')
  await page.getByLabel('Message body').fill('Pick before Sunday noon.')
  await clickButton(page, 'Send Broadcast')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Send|Write) to/ })
    .click()
}

/** A mail server took all mails of the last broadcast; that of this pool only writes files. */
const taken: Respond = (route) => {
  const broadcasts = [{ at: '2031-01-01T00:00:00.000Z', recipients: 3, sent: 3, written: 0, waiting: 0, failed: 0 }]
  return route.fulfill({ json: { waiting: 0, oldest_due_at: null, resting: 0, not_delivered: [], broadcasts } })
}

export const peopleTriggers = {
  'Loading…': { path: '/admin', place: 'main', responses: { 'GET /api/auth/me': noResponse } },
  'Failed to load users': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'GET /api/live/*': serverError, 'GET /api/admin/users': serverError },
  },
  'Failed to load entries': {
    path: '/admin/payments',
    place: 'alert',
    responses: { 'GET /api/live/*': serverError, 'GET /api/admin/entries': serverError },
  },
  'Failed to update payment': {
    path: '/admin/payments',
    place: 'alert',
    responses: { 'PATCH /api/admin/entries/*/payment': serverError },
    act: markPaid,
  },
  'Payment status updated': { path: '/admin/payments', place: 'toast', act: markPaid },
  'Failed to send': {
    path: '/admin/broadcast',
    place: 'alert',
    responses: { 'POST /api/admin/broadcast': serverError },
    act: broadcast,
  },
  'Sent to {n} recipients': {
    path: '/admin/broadcast',
    place: 'toast',
    responses: { 'GET /api/admin/deliveries': taken },
    values: [3],
    act: broadcast,
  },
  'Failed to create user': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'POST /api/admin/users': serverError },
    act: createUser,
  },
  'User created': { path: '/admin/users', place: 'toast', act: createUser },
  'Failed to update user': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'PATCH /api/admin/users/*': serverError },
    act: ({ page }) => clickInForm(page, UMA, `User ${UMA}`, 'Save User'),
  },
  'User updated': { path: '/admin/users', place: 'toast', act: ({ page }) => clickInForm(page, UMA, `User ${UMA}`, 'Save User') },
  'Delete this user and all their entries and picks? This cannot be undone.': {
    path: '/admin/users',
    place: 'dialog',
    act: ({ page }) => clickInForm(page, UMA, `User ${UMA}`, 'Delete User'),
  },
  'Failed to delete user': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'DELETE /api/admin/users/*': serverError },
    act: ({ page }) => deleteUser(page, UMA),
  },
  'User deleted': {
    path: '/admin/users',
    place: 'toast',
    act: async ({ page, pool }) => {
      await pool.member('Dora Deleted')
      await deleteUser(page, 'Dora Deleted')
    },
  },
  'Failed to update entry': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'PATCH /api/admin/entries/*': serverError },
    act: ({ page }) => clickInForm(page, UMA, 'Entry Uno', 'Save Entry'),
  },
  'Entry updated': { path: '/admin/users', place: 'toast', act: ({ page }) => clickInForm(page, UMA, 'Entry Uno', 'Save Entry') },
  'Delete this entry?': {
    path: '/admin/users',
    place: 'dialog',
    act: ({ page }) => clickInForm(page, UMA, 'Entry Uno', 'Delete Entry'),
  },
  'Failed to delete entry': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'DELETE /api/admin/entries/*': serverError },
    act: ({ page }) => deleteEntry(page, UMA, 'Uno'),
  },
  'Entry deleted': {
    path: '/admin/users',
    place: 'toast',
    act: async ({ page, uma }) => {
      await createEntry(uma, 'Tres')
      await deleteEntry(page, UMA, 'Tres')
    },
  },
  'Enter a name for the new entry': {
    path: '/admin/users',
    place: 'field',
    act: ({ page }) => clickInForm(page, UMA, 'New entry', 'Create Entry'),
  },
  'Entry created': {
    path: '/admin/users',
    place: 'toast',
    act: async ({ page }) => {
      await expandUser(page, UMA)
      await page.getByLabel('New entry name').fill('Cuatro')
      await clickButton(page, 'Create Entry')
    },
  },
  'Activate all entries?': { path: '/admin/users', place: 'dialog', act: ({ page }) => clickButton(page, 'Activate all') },
  'Eliminate all entries?': { path: '/admin/users', place: 'dialog', act: ({ page }) => clickButton(page, 'Eliminate all') },
  'Activate all entries of {user}?': {
    path: '/admin/users',
    place: 'dialog',
    values: [UMA],
    act: ({ page }) => clickInForm(page, UMA, `User ${UMA}`, 'Activate All'),
  },
  'Eliminate all entries of {user}?': {
    path: '/admin/users',
    place: 'dialog',
    values: [UMA],
    act: ({ page }) => clickInForm(page, UMA, `User ${UMA}`, 'Eliminate All'),
  },
  'Bulk action failed': {
    path: '/admin/users',
    place: 'alert',
    responses: { 'PATCH /api/admin/entries/*': serverError },
    act: eliminateAll,
  },
  'Bulk action complete: {updated} updated, {failed} failed': {
    path: '/admin/users',
    place: 'status',
    values: async ({ uma }) => [(await uma.api.call('userEntries', { params: { id: uma.user.id } })).length - 1, 1],
    // The change of one entry fails.
    responses: ({ uno }) => ({ [`PATCH /api/admin/entries/${uno}`]: serverError }),
    act: activateAll,
  },
  'Type DELETE ALL USERS AND ENTRIES': { path: '/admin/danger', place: 'dialog', act: openPurgeDialog },
  'Purge failed': {
    path: '/admin/danger',
    place: 'alert',
    responses: { 'POST /api/admin/purge/users-entries': serverError },
    act: purge,
  },
  // Last, because it deletes everything.
  'Purged {users}, {entries} and {picks}': { path: '/admin/danger', place: 'status', values: countPurged, act: purge },
} satisfies Triggers<PeopleContext>
