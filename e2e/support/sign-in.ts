import type { Page } from '@playwright/test'
import type { Person } from '@outlast/testing/server/pool'

/** Signs somebody in before the next page is loaded. Signing out on the page stays signed out when it is loaded again. */
export async function signIn(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.addInitScript((given) => {
    const done = `signed in: ${given}`
    if (!location.protocol.startsWith('http') || sessionStorage.getItem(done) !== null) return
    sessionStorage.setItem(done, '')
    localStorage.setItem('token', given)
  }, token)
}

/** Signs somebody in as they would: with the form. Ends when the dashboard is there. */
export async function signInByForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
