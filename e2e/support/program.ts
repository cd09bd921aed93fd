import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { root } from '@outlast/testing/root'
import { watchedTest } from './test.ts'

const SAYS_WHERE = /http:\/\/localhost:\d+\//

async function startProgram(dataDir: string) {
  const env = { ...process.env, NODE_ENV: 'test', PORT: '0', OUTLAST_DATA: dataDir, AUTO_SYNC: 'off' }
  const server = spawn('node', [join(root, 'apps/server/src/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const found = SAYS_WHERE.exec(said)?.[0]
      if (found !== undefined) resolve(found)
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)))
  })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  return { url, stop }
}

/** Playwright's `test` with the whole program as people start it the first time: a process of its own, and no account yet. */
export const programTest = watchedTest.extend({
  baseURL: [
    async ({}, run) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'outlast-e2e-'))
      try {
        const { url, stop } = await startProgram(dataDir)
        await run(url)
        await stop()
      } finally {
        removeDataFolder(dataDir)
      }
    },
    { scope: 'test', timeout: 60_000 },
  ],
})
