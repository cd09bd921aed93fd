import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url))
export const SECRET = 'a secret for tests only, 0123456789abcdef'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** What it printed so far. */
  readonly output: () => string
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Asks it to stop, and waits until it has. Its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the real server as a process of its own, and waits until it is ready.
 * @param nodeArgs for Node, before the program: `['--import', …]`
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outlast-process-'))
  const child = spawn(process.execPath, [...nodeArgs, MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      OUTLAST_DATA: dataDir,
      JWT_SECRET: SECRET,
      AUTO_SYNC: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await readyAt(child, ended, () => output)
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

async function readyAt(child: ChildProcess, ended: Promise<unknown>, output: () => string): Promise<string> {
  let isOver = false
  void ended.then(() => (isOver = true))
  for (;;) {
    const url = /Open the pool at (http:\/\/\S+?)\/?\s/.exec(output())?.[1]
    if (url !== undefined && (await isReady(url))) return url
    if (isOver) throw new Error(`the server ended before it was ready:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (child.pid === undefined) throw new Error('the server could not be started')
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}
