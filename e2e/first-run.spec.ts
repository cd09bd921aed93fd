import { expect } from '@playwright/test'
import { programTest } from './support/program.ts'

programTest('the server program serves the app, and the first member to register becomes admin', async ({ page, problems }) => {
  const nobody = page.getByText('Nobody is registered yet')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(nobody).toBeVisible()
  }
  await page
    .getByRole('link', { name: 'Register', exact: true })
    .or(page.getByRole('button', { name: 'Register', exact: true }))
    .first()
    .click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Admin')
  await page.getByLabel('Email').fill('ada@club.example')
  await page.getByLabel('Mobile').fill('+1 (555) 010-0199')
  await page.getByLabel('Password', { exact: true }).fill('a long walk to the goal line')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('heading', { name: 'Your Entries' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  // A page without the app asks for nothing while the account is forgotten.
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('The first week is not set up yet.')).toBeVisible()
  await expect(nobody).toHaveCount(0)
  expect(problems.unexpected()).toEqual([])
})
