import { ApiError, type CallArgs, type CallInput, type CallResult, createClient, type RouteId } from '@outlast/contract'
import type { PreviewableCall } from '@outlast/contract/endpoints'
import { fetchWithEarlyAnswers } from './early-answers.ts'
import { getToken } from './token.ts'

const unauthorizedListeners = new Set<(token: string) => void>()

/** Calls `listener` when the server rejects the token of a request because it expired or was revoked. */
export function onUnauthorized(listener: (token: string) => void): () => void {
  unauthorizedListeners.add(listener)
  return () => unauthorizedListeners.delete(listener)
}

/** What to send with a call, so that the server refuses it if it would change something else than the admin has seen. */
export interface Confirmed {
  readonly expectedConsequences: string & Seen
}
/** Only `ask-first.ts` says that an admin has seen the consequences of a call. */
interface Seen {
  readonly [seen]: true
}
declare const seen: unique symbol

/** The calls that change nothing for which an admin must be asked first. */
interface Api {
  call<Id extends Exclude<RouteId, PreviewableCall>>(id: Id, ...args: CallArgs<Id>): Promise<CallResult<Id>>
}

/** The input of a call that changes data. A call that has a preview is made only with what the admin confirmed. */
type WriteInput<Id extends RouteId> = CallInput<Id> &
  (Id extends 'importPicks' ? Confirmed | DryRun : Id extends PreviewableCall ? Confirmed : unknown)
/** A list that is only checked changes nothing. */
interface DryRun {
  readonly body: { readonly dry_run: true }
}

const client = createClient({
  baseUrl: '',
  fetch: fetchWithEarlyAnswers,
  token: getToken,
  onUnauthorized: (token) => unauthorizedListeners.forEach((listener) => listener(token)),
})

/** The typed client of the pool's API. It sends the token of the signed-in user. */
export const api: Api = client

/** Delays before the retries of a write, in milliseconds. Phones on a crowded network lose a request now and then. */
const RETRY_DELAYS_MS = [400, 1_500]
const MAX_RETRY_AFTER_MS = 5_000

/**
 * Makes a call that changes data. Retries it when no response arrives or the pool is too busy. Every attempt carries the same
 * `Idempotency-Key`, so the change happens once.
 * @throws ApiError
 */
export async function write<Id extends RouteId>(id: Id, input: WriteInput<Id>): Promise<CallResult<Id>> {
  const request = { ...input, idempotencyKey: input.idempotencyKey ?? createKey() }
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await send(id, request)
    } catch (error) {
      const ms = retryDelay(error, delay)
      if (ms === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return send(id, request)
}

const send = <Id extends RouteId>(id: Id, input: CallInput<Id>) =>
  // `call` has an optional input for routes that need none. Passing one is valid for every route.
  (client.call as (id: Id, input: CallInput<Id>) => Promise<CallResult<Id>>)(id, input)

/** Returns how long to wait before a retry; undefined when a retry cannot help. */
function retryDelay(error: unknown, delay: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'network') return delay
  if (error.status !== 503) return undefined
  const retryAfter = (error.retryAfter ?? 1) * 1_000
  return retryAfter <= MAX_RETRY_AFTER_MS ? retryAfter : undefined
}

/** Whether a call that failed may succeed when it is made again: there was no response, or the server is busy or has a fault. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'network' || error.status === 0) return true
  return error.status >= 500 || error.status === 429
}

/** Creates a random key. Browsers offer `crypto.randomUUID` on https and localhost only. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the server's message for a failure, or `fallback` when the failure did not come from a call. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
