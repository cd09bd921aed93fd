import type { Request, RequestHandler, Response } from 'express'
import { addressKey } from '../accounts/address.ts'
import { rateLimited } from '../lib/http-error.ts'

/** Answers to one address that are not sent completely. */
const MAX_IN_FLIGHT = 64
/** Requests of one address that wait for their turn. Each keeps about 10 KB in memory. */
const MAX_WAITING = 256
/** How long visitors may occupy one turn of the event loop, in milliseconds. */
const TURN_MS = 4
/** The same while a member waits for a response, which takes several turns: one for each reply of the database. */
const TURN_WITH_MEMBERS_MS = 1
/** What a request costs besides its handler, which alone is measured: to read it, to send the response, and to log it. */
const OVERHEAD_MS = 0.03
/** The others have limits of their own, and their bodies may come slowly. */
const GATED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** How long an answer may stay unread while other requests of the same address wait. */
const STALLED_MS = 10_000

export interface VisitorGateOptions {
  /** Returns whether a request comes from somebody who is signed in. */
  readonly isSignedIn: (request: Request) => boolean
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

interface Waiting {
  readonly response: Response
  readonly start: () => void
}

/** The requests of one address. */
interface Address {
  readonly inFlight: Set<Response>
  readonly waiting: Set<Waiting>
}

/**
 * Lets the reads of visitors in, so that none of them delays a member: at most {@link MAX_IN_FLIGHT} answers of one address at once,
 * and at most {@link TURN_MS} of each turn of the event loop for all of them, less while a member waits. The other requests wait, one of each address in turn.
 * A client that does not read its answers keeps its places only until others of its address want them.
 */
export class VisitorGate {
  readonly #options: VisitorGateOptions
  readonly #addresses = new Map<string, Address>()
  readonly #now: () => number
  /** Requests of members that are not answered. */
  #members = 0
  #spentMs = 0
  #isTurnScheduled = false
  #isSweepScheduled = false

  constructor(options: VisitorGateOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  middleware(): RequestHandler {
    return (request, response, next) => {
      if (request.headers.authorization !== undefined && this.#options.isSignedIn(request)) {
        this.#members += 1
        response.once('close', () => (this.#members -= 1))
        return next()
      }
      if (!GATED_METHODS.has(request.method)) return next()
      const key = addressKey(request.ip ?? '')
      const address = this.#addresses.get(key) ?? { inFlight: new Set(), waiting: new Set() }
      if (address.waiting.size >= MAX_WAITING) {
        response.setHeader('Connection', 'close')
        return next(rateLimited(1))
      }
      this.#addresses.set(key, address)
      const waiting: Waiting = { response, start: () => next() }
      response.once('close', () => {
        address.waiting.delete(waiting)
        address.inFlight.delete(response)
        if (address.inFlight.size + address.waiting.size === 0) this.#addresses.delete(key)
        else this.#scheduleTurn()
      })
      if (address.waiting.size === 0 && this.#canStart(address)) return this.#start(address, waiting)
      address.waiting.add(waiting)
      this.#scheduleTurn()
      this.#scheduleSweep()
    }
  }

  #canStart({ inFlight }: Address): boolean {
    return inFlight.size < MAX_IN_FLIGHT && this.#hasTime()
  }

  /** Whether this turn has time for another request of a visitor. */
  #hasTime(): boolean {
    return this.#spentMs < (this.#members > 0 ? TURN_WITH_MEMBERS_MS : TURN_MS)
  }

  #start(address: Address, waiting: Waiting): void {
    address.waiting.delete(waiting)
    address.inFlight.add(waiting.response)
    const startedAt = this.#now()
    waiting.start()
    this.#spentMs += this.#now() - startedAt + OVERHEAD_MS
    this.#scheduleTurn()
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(() => {
      this.#isTurnScheduled = false
      this.#spentMs = 0
      this.#startWaiting()
    })
  }

  /** Starts one request of each address, then the next of each, until the time of this turn is used up. */
  #startWaiting(): void {
    for (let hasStarted = true; hasStarted;) {
      hasStarted = false
      for (const [key, address] of this.#addresses) {
        const [next] = address.waiting
        if (next === undefined || !this.#canStart(address)) continue
        // Deleted and set again, so that the next turn begins with another address.
        this.#addresses.delete(key)
        this.#addresses.set(key, address)
        this.#start(address, next)
        hasStarted = this.#hasTime()
        if (!hasStarted) return
      }
    }
  }

  #scheduleSweep(): void {
    if (this.#isSweepScheduled) return
    this.#isSweepScheduled = true
    setTimeout(() => {
      this.#isSweepScheduled = false
      const crowded = [...this.#addresses.values()].filter(({ waiting, inFlight }) => waiting.size > 0 && inFlight.size > 0)
      for (const { inFlight } of crowded) this.#closeStalled(inFlight)
      if (crowded.length > 0) this.#scheduleSweep()
    }, STALLED_MS / 2).unref()
  }

  /** The responses that had ended at the last sweep, but were not sent. */
  #unsent = new WeakSet<Response>()

  #closeStalled(inFlight: ReadonlySet<Response>): void {
    for (const response of inFlight) {
      if (!response.writableEnded) continue
      if (this.#unsent.has(response)) response.socket?.destroy()
      else this.#unsent.add(response)
    }
  }
}
