import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { loadConfig } from '@outlast/server/config'
import { DEMO_LOGIN, runDemo } from '@outlast/server/demo/run-demo'
import { root } from '@outlast/testing'
import { freePort } from '@outlast/testing/server/server-process'
import sharp from 'sharp'
import { waitUntilStill } from '../support/still.ts'
import { expect, watchedTest as test } from '../support/test.ts'

/** The pictures of the README: `npm run screenshots -- readme-pictures`. They show the demo, as `npm run demo` plays it. */
const FOLDER = join(root, 'docs', 'images')

const PHONE = { width: 390, height: 860 }
const LAPTOP = { width: 1280, height: 660 }

test.use({ viewport: PHONE, contextOptions: { reducedMotion: 'reduce' }, deviceScaleFactor: 1.5, timezoneId: 'America/New_York' })
test.setTimeout(300_000)

async function take(page: Page, name: string): Promise<void> {
  await waitUntilStill(page)
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(FOLDER, `${name}.jpg`))
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_LOGIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((address) => address.pathname === '/')
}

test('shows a member before and after the lock, and the desk', async ({ page, browser }) => {
  const config = loadConfig({ PORT: String(await freePort()), NODE_ENV: 'test' })
  const options = { entries: 300, lockInSeconds: 75, speed: 320, isFinal: false, startsAtOnce: false, print: () => {} }
  const demo = await runDemo({ config, ...options })
  const admin = await browser.newContext({ viewport: LAPTOP, deviceScaleFactor: 1 })
  try {
    await signIn(page, demo.url, DEMO_LOGIN.member)
    await expect(page.getByRole('article').first()).toBeVisible()
    await take(page, 'board-phone')
    await page.getByRole('button', { name: /^Pick now for / }).click()
    await expect(page.getByRole('dialog').getByRole('button').nth(5)).toBeVisible()
    await take(page, 'picker-phone')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Denver Broncos/ })
      .click()
    await page
      .getByRole('region', { name: 'Picks that are not submitted' })
      .getByRole('button', { name: /^Submit/ })
      .click()
    await page.emulateMedia({ colorScheme: 'dark' })
    const scores = page.getByRole('article').filter({ hasText: /(leading|trailing) \d+/ })
    await expect(scores.first()).toBeVisible({ timeout: 180_000 })
    await page.evaluate(() => scrollTo(0, 0))
    await take(page, 'live-phone')
    const desk = await admin.newPage()
    await signIn(desk, demo.url, DEMO_LOGIN.admin)
    await desk.goto(`${demo.url}/admin`)
    await expect(desk.getByRole('heading', { name: 'Desk' })).toBeVisible()
    await take(desk, 'desk-desktop')
  } finally {
    await Promise.all([page.close(), admin.close()])
    await demo.stop()
  }
})
