import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@outlast/testing/files'
import { root } from '@outlast/testing/root'
import { watchedTest } from './test.ts'

const SERVER_URL = /http:\/\/localhost:\d+\//

async function startProgram(dataDir: string) {
  const env = { ...process.env, NODE_ENV: 'test', PORT: '0', OUTLAST_DATA: dataDir, AUTO_SYNC: 'off' }
  const server = spawn('node', [join(root, 'apps/server/src/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const address = SERVER_URL.exec(output)?.[0]
      if (address !== undefined) resolve(address)
    }
    server.stdout.on('data', readOutput)
    server.stderr.on('data', readOutput)
    server.once('exit', (code) => reject(new Error(`The server exited with ${code} before it was ready:\n${output}`)))
  })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  return { url, stop }
}

/** Playwright's `test` with the server program as on its first start: a process of its own, without any account. */
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
