import type { ChangesMessage } from '@outlast/contract/live/wire'
import type { Logger } from 'pino'
import type { Broadcast } from './broadcast.ts'
import { buildChanges, knownChanges } from './build-changes.ts'
import type { LiveFollower } from './follower.ts'
import { MergedTouches } from './merged-touches.ts'
import type { LiveReader, ViewQueries } from './reader.ts'
import type { Room, Rooms } from './rooms.ts'

/** Under a stream of writes, messages that are read from the tables are made this far apart. A reveal waits for nothing. */
const SPACING_MS = 20
/** Members' own topics that are read in one go, so that they do not hold up what everybody waits for. */
const USERS_AT_ONCE = 50
const RETRY_MS = 500

export interface FlusherParts {
  readonly rooms: Rooms
  readonly follower: Pick<LiveFollower, 'position' | 'caughtUpTo'>
  readonly reader: LiveReader
  readonly broadcast: Broadcast
  /** Milliseconds of a clock that never jumps. */
  readonly nowMs: () => number
  /** Runs something later; the answer calls it off. */
  readonly later: (ms: number, run: () => void) => () => void
  readonly log: Pick<Logger, 'warn'>
}

interface Work {
  readonly room: Room
  readonly to: number
  readonly touches: MergedTouches
}

/**
 * Turns what happened into messages: one per topic and turn, whatever happened in between. Rows are read as of a
 * position P of the log, once memory has come there too, so that a message says exactly what a snapshot at P would.
 */
export class Flusher {
  readonly #parts: FlusherParts
  #running: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #lastReadMs = -Infinity
  #cancelTimer: (() => void) | undefined

  constructor(parts: FlusherParts) {
    this.#parts = parts
  }

  /** Something happened, or time has come. */
  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isWoken) this.wake()
    })
  }

  /** Sends what is under way and then nothing more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#running
  }

  async #run(): Promise<void> {
    // What one batch of events does is told in one turn, also when it comes in several calls.
    await Promise.resolve()
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      const toRead = this.#sendKnown()
      const isReveal = toRead.some(({ touches }) => touches.reveals.size > 0)
      const isEarly = this.#parts.nowMs() < this.#lastReadMs + SPACING_MS && !isReveal
      if (toRead.length === 0 || isEarly) break
      await this.#sendRead()
    }
    this.#plan()
  }

  /** What follows from events alone goes out at once; the answer is what has to be read. */
  #sendKnown(): readonly Work[] {
    return this.#due().filter((work) => {
      if (work.touches.needsReading) return true
      this.#send(work, knownChanges(work.touches))
      return false
    })
  }

  async #sendRead(): Promise<void> {
    const { reader, follower, log } = this.#parts
    this.#lastReadMs = this.#parts.nowMs()
    try {
      await reader.read(async (queries) => {
        await follower.caughtUpTo(queries.position)
        for (const work of this.#inOrder(queries.position)) await this.#build(work, queries)
      })
      this.#isWoken = true
    } catch (error) {
      log.warn({ err: error }, 'live changes could not be read')
      this.#planIn(RETRY_MS)
    }
  }

  async #build(work: Work, queries: ViewQueries): Promise<void> {
    const changes = work.touches.needsReading
      ? await buildChanges(work.room.parsed, work.touches, queries)
      : knownChanges(work.touches)
    this.#send(work, changes)
  }

  #send({ room, to, touches }: Work, changes: readonly ChangesMessage['changes'][number][] | undefined): void {
    const { broadcast, nowMs } = this.#parts
    if (touches.isReset || touches.isForgotten || changes === undefined) room.ring.clear()
    if (touches.isReset || changes === undefined) {
      broadcast.reset({ topic: room.topic, to })
    } else {
      const message: ChangesMessage = { topic: room.topic, from: room.emitted, to, changes }
      broadcast.changes(message)
      room.ring.push(message, nowMs())
    }
    room.sent(to, nowMs())
  }

  #due(position = this.#parts.follower.position): Work[] {
    const now = this.#parts.nowMs()
    const works: Work[] = []
    for (const room of this.#parts.rooms) {
      if (room.dueMs > now) continue
      const pending = room.pendingAt(position)
      if (pending !== undefined) works.push({ room, to: pending.to, touches: new MergedTouches(pending.touches) })
    }
    return works
  }

  /** Reveals first: the week's, then the season's; members' own topics last, and not all at once. */
  #inOrder(position: number): readonly Work[] {
    const works = this.#due(position).sort((a, b) => rank(a) - rank(b))
    const others = works.filter(({ room }) => room.parsed.kind !== 'user')
    const own = works.filter(({ room }) => room.parsed.kind === 'user').sort((a, b) => a.room.sentMs - b.room.sentMs)
    return [...others, ...own.slice(0, USERS_AT_ONCE)]
  }

  /** Looks again when the next room is due that waits for time only. */
  #plan(): void {
    let due = Infinity
    for (const room of this.#parts.rooms) due = Math.min(due, room.dueMs)
    const now = this.#parts.nowMs()
    if (due === Infinity) return
    this.#planIn(Math.max(due - now, this.#lastReadMs + SPACING_MS - now, 1))
  }

  #planIn(ms: number): void {
    if (this.#isStopped || this.#cancelTimer !== undefined) return
    this.#cancelTimer = this.#parts.later(ms, () => {
      this.#cancelTimer = undefined
      this.wake()
    })
  }
}

function rank({ room, touches }: Work): number {
  if (touches.reveals.size === 0) return 2
  return room.parsed.kind === 'week' ? 0 : 1
}
