import { createTemporaryFolder, freePort, removeDataFolder, startServer } from '@outlast/testing'
import { watchedTest } from './test.ts'

/** Playwright's `test` with the program as a new user starts it: a process of its own, with its own database and no account yet. */
export const programTest = watchedTest.extend({
  baseURL: [
    async ({}, run) => {
      const dataDir = createTemporaryFolder('e2e')
      const port = await freePort()
      const env = { NODE_ENV: 'test', OUTLAST_DATA: dataDir, AUTO_SYNC: 'off', WEB_DIST: process.env.WEB_DIST }
      try {
        const server = await startServer({ port, env })
        await run(`http://localhost:${port}/`)
        await server.stop()
      } finally {
        removeDataFolder(dataDir)
      }
    },
    { scope: 'test' },
  ],
})
