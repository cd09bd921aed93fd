import type { Page } from '@playwright/test'
import type { Person } from '../server/people.ts'

/** Signs a person in before the next page is loaded. After signing out on the page, a reload does not sign in again. */
export async function signIn(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.addInitScript((given) => {
    const marker = `signed in: ${given}`
    if (!location.protocol.startsWith('http') || sessionStorage.getItem(marker) !== null) return
    sessionStorage.setItem(marker, '')
    localStorage.setItem('token', given)
  }, token)
}

/** Signs a person in with the form. Resolves when the dashboard is shown. */
export async function signInByForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
