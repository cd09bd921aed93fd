import { test as base, type Page } from '@playwright/test'
import { contextOf, type Look } from './look.ts'
import { type Person, type Pool, type PoolOptions, startPool } from '@outlast/testing/server/pool'
import { collectProblems, CUT_OFF, type Problems } from './problems.ts'
import { signIn } from './sign-in.ts'

/** Of a page that a test opens beside its own. */
export interface OpenPage {
  /** Signed in from the start. */
  readonly as?: Person
  readonly look?: Look
}

interface Fixtures {
  /** `test.use({ poolOptions: { config: { clubName: 'The Club' } } })`. */
  poolOptions: PoolOptions
  /** A pool of the test's own. `page.goto('/')` leads to it. */
  pool: Pool
  /** A page of another person: its own browser context, watched like the test's `page`. */
  openPage: (options?: OpenPage) => Promise<Page>
}

/** Playwright's `test` without a pool. It fails when a page logs an error; `problems.allow` says which are expected. */
export const watchedTest = base.extend<{ problems: Problems }>({
  problems: [
    // Playwright reads what a fixture needs from this pattern: nothing.
    async ({}, run) => {
      const problems = collectProblems()
      await run(problems)
      const unexpected = problems.unexpected()
      if (unexpected.length > 0) throw new Error(`Pages had problems that the test did not expect:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
  context: async ({ context, problems }, run) => {
    problems.watch(context)
    await run(context)
  },
})

/** Playwright's `test` for everything that runs against a pool. */
export const test = watchedTest.extend<Fixtures>({
  poolOptions: [{}, { option: true }],
  pool: async ({ poolOptions, problems }, run) => {
    const pool = await startPool(poolOptions, () => problems.allow(...CUT_OFF))
    await run(pool)
    await pool.stop()
  },
  baseURL: async ({ pool }, run) => run(pool.url),
  openPage: async ({ browser, pool, problems }, run) => {
    const contexts: { close(): Promise<void> }[] = []
    await run(async ({ as, look } = {}) => {
      const context = await browser.newContext({ baseURL: pool.url, ...(look === undefined ? {} : contextOf(look)) })
      contexts.push(context)
      problems.watch(context)
      const page = await context.newPage()
      if (as !== undefined) await signIn(page, as)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

export { expect } from '@playwright/test'
