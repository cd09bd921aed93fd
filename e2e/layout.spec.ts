import type { BrowserContext, Page, Route } from '@playwright/test'
import { integerBetween, seededRandom } from '@outlast/seasons/random'
import { layoutShifts, watchLayoutShifts } from '@outlast/testing/browser/layout-shifts'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { seedClub } from './support/club.ts'
import { openWeek } from './support/locked-week.ts'
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
 * @param next which of so many that wait is answered next; by default the first
 * @returns a function that waits until everything was answered
 */
async function answerOneByOne(
  context: BrowserContext,
  page: Page,
  next: (count: number) => number = () => 0,
): Promise<() => Promise<void>> {
  const waiting: Route[] = []
  let answering: Promise<void> | undefined
  // A navigation ends what still waits on the page before.
  const unlessLeft = (answer: Promise<unknown>) => answer.catch(() => undefined)
  const nextFrames = () =>
    unlessLeft(page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))))
  async function answerAll(): Promise<void> {
    for (;;) {
      await nextFrames()
      const [route] = waiting.splice(next(waiting.length), 1)
      if (route === undefined) break
      await unlessLeft(route.fetch().then((response) => route.fulfill({ response })))
    }
    answering = undefined
  }
  await context.route(/\/api\/|\/assets\/.*\.js$/, (route) => {
    waiting.push(route)
    answering ??= answerAll()
  })
  return async () => {
    while (answering !== undefined) {
      await answering
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
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await everything()
        await waitUntilStill(page)
        expect.soft(await layoutShifts(page), path).toEqual([])
        await expectNoSidewaysScroll(page, path)
      })
    }
  })
}

const ANY_ORDER = (seed: number) => {
  const random = seededRandom(seed)
  return (count: number) => integerBetween(random, 0, Math.max(0, count - 1))
}

const NO_ENTRIES = {}
const ONE_ENTRY = { Ace: 'DAL' }
const THREE_ENTRIES = { ...ONE_ENTRY, Bolt: null, Comet: 'KC' }

const ARRIVALS = [
  { order: 'the first that was asked for first', next: () => 0, entries: THREE_ENTRIES },
  { order: 'the last that was asked for first', next: (count: number) => count - 1, entries: ONE_ENTRY },
  { order: 'in any order, seed 1', next: ANY_ORDER(1), entries: THREE_ENTRIES },
  { order: 'in any order, seed 2', next: ANY_ORDER(2), entries: NO_ENTRIES },
]

for (const { order, next, entries } of ARRIVALS) {
  test(`a phone's dashboard and reveal hardly move while their parts arrive one by one, ${order}`, async ({
    context,
    page,
    pool,
  }) => {
    test.setTimeout(180_000)
    await pool.admin.api.call('updateRules', { body: { entry_fee_cents: 2000, currency: 'USD', pot_public: true } })
    const matchups = [
      ['DAL', 'NYG'],
      ['LV', 'KC'],
    ] as const
    const week = await openWeek(pool, matchups, { Mia: entries, Otto: { Dodo: 'NYG', Eagle: 'LV' } })
    await signIn(page, week.people.Mia!)
    await page.setViewportSize(SIZES.phone)
    await watchLayoutShifts(page)
    const everything = await answerOneByOne(context, page, next)
    const expectStill = async (moment: string): Promise<void> => {
      for (const path of ['/', '/reveal']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await everything()
        await waitUntilStill(page)
        await expectAlmostStill(page, `${path} ${moment}`)
      }
    }
    await expectStill('before the lock')
    await week.lock()
    await expectStill('after the lock')
    await week.finishAll([
      ['DAL', 10, 20],
      ['LV', 10, 20],
    ])
    await expectStill('after the last final')
  })
}

/** Expects that the page has moved by at most 0.1 in sum, in the browser's measure. */
async function expectAlmostStill(page: Page, when: string): Promise<void> {
  const shifts = await layoutShifts(page)
  const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
  expect.soft(sum, `what moved on ${when}:\n${shifts.join('\n')}`).toBeLessThanOrEqual(0.1)
}
