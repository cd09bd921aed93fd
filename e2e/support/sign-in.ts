import type { Page } from '@playwright/test'
import type { Person } from '@outlast/testing/server/pool'

/** Signs a person in from the next page load on. After signing out on the page, later loads stay signed out. */
export async function signIn(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.addInitScript((storedToken) => {
    const key = `signed in: ${storedToken}`
    if (!location.protocol.startsWith('http') || sessionStorage.getItem(key) !== null) return
    sessionStorage.setItem(key, '')
    localStorage.setItem('token', storedToken)
  }, token)
}

/** Signs a person in with the form, and waits for the dashboard. */
export async function signInByForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
