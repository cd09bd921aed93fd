import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { clearLeftovers, sendSignal, spawnPostmaster, stopProcess, untilReady } from './postmaster.ts'

/** Where the embedded PostgreSQL says what it does. Pino's logger fits. */
export interface DatabaseLog {
  info(sentence: string): void
  warn(sentence: string): void
}

/** What is told about a server that is kept running. */
export interface KeeperEvents {
  readonly log: DatabaseLog
  /** Called when the server ended by itself, before it is started again. */
  readonly onExit?: (how: { code: number | null; signal: NodeJS.Signals | null }) => void
  /** Called when it takes connections again after that. */
  readonly onRestart?: () => void
}

/** Waits before the server is started again: the first at once, the last one over and over. */
const RESTART_AFTER_MS = [0, 200, 1_000, 2_000, 5_000]

/** Runs a cluster's server, and runs it again when it ends by itself. */
export class Keeper {
  readonly #cluster: Cluster
  readonly #settings: Readonly<Record<string, string>>
  readonly #events: KeeperEvents
  #server: ChildProcess | undefined
  #stopping = false
  #restarting: Promise<void> = Promise.resolve()

  constructor(cluster: Cluster, settings: Readonly<Record<string, string>>, events: KeeperEvents) {
    this.#cluster = cluster
    this.#settings = settings
    this.#events = events
  }

  /** The server's process id, 0 while none runs. */
  get pid(): number {
    return this.#server?.pid ?? 0
  }

  /** Starts the server, and waits until it takes connections. Throws with the end of its log when it does not. */
  async start(): Promise<void> {
    await clearLeftovers(this.#cluster)
    if (this.#stopping) return
    const server = spawnPostmaster(this.#cluster, this.#settings)
    this.#server = server
    process.on('exit', this.#lastResort)
    let wasReady = false
    server.once('exit', (code, signal) => {
      process.off('exit', this.#lastResort)
      this.#server = undefined
      if (wasReady && !this.#stopping) this.#restarting = this.#restart(code, signal)
    })
    await untilReady(this.#cluster, server)
    wasReady = true
  }

  /** Ends the server, and with it the keeping. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.pid > 0) await stopProcess(this.pid)
    await this.#restarting
  }

  /** Whatever ends this process, short of `kill -9`, ends the server too. */
  readonly #lastResort = (): void => {
    if (this.pid > 0) sendSignal(this.pid, 'SIGINT')
  }

  async #restart(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { log, onExit, onRestart } = this.#events
    log.warn(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`}): starting it again`)
    onExit?.({ code, signal })
    for (let attempt = 0; !this.#stopping; attempt += 1) {
      await sleep(RESTART_AFTER_MS[attempt] ?? RESTART_AFTER_MS.at(-1))
      try {
        await this.start()
        if (this.#stopping) return
        log.info('PostgreSQL runs again')
        onRestart?.()
        return
      } catch (error) {
        if (!this.#stopping) log.warn(error instanceof Error ? error.message : String(error))
      }
    }
  }
}
