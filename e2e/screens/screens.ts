import type { Page } from '@playwright/test'
import type { SeededSeason } from '../support/season.ts'

/** Who opens a screen. */
export type Viewer = 'visitor' | 'member' | 'admin'

/**
 * The state of the pool: the current week is open, or locked with games in progress; `club` is an open week in a pool that uses
 * automatic picks, lives, buybacks, fees, invitations, approvals and reminders.
 */
export type Phase = 'open' | 'revealed' | 'club'

/** A screen in a state that the accessibility check and the screenshots cover. */
export interface Screen {
  readonly name: string
  readonly as: Viewer
  readonly path: string | ((season: SeededSeason) => string)
  /** The phase in which it is checked; before and after the lock by default. */
  readonly phase?: Phase
  /** Brings the opened page into the state to check. */
  readonly prepare?: (page: Page) => Promise<void>
}

const clickButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Every screen of the app, with the dialogs and details that open on it. */
const SCREENS: readonly Screen[] = [
  { name: 'auth', as: 'visitor', path: '/auth', phase: 'open' },
  { name: 'auth-errors', as: 'visitor', path: '/auth', phase: 'open', prepare: submitEmptyForm },
  { name: 'auth-register', as: 'visitor', path: '/auth', phase: 'open', prepare: clickButton('Register') },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password', phase: 'open' },
  { name: 'forgot-password-sent', as: 'visitor', path: '/forgot-password', phase: 'open', prepare: requestReset },
  { name: 'reset-password', as: 'visitor', path: '/reset-password?token=abc', phase: 'open' },
  { name: 'reset-password-without-token', as: 'visitor', path: '/reset-password', phase: 'open' },
  { name: 'confirm-email-change', as: 'visitor', path: '/confirm-email-change?token=abc', phase: 'open' },
  { name: 'confirm-without-token', as: 'visitor', path: '/confirm-admin', phase: 'open' },
  { name: 'unsubscribe', as: 'visitor', path: '/unsubscribe?token=abc', phase: 'open' },
  { name: 'sign-in-link', as: 'visitor', path: '/sign-in?token=abc', phase: 'open' },
  { name: 'sign-in-link-without-token', as: 'visitor', path: '/sign-in', phase: 'open' },
  { name: 'auth-setup', as: 'visitor', path: '/auth?setup=abc', phase: 'open' },
  { name: 'join', as: 'visitor', path: '/join/ABCDEFGHJK', phase: 'open' },
  { name: 'join-as-member', as: 'member', path: '/join/ABCDEFGHJK', phase: 'open' },
  { name: 'not-found', as: 'visitor', path: '/nowhere', phase: 'open' },
  { name: 'reveal-of-visitor', as: 'visitor', path: '/reveal' },
  { name: 'menu', as: 'admin', path: '/history', phase: 'open', prepare: clickButton(/^(Open menu|More)$/) },
  { name: 'menu-of-member', as: 'member', path: '/history', phase: 'open', prepare: clickButton(/^(Open menu|More)$/) },
  { name: 'dashboard', as: 'member', path: '/' },
  { name: 'dashboard-team-picker', as: 'member', path: '/', phase: 'open', prepare: openTeamPicker },
  { name: 'reveal', as: 'member', path: '/reveal', phase: 'revealed' },
  { name: 'reveal-past-week', as: 'member', path: (season) => `/reveal/${season.weeks[1]?.id}`, phase: 'open' },
  { name: 'history-matrix', as: 'member', path: '/history' },
  { name: 'history-leaderboard', as: 'member', path: '/history?tab=leaderboard', phase: 'revealed' },
  { name: 'history-usage', as: 'member', path: '/history?tab=usage', phase: 'revealed' },
  { name: 'history-survival-table', as: 'member', path: '/history', phase: 'revealed', prepare: openSurvivalTable },
  { name: 'history-of-no-season', as: 'visitor', path: '/history?season=2001', phase: 'open' },
  { name: 'hall-of-fame-empty', as: 'visitor', path: '/hall-of-fame', phase: 'open' },
  { name: 'constitution', as: 'visitor', path: '/rules/constitution', phase: 'club' },
  { name: 'tv', as: 'visitor', path: '/tv' },
  { name: 'tv-games', as: 'visitor', path: '/tv?scene=games', phase: 'revealed' },
  { name: 'tv-out', as: 'visitor', path: '/tv?scene=out', phase: 'revealed' },
  { name: 'tv-curve', as: 'visitor', path: '/tv?scene=curve', phase: 'revealed' },
  { name: 'account', as: 'member', path: '/account', phase: 'open' },
  { name: 'ranking', as: 'member', path: (season) => `/entries/${season.entries[0]?.id}/ranking`, phase: 'open' },
  { name: 'by-hand', as: 'member', path: '/by-hand', phase: 'open' },
  { name: 'account-calendar', as: 'member', path: '/account', phase: 'open', prepare: showCalendar },
  { name: 'account-receipt', as: 'member', path: '/account', phase: 'revealed', prepare: openReceipt },
  { name: 'entry', as: 'visitor', path: (season) => `/entry/${season.entries[0]?.id}`, phase: 'revealed' },
  { name: 'audit', as: 'member', path: '/audit', phase: 'open' },
  { name: 'audit-verified', as: 'member', path: '/audit', phase: 'revealed', prepare: verifyWeek },
  { name: 'audit-at-a-position', as: 'member', path: '/audit?at=200', phase: 'revealed' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'admin-payments', as: 'admin', path: '/admin/payments', phase: 'open' },
  { name: 'admin-users', as: 'admin', path: '/admin/users', phase: 'revealed' },
  { name: 'admin-users-editor', as: 'admin', path: '/admin/users', phase: 'open', prepare: clickButton(/^Maya Okafor/) },
  { name: 'admin-users-joining', as: 'admin', path: '/admin/users', phase: 'open', prepare: openSection('Joining') },
  {
    name: 'admin-users-import-picks',
    as: 'admin',
    path: '/admin/users',
    phase: 'open',
    prepare: async (page) => {
      await openSection('Import past picks')(page)
      await page.getByLabel('List of picks').fill('name,cell,1,2\nNobody Here,555,KC,BUF\nMaya Okafer,555,Bronocs,W-KC')
      await importOf(page, 'Import past picks').getByRole('button', { name: 'Check List' }).click()
      await page.getByText('Nobody here is called Nobody Here').first().waitFor()
    },
  },
  { name: 'admin-users-import', as: 'admin', path: '/admin/users', phase: 'open', prepare: openSection('Import members') },
  { name: 'admin-weeks', as: 'admin', path: '/admin/config' },
  { name: 'admin-weeks-pick', as: 'admin', path: '/admin/config', prepare: openPickDialog },
  { name: 'admin-club', as: 'admin', path: '/admin/club', phase: 'open' },
  { name: 'admin-rules', as: 'admin', path: '/admin/rules', phase: 'open' },
  { name: 'admin-danger', as: 'admin', path: '/admin/danger', phase: 'open' },
  { name: 'admin-season', as: 'admin', path: '/admin/season', phase: 'open' },
  { name: 'admin-reminders', as: 'admin', path: '/admin/reminders', phase: 'open' },
  { name: 'admin-reminders-on', as: 'admin', path: '/admin/reminders', phase: 'open', prepare: switchReminders },
  { name: 'admin-broadcast', as: 'admin', path: '/admin/broadcast', phase: 'open' },
  { name: 'admin-summary', as: 'admin', path: '/admin/summary', phase: 'open' },
  { name: 'admin-webhooks', as: 'admin', path: '/admin/webhooks', phase: 'open' },
  { name: 'admin-webhooks-connected', as: 'admin', path: '/admin/webhooks', phase: 'open', prepare: connectChat },
]

/** The screens that a pool shows only when it uses more than the defaults. */
const CLUB_SCREENS: readonly Screen[] = [
  { name: 'club-register', as: 'visitor', path: '/auth', prepare: clickButton('Register') },
  { name: 'club-dashboard', as: 'member', path: '/' },
  { name: 'club-ranking', as: 'member', path: (season) => `/entries/${season.entries[0]?.id}/ranking` },
  { name: 'club-account', as: 'member', path: '/account' },
  { name: 'club-bank-transfer', as: 'member', path: '/account', prepare: openBankTransfer },
  { name: 'club-reveal', as: 'member', path: (season) => `/reveal/${season.weeks[1]?.id}` },
  { name: 'club-matrix', as: 'member', path: '/history' },
  { name: 'club-leaderboard', as: 'member', path: '/history?tab=leaderboard' },
  { name: 'club-audit', as: 'member', path: '/audit' },
  { name: 'club-admin', as: 'admin', path: '/admin' },
  { name: 'club-payments', as: 'admin', path: '/admin/payments' },
  { name: 'club-bank-import', as: 'admin', path: '/admin/payments', prepare: checkBankFile },
  { name: 'club-joining', as: 'admin', path: '/admin/users', prepare: openSection('Joining') },
  { name: 'club-invitation', as: 'admin', path: '/admin/users', prepare: showInvitation },
  { name: 'club-invitation-sheet', as: 'admin', path: '/admin/invitations/1' },
  { name: 'club-import', as: 'admin', path: '/admin/users', prepare: checkMembers },
  { name: 'club-rules', as: 'admin', path: '/admin/rules' },
  { name: 'club-reminders', as: 'admin', path: '/admin/reminders' },
]

async function openBankTransfer(page: Page): Promise<void> {
  await page.getByText('Bank transfer').first().click()
  await page
    .getByRole('img', { name: /^QR code to pay/ })
    .first()
    .waitFor()
}

async function checkBankFile(page: Page): Promise<void> {
  const buffer = Buffer.from('Datum;Text;Betrag\n01.09.2031;Fee without a reference;25,00\n02.09.2031;Rent;-900,00')
  await page.getByLabel('CSV file of your bank').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('list', { name: 'Rows of the file' }).waitFor()
}

async function showInvitation(page: Page): Promise<void> {
  await openSection('Joining')(page)
  await page.getByRole('button', { name: 'Show the link of Monday league' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
}

const importOf = (page: Page, name: string) => page.getByRole('region', { name })

async function checkMembers(page: Page): Promise<void> {
  await openSection('Import members')(page)
  await page.getByLabel('List of members').fill('name\temail\nIvy Import\tivy@club.example\nNobody\tnobody@club.example')
  await importOf(page, 'Import members').getByRole('button', { name: 'Check List' }).click()
  await page.getByText(/^Would import 1 new member/).waitFor()
}

async function switchReminders(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Send reminders and news' }).check()
  await page.getByText('When members are reminded').waitFor()
}

/** Opens a section that starts closed. */
function openSection(title: string) {
  return async (page: Page): Promise<void> => {
    const section = page.locator('details').filter({ has: page.getByRole('heading', { name: title, level: 2 }).first() })
    if ((await section.first().getAttribute('open')) === null) await section.first().locator('summary').click()
  }
}

async function openTeamPicker(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Team for/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Connects a chat at an address where nothing answers, and sends a test to it. */
async function connectChat(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Connect a chat' })
  await form.getByLabel('Webhook address').fill('http://127.0.0.1:9/hook')
  await form.getByLabel('Name (optional)').fill('Our league chat')
  await form.getByRole('button', { name: 'Connect' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).last().click()
  await page
    .getByText(/^Not delivered: Nothing answers/)
    .last()
    .waitFor()
}

/** Makes a calendar address, unless the member has one. */
async function showCalendar(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Calendar', exact: true })
  const get = card.getByRole('button', { name: 'Get my calendar' })
  const address = card.getByLabel('Your calendar’s address')
  await get.or(address).waitFor()
  if (await get.isVisible()) await get.click()
  await address.waitFor()
  await card.getByRole('button', { name: 'New address' }).scrollIntoViewIfNeeded()
}

async function submitEmptyForm(page: Page): Promise<void> {
  await page.locator('main button[type=submit]').click()
  await page.getByText('Password required').waitFor()
}

async function requestReset(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@club.example')
  await clickButton('Request')(page)
  await page.getByText('a reset link has been sent').waitFor()
}

async function openSurvivalTable(page: Page): Promise<void> {
  await page.getByText('Survival as a table').click()
}

async function openReceipt(page: Page): Promise<void> {
  await page
    .getByText(/^Receipt/)
    .first()
    .click()
  await page
    .getByText(/^Commitment/)
    .first()
    .waitFor()
  // The sticky top bar would cover content that is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
}

async function openPickDialog(page: Page): Promise<void> {
  await clickButton(/^(Change|Add) pick of /)(page)
  await page.getByRole('dialog').waitFor()
}

async function verifyWeek(page: Page): Promise<void> {
  await clickButton('Verify')(page)
  await page.getByText('is proved').waitFor()
}

/** Returns the screens of a phase, in order. */
export const screensIn = (phase: Phase): readonly Screen[] =>
  phase === 'club' ? CLUB_SCREENS : SCREENS.filter((screen) => screen.phase === undefined || screen.phase === phase)

/** Returns the screens as they open, in order, without the television, whose texts have sizes of their own. */
export const pagesOfApp = (): readonly Screen[] =>
  SCREENS.filter(({ name, prepare }) => prepare === undefined && !name.startsWith('tv'))

/** Returns what opens on the screens of a phase, such as dialogs. */
export const openedIn = (phase: Phase): readonly Screen[] => screensIn(phase).filter(({ prepare }) => prepare !== undefined)
