import { blocksOf } from '@outlast/testing/docs/page-blocks'
import { runPage } from '@outlast/testing/docs/run-page'
import { startTestPool } from '@outlast/testing/server/test-pool'
import { freePort } from '@outlast/testing/server/server-process'
import { describe, expect, test } from 'vitest'
import { startCommandPool } from './support/cli-pool.ts'

// Runs the code of pages as a reader would, and compares its output with what the page shows. Only the address of the pool is another.

/** The languages of the blocks that run. Those of docs/sql.md run in packages/projections/src/schema/sql-page.pg.test.ts. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'docs/api.md': ['sh', 'ts'],
  'docs/live.md': ['sh', 'js'],
  'docs/operations.md': ['sh'],
  'docs/proofs.md': ['sh', 'js'],
  'docs/sql.md': ['sql'],
  'docs/tutorial.md': ['sh'],
}

test.each(Object.entries(PAGES))('%s: each block runs, or says why it does not', (page, languages) => {
  const others = blocksOf(page).filter(({ notRun, language }) => notRun === undefined && !languages.includes(language))
  expect(others.map(({ place }) => place)).toEqual([])
})

describe('what pages show', () => {
  test('docs/tutorial.md starts a pool, plays a week and proves it', async () => {
    expect(await runPage('docs/tutorial.md', { url: `http://localhost:${await freePort()}` })).toEqual([])
  })

  test('docs/api.md makes its first calls, and plays a season with a generated client', async () => {
    const pool = await startTestPool({ config: { rateLimits: true } })
    try {
      const env = { DATABASE_URL: pool.database.connectionString, OUTLAST_DATA: pool.config.dataDir }
      expect(await runPage('docs/api.md', { url: pool.url, env })).toEqual([])
      expect(pool.breaches).toEqual([])
    } finally {
      await pool.stop()
    }
  })

  test.each(['docs/live.md', 'docs/proofs.md', 'docs/operations.md'])(
    '%s follows a pool, or checks its log and heads',
    async (page) => {
      const pool = await startCommandPool()
      try {
        const env = { DATABASE_URL: pool.database.connectionString, OUTLAST_DATA: pool.config.dataDir, TOKEN: pool.ada.token }
        expect(await runPage(page, { url: pool.url, env })).toEqual([])
      } finally {
        await pool.stop()
      }
    },
  )
})
