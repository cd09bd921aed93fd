import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskNearlyFull } from '../lib/disk-space.ts'
import type { Cluster } from './cluster.ts'
import { ensureSocketFolder } from './socket-folder.ts'
import { hasSocket, stopOrphans, sendSignal, spawnPostmaster, stopProcess, waitUntilReady } from './postmaster.ts'

/** The log of the embedded PostgreSQL; compatible with Pino. */
export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
}

export interface SupervisorOptions {
  readonly log: DatabaseLog
  /** Called when the server, which had exited unexpectedly, accepts connections again. */
  readonly onRestart?: () => void
}

/** The delay before each restart attempt; the last one repeats. */
const RESTART_DELAYS_MS = [0, 200, 1_000, 2_000, 5_000]

/** How often to check that the socket exists. */
const CHECK_SOCKET_MS = 1_000

/**
 * Runs a cluster's server and restarts it when it exits unexpectedly, or when somebody has deleted its socket: PostgreSQL
 * creates the socket only when it starts, and without it the pool could open no further connection.
 */
export class PostgresSupervisor {
  readonly #cluster: Cluster
  readonly #settings: Readonly<Record<string, string>>
  readonly #options: SupervisorOptions
  #server: ChildProcess | undefined
  readonly #stopping = new AbortController()
  #restarting: Promise<void> = Promise.resolve()

  constructor(cluster: Cluster, settings: Readonly<Record<string, string>>, options: SupervisorOptions) {
    this.#cluster = cluster
    this.#settings = settings
    this.#options = options
  }

  /** The server's process id, or 0 if it is not running. */
  get pid(): number {
    return this.#server?.pid ?? 0
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Starts the server and waits until it accepts connections. Throws with the last lines of its log if it does not. */
  async start(): Promise<void> {
    await stopOrphans(this.#cluster)
    if (this.#isStopping) return
    ensureSocketFolder(this.#cluster.sockets, this.#cluster.account)
    const server = spawnPostmaster(this.#cluster, this.#settings)
    this.#server = server
    process.on('exit', this.#stopOnExit)
    let wasReady = false
    let socketCheck: NodeJS.Timeout | undefined
    server.once('exit', (code, signal) => {
      process.off('exit', this.#stopOnExit)
      clearInterval(socketCheck)
      this.#server = undefined
      if (wasReady && !this.#isStopping) this.#restarting = this.#restart(code, signal)
    })
    await waitUntilReady(this.#cluster, server)
    wasReady = true
    if (this.pid > 0) socketCheck = setInterval(() => this.#checkSocket(), CHECK_SOCKET_MS).unref()
  }

  /** Stops the server for good. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    // A server that cannot write waits in vain to end in order. What it acknowledged is on disk, and the next start recovers it.
    if (this.pid > 0) await stopProcess(this.pid, isDiskNearlyFull(this.#cluster.data) ? ['SIGQUIT', 'SIGKILL'] : undefined)
    await this.#restarting
  }

  /** Stops the server when this process exits in any way but `kill -9`. */
  readonly #stopOnExit = (): void => {
    if (this.pid > 0) sendSignal(this.pid, 'SIGINT')
  }

  #checkSocket(): void {
    if (this.#isStopping || this.pid === 0 || hasSocket(this.#cluster)) return
    this.#options.log.warn('The socket of PostgreSQL has been deleted')
    sendSignal(this.pid, 'SIGINT')
  }

  async #restart(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { log, onRestart } = this.#options
    log.warn(`PostgreSQL exited unexpectedly (${signal ?? `exit code ${code}`}); restarting it`)
    for (let attempt = 0; !this.#isStopping; attempt += 1) {
      await sleep(RESTART_DELAYS_MS[attempt] ?? RESTART_DELAYS_MS.at(-1), undefined, { signal: this.#stopping.signal }).catch(
        () => {},
      )
      if (this.#isStopping) return
      try {
        await this.start()
        if (this.#isStopping) return
        log.info('PostgreSQL restarted')
        onRestart?.()
        return
      } catch (error) {
        if (!this.#isStopping) log.warn(error instanceof Error ? error.message : String(error))
      }
    }
  }
}
