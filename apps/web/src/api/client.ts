import { ApiError, type CallAnswer, type CallInput, createClient, type RouteId } from '@outlast/contract'
import { getToken } from './token.ts'

const unauthorized = new Set<(token: string) => void>()

/** Told when the server refuses the token that was sent: it ended, or was revoked. */
export function onUnauthorized(listener: (token: string) => void): () => void {
  unauthorized.add(listener)
  return () => unauthorized.delete(listener)
}

/** The typed client of the pool's API, with the token of who is signed in. */
export const api = createClient({
  baseUrl: '',
  token: getToken,
  onUnauthorized: (token) => unauthorized.forEach((listener) => listener(token)),
})

/** Waits before a write is sent once more, in milliseconds. A room full of phones loses a request now and then. */
const AGAIN_AFTER = [400, 1_500]
const LONGEST_WAIT_MS = 5_000

/**
 * Makes a call that changes something. It carries an `Idempotency-Key`, and the same one when it is sent again because no answer
 * came or the pool was too busy: what somebody wanted happens once.
 * @throws ApiError
 */
export async function write<Id extends RouteId>(id: Id, input: CallInput<Id>): Promise<CallAnswer<Id>> {
  const keyed = { ...input, idempotencyKey: input.idempotencyKey ?? newKey() }
  for (const wait of AGAIN_AFTER) {
    try {
      return await send(id, keyed)
    } catch (error) {
      const ms = patienceFor(error, wait)
      if (ms === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return send(id, keyed)
}

const send = <Id extends RouteId>(id: Id, input: CallInput<Id>) =>
  // `call` takes the input optionally for routes that need none; given, it is right for all of them.
  (api.call as (id: Id, input: CallInput<Id>) => Promise<CallAnswer<Id>>)(id, input)

function patienceFor(error: unknown, wait: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'network') return wait
  if (error.status !== 503) return undefined
  const asked = (error.retryAfter ?? 1) * 1_000
  return asked <= LONGEST_WAIT_MS ? asked : undefined
}

/** A key nobody else has. Not `randomUUID`: that is for https and localhost only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a person reads of a failure: the server's own sentence, or the one of the call that failed (pool.md §8). */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
