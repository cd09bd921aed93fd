import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@outlast/testing/root'
import pg from 'pg'

const PROGRAM = join(root, 'apps/server/tests/support/keep-postgres.ts')

/** A process that runs the embedded PostgreSQL of a data folder. */
export interface App {
  readonly child: ChildProcess
  readonly connectionString: string
  readonly postmaster: number
  /** Waits for the next output line with this field. */
  readField(field: string): Promise<unknown>
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** Starts and ends processes that run the embedded PostgreSQL. */
export class EmbeddedApps {
  readonly #started: ChildProcess[] = []

  async start(dataDir: string, owner: Owner = {}): Promise<App> {
    const child = spawn(process.execPath, [PROGRAM, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      ...owner,
    })
    this.#started.push(child)
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]()
    const readField = async (field: string): Promise<unknown> => {
      for (;;) {
        const { done, value } = await lines.next()
        if (done === true) throw new Error(`The program ended without printing ${field}`)
        const line = JSON.parse(value) as Record<string, unknown>
        if (field in line) return line[field]
      }
    }
    const connectionString = String(await readField('connectionString'))
    return { child, connectionString, postmaster: postmasterOf(dataDir), readField }
  }

  /** Starts a process that is expected to fail, and returns its exit code and message. */
  async fail(dataDir: string, owner: Owner = {}): Promise<{ code: number | null; message: string }> {
    const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
    this.#started.push(child)
    let message = ''
    child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()))
    await once(child, 'close')
    return { code: child.exitCode, message: message.trimEnd() }
  }

  async endAll(): Promise<void> {
    for (const child of this.#started.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM')
    }
  }
}

/** Returns the id of the main process of a data folder's running PostgreSQL. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export async function query(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** Returns whether a process runs. A zombie does not. */
export const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempts = 0; !(await condition()); attempts += 1) {
    if (attempts > 500) throw new Error('The condition did not become true')
    await sleep(20)
  }
}
