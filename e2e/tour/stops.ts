import type { Page } from '@playwright/test'
import type { SeededSeason } from '../support/season.ts'

/** Who looks at a stop. */
export type Visitor = 'visitor' | 'member' | 'admin'

/** How the current week stands: before the lock, and after it with games on. */
export type Scene = 'open' | 'revealed'

/** A screen in a state that is worth a look. */
export interface Stop {
  readonly name: string
  readonly as: Visitor
  readonly path: string | ((season: SeededSeason) => string)
  /** The scene it is looked at in; both unless told. */
  readonly scene?: Scene
  /** Gets the page from where it was opened to what is to be seen. */
  readonly open?: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Every screen of the app, and what opens on them. */
export const STOPS: readonly Stop[] = [
  { name: 'auth', as: 'visitor', path: '/auth', scene: 'open' },
  { name: 'auth-errors', as: 'visitor', path: '/auth', scene: 'open', open: pressSubmit },
  { name: 'auth-register', as: 'visitor', path: '/auth', scene: 'open', open: press('Register') },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password', scene: 'open' },
  { name: 'forgot-password-sent', as: 'visitor', path: '/forgot-password', scene: 'open', open: requestReset },
  { name: 'reset-password', as: 'visitor', path: '/reset-password?token=abc', scene: 'open' },
  { name: 'reset-password-without-token', as: 'visitor', path: '/reset-password', scene: 'open' },
  { name: 'not-found', as: 'visitor', path: '/nowhere', scene: 'open' },
  { name: 'reveal-of-visitor', as: 'visitor', path: '/reveal' },
  { name: 'menu', as: 'admin', path: '/history', scene: 'open', open: openMenu },
  { name: 'dashboard', as: 'member', path: '/' },
  { name: 'dashboard-team-picker', as: 'member', path: '/', scene: 'open', open: openPicker },
  { name: 'reveal', as: 'member', path: '/reveal', scene: 'revealed' },
  { name: 'reveal-past-week', as: 'member', path: (season) => `/reveal/${season.weeks[1]?.id}` },
  { name: 'history-matrix', as: 'member', path: '/history' },
  { name: 'history-leaderboard', as: 'member', path: '/history?tab=leaderboard' },
  { name: 'history-usage', as: 'member', path: '/history?tab=usage', scene: 'revealed' },
  { name: 'history-survival-table', as: 'member', path: '/history', scene: 'revealed', open: openSurvival },
  { name: 'history-of-no-season', as: 'visitor', path: '/history?season=2001', scene: 'open' },
  { name: 'account', as: 'member', path: '/account' },
  { name: 'account-receipt', as: 'member', path: '/account', scene: 'revealed', open: openReceipt },
  { name: 'audit', as: 'member', path: '/audit' },
  { name: 'audit-verified', as: 'member', path: '/audit', scene: 'revealed', open: verify },
  { name: 'audit-at-a-position', as: 'member', path: '/audit?at=200', scene: 'revealed' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'admin-payments', as: 'admin', path: '/admin/payments' },
  { name: 'admin-users', as: 'admin', path: '/admin/users' },
  { name: 'admin-users-editor', as: 'admin', path: '/admin/users', scene: 'open', open: press(/^Maya Okafor/) },
  { name: 'admin-weeks', as: 'admin', path: '/admin/config' },
  { name: 'admin-weeks-pick', as: 'admin', path: '/admin/config', open: changePick },
  { name: 'admin-broadcast', as: 'admin', path: '/admin/broadcast', scene: 'open' },
]

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}

async function openPicker(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Team for/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function pressSubmit(page: Page): Promise<void> {
  await page.locator('main button[type=submit]').click()
  await page.getByText('Password required').waitFor()
}

async function requestReset(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@club.example')
  await press('Request')(page)
  await page.getByText('a reset link has been sent').waitFor()
}

async function openSurvival(page: Page): Promise<void> {
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
  // The bar on top covers what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
}

async function changePick(page: Page): Promise<void> {
  await press(/^(Change|Add) pick of /)(page)
  await page.getByRole('dialog').waitFor()
}

async function verify(page: Page): Promise<void> {
  await press('Verify')(page)
  await page.getByText('is proved').waitFor()
}

/** The stops of a scene, in order. */
export const stopsIn = (scene: Scene): readonly Stop[] => STOPS.filter((stop) => stop.scene === undefined || stop.scene === scene)
