import { test as base, type Page } from '@playwright/test'
import { contextOptions, type DisplayMode, SCREENS } from './display-mode.ts'
import { type Person, type BrowserPool, type BrowserPoolOptions, startBrowserPool } from '@outlast/testing'
import { collectProblems, CUT_OFF, type Problems } from './problems.ts'
import { signIn } from '@outlast/testing/browser/sign-in'

/** Options of an additional page. */
export interface OpenPageOptions {
  /** The person who is signed in on the page. */
  readonly as?: Person
  readonly mode?: DisplayMode
}

interface Fixtures {
  /** `test.use({ poolOptions: { config: { clubName: 'The Club' } } })`. */
  poolOptions: BrowserPoolOptions
  /** The test's own pool. `page.goto('/')` opens it. */
  pool: BrowserPool
  /** Opens a page in a browser context of its own, whose errors fail the test like those of `page`. */
  openPage: (options?: OpenPageOptions) => Promise<Page>
}

/** Playwright's `test` without a pool. It fails when a page logs an error that `problems.allow` does not expect. */
export const watchedTest = base.extend<{ problems: Problems }>({
  problems: [
    // Playwright reads a fixture's dependencies from this pattern. This one has none.
    async ({}, run) => {
      const problems = collectProblems()
      await run(problems)
      const unexpected = problems.unexpected()
      if (unexpected.length > 0) throw new Error(`Pages logged unexpected errors:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
  context: async ({ context, problems }, run) => {
    problems.watch(context)
    await run(context)
  },
})

/** Playwright's `test` with a pool of its own. */
export const test = watchedTest.extend<Fixtures>({
  poolOptions: [{}, { option: true }],
  pool: async ({ poolOptions, problems }, run) => {
    const pool = await startBrowserPool(poolOptions, () => problems.allow(...CUT_OFF))
    await run(pool)
    await pool.stop()
  },
  baseURL: async ({ pool }, run) => run(pool.url),
  page: async ({ page }, run) => {
    await run(withoutInterruption(page))
  },
  openPage: async ({ browser, pool, problems }, run) => {
    const contexts: { close(): Promise<void> }[] = []
    await run(async ({ as, mode } = {}) => {
      const context = await browser.newContext({ baseURL: pool.url, ...(mode === undefined ? {} : contextOptions(mode)) })
      contexts.push(context)
      problems.watch(context)
      const page = withoutInterruption(await context.newPage())
      if (as !== undefined) await signIn(page, as)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Lets a page open another address although a dialog that has just closed is leaving its entry of the history, which interrupts it. */
function withoutInterruption(page: Page): Page {
  const open = page.goto.bind(page)
  page.goto = (url, options) =>
    open(url, options).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('net::ERR_ABORTED')) return open(url, options)
      throw error
    })
  return page
}

/**
 * Declares tests once per screen size, or per display mode. Their `page` opens in that mode, which prefixes their titles. `npm test` runs
 * them on a phone, because all other tests run on a desktop; `npm run test:long` runs them on a desktop too.
 */
export function onEachScreen(declare: (mode: DisplayMode) => void, modes: readonly DisplayMode[] = SCREENS): void {
  for (const mode of modes) {
    test.describe(mode.name, { tag: mode.screen === 'desktop' ? '@long' : [] }, () => {
      test.use(contextOptions(mode))
      declare(mode)
    })
  }
}

export { expect } from '@playwright/test'
