import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTemporaryFolder } from '../files.ts'
import { type Program, type ProgramOptions, startProgram } from '../process/program.ts'
import { JWT_SECRET } from './config.ts'

/**
 * The arguments with which `npm start` runs Node.js. A request's objects live until its commit, so a larger young generation
 * saves copying them (7 % more picks per second in `npm run bench -- picks`).
 */
export const SERVER_ARGS = ['--max-semi-space-size=32', 'apps/server/src/main.ts', 'start']

const READY_CHECK_MS = 5
const READY_TIMEOUT_MS = 300_000

/** The real server, running as a process of its own. It keeps its port when it is started again. */
export interface ServerProcess {
  readonly port: number
  readonly url: string
  /** The id of the process that runs now, or ran last. */
  readonly pid: number
  /** Resolves when the current process has exited. */
  readonly exited: Promise<unknown>
  /** Seconds from the last start of the process until it was ready. */
  readonly readyAfter: number
  /** What the current process has printed so far. */
  readonly output: () => string
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>
  /** Asks the process to stop, and returns its exit code. */
  stop(): Promise<number | null>
  /** Starts the server again, and waits until it is ready. */
  start(): Promise<void>
}

export interface ServerProcessOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Default: a free port. */
  readonly port?: number
  /** Arguments for Node.js before those of the program, e.g. `['--import', …]`. */
  readonly nodeArgs?: readonly string[]
  /** What Node.js runs. Default: what `npm start` runs. */
  readonly program?: readonly string[]
  readonly output?: ProgramOptions['output']
}

/**
 * Starts a server on the loopback interface, and waits until it is ready. Its configuration comes from `env` alone; without
 * `OUTLAST_DATA` it gets a temporary data folder.
 */
export async function startServer(options: ServerProcessOptions): Promise<ServerProcess> {
  const { nodeArgs = [], program = SERVER_ARGS, output = 'capture' } = options
  let port = options.port ?? (await freePort())
  const temporaryFolder = options.env['OUTLAST_DATA'] === undefined ? createTemporaryFolder('server') : undefined
  const folder = temporaryFolder === undefined ? {} : { OUTLAST_DATA: temporaryFolder }
  const ownEnv = { HOST: '127.0.0.1', ...folder, ...options.env }
  const removeFolder = (): void => {
    if (temporaryFolder !== undefined) rmSync(temporaryFolder, { recursive: true, force: true })
  }
  const begin = async (): Promise<{ readonly program: Program; readonly readyAfter: number }> => {
    const startedAt = performance.now()
    const args = ['--disable-warning=ExperimentalWarning', ...nodeArgs, ...program]
    const started = startProgram(process.execPath, args, { env: { PORT: String(port), ...ownEnv }, output })
    await untilReady(port, started)
    return { program: started, readyAfter: (performance.now() - startedAt) / 1000 }
  }
  let running = await begin().catch(async (error: unknown) => {
    // A free port can be taken by another program before the server listens on it.
    if (options.port !== undefined || !(error instanceof Error) || !error.message.includes('is in use')) throw error
    port = await freePort()
    return await begin()
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return running.program.pid
    },
    get exited() {
      return running.program.exited
    },
    get readyAfter() {
      return running.readyAfter
    },
    output: () => running.program.output(),
    async kill() {
      await running.program.kill()
      removeFolder()
    },
    async stop() {
      const { code } = await running.program.stop()
      removeFolder()
      return code
    },
    async start() {
      running = await begin()
    },
  }
}

/** The environment of a server for tests: no rate limits and no automatic sync, with tokens of {@link JWT_SECRET}. */
export function testEnvironment(connectionString: string, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { DATABASE_URL: connectionString, JWT_SECRET, AUTO_SYNC: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env }
}

/** Returns a port of the loopback interface that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits until a server reports that it is ready. Rejects when its program exits first. */
async function untilReady(port: number, program: Program): Promise<void> {
  let exitCode: number | null | undefined
  void program.exited.then(({ code }) => (exitCode = code))
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (!(await isReady(port))) {
    if (exitCode !== undefined) throw new Error(`the server exited with ${exitCode} before it was ready:\n${program.output()}`)
    if (performance.now() > deadline) throw new Error(`the server did not become ready:\n${program.output()}`)
    await sleep(READY_CHECK_MS)
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}
