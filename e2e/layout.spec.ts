import type { BrowserContext, Page } from '@playwright/test'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { seedClub } from './support/club.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

const DESK_PAGES = [
  '/admin',
  '/admin/payments',
  '/admin/users',
  '/admin/config',
  '/admin/club',
  '/admin/rules',
  '/admin/season',
  '/admin/danger',
  '/admin/reminders',
  '/admin/broadcast',
  '/admin/summary',
  '/admin/webhooks',
]

const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

/**
 * Answers the calls and scripts of a page one after the other, each at least two frames after the one before, so that the page is painted
 * in every state that a slow network could show. Style sheets come at once: browsers paint nothing without them.
 * @returns a function that waits until everything was answered
 */
async function answerOneByOne(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  let last: Promise<unknown> = Promise.resolve()
  // A navigation ends what still waits on the page before.
  const unlessLeft = (waiting: Promise<unknown>) => waiting.catch(() => undefined)
  const nextFrames = () =>
    unlessLeft(page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))))
  await context.route(/\/api\/|\/assets\/.*\.js$/, (route) => {
    last = last.then(nextFrames).then(() => unlessLeft(route.fetch().then((response) => route.fulfill({ response }))))
  })
  return async () => {
    for (let seen; seen !== last;) {
      seen = last
      await last
      await nextFrames()
    }
  }
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`on a ${name}, no part of a desk page moves another while they arrive one by one`, async ({ context, page, pool }) => {
    test.setTimeout(600_000)
    await seedClub(pool)
    await signIn(page, pool.admin)
    await page.setViewportSize(viewport)
    await watchLayoutShifts(page)
    const everything = await answerOneByOne(context, page)
    for (const path of DESK_PAGES) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 120_000 })
        await everything()
        await waitUntilStill(page)
        expect.soft(await layoutShifts(page), path).toEqual([])
        await expectNoSidewaysScroll(page, path)
      })
    }
  })
}
