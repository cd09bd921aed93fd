import { existsSync } from 'node:fs'
import pg from 'pg'
import type { Logger } from 'pino'
import { DiskFull, isDiskFull, isDiskFullError } from '../lib/disk-space.ts'

/** What sends queries, e.g. a pool of connections. */
export interface Queries {
  readonly query: <Row extends pg.QueryResultRow>(text: string) => Promise<{ readonly rows: readonly Row[] }>
}

/** Whether a database is reached through a socket file, so that its folder is on this machine. */
export const isOnThisMachine = (connectionString: string): boolean => new pg.Client({ connectionString }).host.startsWith('/')

/** More than fits into the free space of the tables, so that a file has to grow. Nothing of it stays. */
const GROW = `CREATE TEMPORARY TABLE outlast_space ON COMMIT DROP AS
  SELECT md5(random()::text) AS filler FROM generate_series(1, 20000)`

/**
 * Checks that the disk of the database is not full. A database answers reads when its disk is full, and stores what fits into the files
 * that it has. The disk of one on this machine is looked at; for one elsewhere, a failed write is the first sign, and then a write that
 * needs space has to succeed.
 */
export class StorageCheck {
  readonly #pool: Queries
  readonly #isHere: boolean
  readonly #log: Pick<Logger, 'error'>
  /** Undefined until the database was asked, null if it is unknown. */
  #folder: string | null | undefined
  #hasFailed = false

  /** @param isHere whether the database runs on this machine */
  constructor(pool: Queries, isHere: boolean, log: Pick<Logger, 'error'>) {
    this.#pool = pool
    this.#isHere = isHere
    this.#log = log
  }

  /** The folder of a database on this machine, once it has been asked for it. */
  get folder(): string | undefined {
    return this.#folder ?? undefined
  }

  /** Takes note of a failed write, and returns whether it failed because the disk is full. Logs the first one in PostgreSQL's words. */
  noteFailure(error: unknown): boolean {
    const refusal = refusalIn(error)
    if (refusal === undefined) return false
    if (!this.#hasFailed) this.#log.error(`PostgreSQL refused to store something: ${refusal.message}`)
    this.#hasFailed = true
    return true
  }

  /** @throws DiskFull if the disk is full */
  async check(): Promise<void> {
    if (this.#folder === undefined) this.#folder = this.#isHere ? await this.#readFolder() : null
    if (this.#folder !== null && isDiskFull(this.#folder)) throw new DiskFull(this.#folder)
    if (!this.#hasFailed) return
    try {
      await this.#pool.query(GROW)
    } catch (error) {
      throw isDiskFullError(error) ? new DiskFull(this.folder, error) : error
    }
    this.#hasFailed = false
  }

  /** Only the owner of a database may know its folder. */
  async #readFolder(): Promise<string | null> {
    const { rows } = await this.#pool.query<{ folder: string | null }>(
      `SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'`,
    )
    const folder = rows[0]?.folder ?? null
    return folder !== null && existsSync(folder) ? folder : null
  }
}

/** Returns the error with which PostgreSQL refused something for lack of space, among an error and its causes. It names a file, and never a row. */
function refusalIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return 'severity' in error && isDiskFullError(error) ? error : refusalIn(error.cause)
}
