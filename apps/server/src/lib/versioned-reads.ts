import { LRUCache } from 'lru-cache'

interface VersionedReadsOptions {
  /** The last position of the log that this process has applied. */
  readonly version: () => number
  /** How many answers are kept. */
  readonly max: number
  /** Reads again after this time, in milliseconds, although the version is the same. */
  readonly ttl?: number
}

/** Shares what is read from the database among all who ask for the same at the same version of the log. */
export class VersionedReads<T extends object> {
  readonly #version: () => number
  readonly #kept: LRUCache<string, Promise<T>>

  constructor({ version, max, ttl }: VersionedReadsOptions) {
    this.#version = version
    this.#kept = new LRUCache<string, Promise<T>>({ max, ...(ttl !== undefined && { ttl }) })
  }

  /** Returns what is kept or being read for the current version, or else reads it. */
  get(key: string, read: () => Promise<T>): Promise<T> {
    const versioned = `${this.#version()} ${key}`
    const known = this.#kept.get(versioned)
    if (known !== undefined) return known
    const reading = read()
    this.#kept.set(versioned, reading)
    reading.catch(() => {
      if (this.#kept.peek(versioned) === reading) this.#kept.delete(versioned)
    })
    return reading
  }
}
