import type { Page } from '@playwright/test'
import type { Person, Pool } from '@outlast/testing/server/pool'
import { signInByForm } from '../support/sign-in.ts'
import { FAILS, press, type Stage, type Triggers } from './trigger.ts'

/** Somebody who is not signed in, at a pool without a week. */
export interface VisitorStage extends Stage {
  readonly mia: Person
}

export async function visitorStage(page: Page, pool: Pool): Promise<VisitorStage> {
  return { page, pool, mia: await pool.member('Mia Member') }
}

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

async function signIn({ page, mia }: VisitorStage): Promise<void> {
  await field(page, 'Email').fill(mia.email)
  await field(page, 'Password').fill(mia.password)
  await press(page, 'Sign in')
}

async function register({ page }: VisitorStage): Promise<void> {
  await press(page, 'Register')
  await field(page, 'First name').fill('Nora')
  await field(page, 'Last name').fill('Nimble')
  await field(page, 'Email').fill('nora@club.example')
  await field(page, 'Password').fill('a long walk to the goal line')
  await press(page, 'Register')
}

/** The form of somebody new, sent empty: with the keyboard, as what is said of the field that is left moves the button away. */
async function registerNobody({ page }: VisitorStage): Promise<void> {
  await press(page, 'Register')
  await field(page, 'First name').press('Enter')
}

async function request({ page }: VisitorStage): Promise<void> {
  await field(page, 'Email').fill('nobody@club.example')
  await press(page, 'Request')
}

async function setPassword({ page }: VisitorStage): Promise<void> {
  await field(page, 'Password').fill('a new walk to the goal line')
  await press(page, 'Set Password')
}

/** Opens the link of the mail, and sets another password with it. */
async function resetPassword(stage: VisitorStage): Promise<void> {
  const { email } = await stage.pool.member('Rita Reset')
  await stage.pool.api().call('requestPasswordReset', { body: { email } })
  const [link = ''] = (await stage.pool.mail.waitFor(email)).links
  await stage.page.goto(link)
  await setPassword(stage)
}

/** Longer than what is quoted of it. */
const PAGE_OF_A_PROXY = 'Bad gateway: '.padEnd(300, '0123456789')

export const visitorTriggers = {
  'Email required': { at: '/auth', place: 'field', act: ({ page }) => press(page, 'Sign in') },
  'Password required': { at: '/auth', place: 'field', act: ({ page }) => press(page, 'Sign in') },
  'First name required': { at: '/auth', place: 'field', act: registerNobody },
  'Last name required': { at: '/auth', place: 'field', act: registerNobody },
  'Login failed': { at: '/auth', place: 'alert', answers: { 'POST /api/auth/login': FAILS }, act: signIn },
  'Register failed': { at: '/auth', place: 'alert', answers: { 'POST /api/auth/register': FAILS }, act: register },
  'Unexpected content type {type}: {excerpt}': {
    at: '/auth',
    place: 'alert',
    answers: {
      'POST /api/auth/login': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: PAGE_OF_A_PROXY }),
    },
    gaps: ['text/html', PAGE_OF_A_PROXY.slice(0, 120)],
    act: signIn,
  },
  'Failed to request reset': {
    at: '/forgot-password',
    place: 'alert',
    answers: { 'POST /api/password-reset/request': FAILS },
    act: request,
  },
  'If that email exists, a reset link has been sent.': { at: '/forgot-password', place: 'status', act: request },
  'Missing token': { at: '/reset-password', place: 'alert' },
  'Failed to reset': {
    at: '/reset-password?token=from-a-mail',
    place: 'alert',
    answers: { 'POST /api/password-reset/submit': FAILS },
    act: setPassword,
  },
  'Password updated. You can now sign in.': { at: '/forgot-password', place: 'status', act: resetPassword },
  'Page not found': { at: '/nothing/here', place: 'heading' },
  'Return to Dashboard': { at: '/nothing/here', place: 'link' },
  // Signed in from here on.
  'No current week': { at: '/auth', place: 'main', act: ({ page, mia }) => signInByForm(page, mia) },
} satisfies Triggers<VisitorStage>
