import type { Page } from '@playwright/test'
import type { Person, BrowserPool } from '@outlast/testing'
import { signInByForm } from '@outlast/testing/browser/sign-in'
import { serverError, clickButton, type MessageContext, type Triggers } from './trigger.ts'

/** A visitor of a pool without weeks. */
export interface VisitorContext extends MessageContext {
  readonly mia: Person
}

export async function createVisitorContext(page: Page, pool: BrowserPool): Promise<VisitorContext> {
  return { page, pool, mia: await pool.member('Mia Member') }
}

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

async function signIn({ page, mia }: VisitorContext): Promise<void> {
  await field(page, 'Email').fill(mia.email)
  await field(page, 'Password').fill(mia.password)
  await clickButton(page, 'Sign in')
}

async function register({ page }: VisitorContext): Promise<void> {
  await clickButton(page, 'Register')
  await field(page, 'First name').fill('Nora')
  await field(page, 'Last name').fill('Nimble')
  await field(page, 'Email').fill('nora@club.example')
  await field(page, 'Password').fill('a long walk to the goal line')
  await clickButton(page, 'Register')
}

/** Submits the empty form with the keyboard, because a validation error would move the button. */
async function submitEmptyRegistration({ page }: VisitorContext): Promise<void> {
  await clickButton(page, 'Register')
  await field(page, 'First name').press('Enter')
}

async function requestReset({ page }: VisitorContext): Promise<void> {
  await field(page, 'Email').fill('nobody@club.example')
  await clickButton(page, 'Request')
}

async function setPassword({ page }: VisitorContext): Promise<void> {
  await field(page, 'Password').fill('a new walk to the goal line')
  await clickButton(page, 'Set Password')
}

/** Opens the link from the email and sets a new password. */
async function resetPassword(context: VisitorContext): Promise<void> {
  const { email } = await context.pool.member('Rita Reset')
  await context.pool.api().call('requestPasswordReset', { body: { email } })
  const [link = ''] = (await context.pool.mail.waitFor(email)).links
  await context.page.goto(link)
  await setPassword(context)
}

/** Longer than the excerpt that the message shows. */
const PROXY_ERROR_PAGE = 'Bad gateway: '.padEnd(300, '0123456789')

export const visitorTriggers = {
  'Email required': { path: '/auth', place: 'field', act: ({ page }) => clickButton(page, 'Sign in') },
  'Password required': { path: '/auth', place: 'field', act: ({ page }) => clickButton(page, 'Sign in') },
  'First name required': { path: '/auth', place: 'field', act: submitEmptyRegistration },
  'Last name required': { path: '/auth', place: 'field', act: submitEmptyRegistration },
  'Login failed': { path: '/auth', place: 'alert', responses: { 'POST /api/auth/login': serverError }, act: signIn },
  'Register failed': { path: '/auth', place: 'alert', responses: { 'POST /api/auth/register': serverError }, act: register },
  'Unexpected content type {type}: {excerpt}': {
    path: '/auth',
    place: 'alert',
    responses: {
      'POST /api/auth/login': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: PROXY_ERROR_PAGE }),
    },
    values: ['text/html', PROXY_ERROR_PAGE.slice(0, 120)],
    act: signIn,
  },
  'Failed to request reset': {
    path: '/forgot-password',
    place: 'alert',
    responses: { 'POST /api/password-reset/request': serverError },
    act: requestReset,
  },
  'If that email exists, a reset link has been sent.': { path: '/forgot-password', place: 'status', act: requestReset },
  'Missing token': { path: '/reset-password', place: 'alert' },
  'Failed to reset': {
    path: '/reset-password?token=from-a-mail',
    place: 'alert',
    responses: { 'POST /api/password-reset/submit': serverError },
    act: setPassword,
  },
  'Password updated. You can now sign in.': { path: '/forgot-password', place: 'status', act: resetPassword },
  'Page not found': { path: '/nothing/here', place: 'heading' },
  'Return to Dashboard': { path: '/nothing/here', place: 'link' },
  // Last, because it signs in.
  'No current week': { path: '/auth', place: 'main', act: ({ page, mia }) => signInByForm(page, mia) },
} satisfies Triggers<VisitorContext>
