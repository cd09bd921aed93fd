import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from '@outlast/testing/postgres/database'

const FILL_INTERVAL_MS = 100

/** Returns the number of bytes that can still be written to the file system of a folder. */
function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Fills the file system of a folder with files, and removes them. */
export class DiskFiller {
  readonly #folder: string
  readonly #freeBytes: (folder: string) => number
  /** How many bytes stay free. */
  leaveFree = 0
  #files = 0
  #filling: NodeJS.Timeout | undefined

  constructor(folder: string, freeBytes = freeBytesIn) {
    this.#folder = folder
    this.#freeBytes = freeBytes
  }

  /** Writes one more file into the space that is free now. */
  fill(): void {
    const bytes = this.#freeBytes(this.#folder) - this.leaveFree
    if (bytes <= 0) return
    this.#files += 1
    try {
      writeFileSync(this.#fileAt(this.#files), Buffer.alloc(bytes))
    } catch (error) {
      // PostgreSQL also writes: the space may be gone by now. What was written so far stays, and fills the disk.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  /** Fills the space that is free now, and what becomes free, until {@link empty}. */
  keepFull(): void {
    this.fill()
    this.#filling ??= setInterval(() => this.fill(), FILL_INTERVAL_MS)
  }

  /**
   * Like {@link keepFull}, and makes PostgreSQL panic immediately: it needs the next file of its write-ahead log now, instead of after
   * another 16 MiB.
   */
  async keepFullForLog(connectionString: string): Promise<void> {
    this.keepFull()
    await withClient(connectionString, async (client) => {
      client.on('error', () => {})
      await client.query('SELECT pg_switch_wal()')
    }).catch(() => {})
  }

  /** Removes every file. */
  empty(): void {
    clearInterval(this.#filling)
    this.#filling = undefined
    for (let n = 1; n <= this.#files; n += 1) rmSync(this.#fileAt(n), { force: true })
  }

  #fileAt(n: number): string {
    return join(this.#folder, `filler-${n}`)
  }
}
