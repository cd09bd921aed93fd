import type { Page } from '@playwright/test'
import type { Person, Pool } from '@outlast/testing/server/pool'
import { signIn } from '../support/sign-in.ts'
import { agree, counted, FAILS, NEVER_COMES, press, type Stage, type Triggers } from './trigger.ts'

/** An admin with people to look after. `Uma User` has two entries, `Uno` and `Dos`. */
export interface PeopleStage extends Stage {
  readonly uma: Person
  readonly uno: number
}

const UMA = 'Uma User'
const PHRASE = 'DELETE ALL USERS AND ENTRIES'

export async function peopleStage(page: Page, pool: Pool): Promise<PeopleStage> {
  const [uma] = await Promise.all([
    pool.member(UMA),
    pool.admin.api.call('createWeek', { body: { season_year: 2031, week_number: 1 } }),
  ])
  const uno = await entryOf(uma, 'Uno')
  await entryOf(uma, 'Dos')
  await signIn(page, pool.admin)
  return { page, pool, uma, uno }
}

async function entryOf({ api, user }: Person, name: string): Promise<number> {
  return (await api.call('createEntry', { body: { user_id: user.id, name } })).id
}

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

/** Opens somebody's line. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false }).click()
}

async function pressIn(page: Page, whose: string, formName: string, name: string): Promise<void> {
  await open(page, whose)
  await form(page, formName).getByRole('button', { name, exact: true }).click()
}

async function createUser({ page }: PeopleStage): Promise<void> {
  const fields = form(page, 'Create user')
  await fields.getByLabel('First name').fill('Nora')
  await fields.getByLabel('Last name').fill('Nimble')
  await fields.getByLabel('Email').fill('nora@club.example')
  await press(page, 'Create User')
}

async function deleteUser(page: Page, name: string): Promise<void> {
  await pressIn(page, name, `User ${name}`, 'Delete User')
  await agree(page, 'Delete User')
}

async function deleteEntry(page: Page, whose: string, entry: string): Promise<void> {
  await pressIn(page, whose, `Entry ${entry}`, 'Delete Entry')
  await agree(page, 'Delete Entry')
}

/** The buttons for everybody wait until it is known that there are entries. */
async function judgeAll({ page }: PeopleStage): Promise<void> {
  await press(page, 'Eliminate all')
  await agree(page, 'Eliminate all')
}

async function activateAll({ page }: PeopleStage): Promise<void> {
  await pressIn(page, UMA, `User ${UMA}`, 'Activate All')
  await agree(page, 'Activate All')
}

async function askToPurge({ page }: PeopleStage): Promise<void> {
  await press(page, 'Purge all users and entries')
  await agree(page, 'Continue')
}

async function purge(stage: PeopleStage): Promise<void> {
  await askToPurge(stage)
  await stage.page.getByLabel(`Type ${PHRASE}`).fill(PHRASE)
  await agree(stage.page, 'Purge')
}

/** Everybody but the admin, with all the entries. Nobody has picked. */
async function whatGoes({ pool }: PeopleStage): Promise<readonly string[]> {
  const [users, entries] = await Promise.all([pool.admin.api.call('adminListUsers'), pool.admin.api.call('adminListEntries')])
  return [counted(users.length - 1, 'user'), counted(entries.length, 'entry', 'entries'), counted(0, 'pick')]
}

async function markPaid({ page }: PeopleStage): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Uno' })
  await row.getByLabel('Payment type').selectOption('venmo')
  await row.getByRole('button', { name: 'Mark paid' }).click()
}

async function broadcast({ page }: PeopleStage): Promise<void> {
  await page.getByLabel('Subject').fill('Week 1')
  await page.getByLabel('Message body').fill('Pick before Sunday noon.')
  await press(page, 'Send Broadcast')
}

const everybody = async ({ pool }: PeopleStage) => [(await pool.admin.api.call('adminListUsers')).length]

export const peopleTriggers = {
  'Loading…': { at: '/admin', place: 'main', answers: { 'GET /api/auth/me': NEVER_COMES } },
  'Failed to load users': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'GET /api/live/*': FAILS, 'GET /api/admin/users': FAILS },
  },
  'Failed to load entries': {
    at: '/admin/payments',
    place: 'alert',
    answers: { 'GET /api/live/*': FAILS, 'GET /api/admin/entries': FAILS },
  },
  'Failed to update payment': {
    at: '/admin/payments',
    place: 'alert',
    answers: { 'PATCH /api/admin/entries/*/payment': FAILS },
    act: markPaid,
  },
  'Payment status updated': { at: '/admin/payments', place: 'toast', act: markPaid },
  'Failed to send': { at: '/admin/broadcast', place: 'alert', answers: { 'POST /api/admin/broadcast': FAILS }, act: broadcast },
  'Sent to {n} recipients': { at: '/admin/broadcast', place: 'toast', gaps: everybody, act: broadcast },
  'Failed to create user': { at: '/admin/users', place: 'alert', answers: { 'POST /api/admin/users': FAILS }, act: createUser },
  'User created': { at: '/admin/users', place: 'toast', act: createUser },
  'Failed to update user': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'PATCH /api/admin/users/*': FAILS },
    act: ({ page }) => pressIn(page, UMA, `User ${UMA}`, 'Save User'),
  },
  'User updated': { at: '/admin/users', place: 'toast', act: ({ page }) => pressIn(page, UMA, `User ${UMA}`, 'Save User') },
  'Delete this user and all their entries and picks? This cannot be undone.': {
    at: '/admin/users',
    place: 'dialog',
    act: ({ page }) => pressIn(page, UMA, `User ${UMA}`, 'Delete User'),
  },
  'Failed to delete user': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'DELETE /api/admin/users/*': FAILS },
    act: ({ page }) => deleteUser(page, UMA),
  },
  'User deleted': {
    at: '/admin/users',
    place: 'toast',
    act: async ({ page, pool }) => {
      await pool.member('Dora Deleted')
      await deleteUser(page, 'Dora Deleted')
    },
  },
  'Failed to update entry': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'PATCH /api/admin/entries/*': FAILS },
    act: ({ page }) => pressIn(page, UMA, 'Entry Uno', 'Save Entry'),
  },
  'Entry updated': { at: '/admin/users', place: 'toast', act: ({ page }) => pressIn(page, UMA, 'Entry Uno', 'Save Entry') },
  'Delete this entry?': {
    at: '/admin/users',
    place: 'dialog',
    act: ({ page }) => pressIn(page, UMA, 'Entry Uno', 'Delete Entry'),
  },
  'Failed to delete entry': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'DELETE /api/admin/entries/*': FAILS },
    act: ({ page }) => deleteEntry(page, UMA, 'Uno'),
  },
  'Entry deleted': {
    at: '/admin/users',
    place: 'toast',
    act: async ({ page, uma }) => {
      await entryOf(uma, 'Tres')
      await deleteEntry(page, UMA, 'Tres')
    },
  },
  'Enter a name for the new entry': {
    at: '/admin/users',
    place: 'field',
    act: ({ page }) => pressIn(page, UMA, 'New entry', 'Create Entry'),
  },
  'Entry created': {
    at: '/admin/users',
    place: 'toast',
    act: async ({ page }) => {
      await open(page, UMA)
      await page.getByLabel('New entry name').fill('Cuatro')
      await press(page, 'Create Entry')
    },
  },
  'Activate all entries?': { at: '/admin/users', place: 'dialog', act: ({ page }) => press(page, 'Activate all') },
  'Eliminate all entries?': { at: '/admin/users', place: 'dialog', act: ({ page }) => press(page, 'Eliminate all') },
  'Activate all entries of {user}?': {
    at: '/admin/users',
    place: 'dialog',
    gaps: [UMA],
    act: ({ page }) => pressIn(page, UMA, `User ${UMA}`, 'Activate All'),
  },
  'Eliminate all entries of {user}?': {
    at: '/admin/users',
    place: 'dialog',
    gaps: [UMA],
    act: ({ page }) => pressIn(page, UMA, `User ${UMA}`, 'Eliminate All'),
  },
  'Bulk action failed': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'PATCH /api/admin/entries/*': FAILS },
    act: judgeAll,
  },
  'Bulk action complete: {updated} updated, {failed} failed': {
    at: '/admin/users',
    place: 'status',
    gaps: async ({ uma }) => [(await uma.api.call('userEntries', { params: { id: uma.user.id } })).length - 1, 1],
    // One of the entries cannot be changed.
    answers: ({ uno }) => ({ [`PATCH /api/admin/entries/${uno}`]: FAILS }),
    act: activateAll,
  },
  'Type DELETE ALL USERS AND ENTRIES': { at: '/admin/users', place: 'dialog', act: askToPurge },
  'Purge failed': {
    at: '/admin/users',
    place: 'alert',
    answers: { 'POST /api/admin/purge/users-entries': FAILS },
    act: purge,
  },
  // Nothing is left after it.
  'Purged {users}, {entries} and {picks}': { at: '/admin/users', place: 'status', gaps: whatGoes, act: purge },
} satisfies Triggers<PeopleStage>
