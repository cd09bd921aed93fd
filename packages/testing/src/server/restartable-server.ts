import { freePort, type Program, startProgram } from '../process/worker.ts'
import { untilReady } from './ready.ts'
import { SERVER_ARGS, SERVER_ENV } from '@outlast/server/program'

/** One of the servers behind the proxy: a process of its own, which keeps its port when it comes back. */
export interface TopologyServer {
  readonly port: number
  /** Of the process that runs now, or ran last. */
  readonly pid: number
  /** Resolves when that process has ended. */
  readonly ended: Promise<unknown>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Tells it to end, and waits until it has. */
  stop(): Promise<void>
  /** Starts it again, and waits until it is ready. */
  start(): Promise<void>
}

/**
 * Starts a server with an environment, on a free port of the loopback interface.
 * @param program what Node runs: by default what `npm start` does
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  program: readonly string[] = SERVER_ARGS,
): Promise<TopologyServer> {
  const port = await freePort()
  const begin = (): Program => startProgram(program, { env: { ...SERVER_ENV, ...env, HOST: '127.0.0.1', PORT: String(port) } })
  let running = begin()
  await untilReady(port, running)
  return {
    port,
    get pid() {
      return running.pid
    },
    get ended() {
      return running.ended
    },
    kill: () => running.kill(),
    stop: () => running.stop(),
    async start() {
      running = begin()
      await untilReady(port, running)
    },
  }
}
