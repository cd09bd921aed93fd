import { ApiError, type CallArgs, type CallInput, type CallResult, isUnanswered, type RouteId } from '@outlast/contract'
import type { PreviewableCall } from '@outlast/contract/endpoints'
import type { Routes } from '@outlast/contract/routes'
import { afterDeviceTime } from '../lib/device-clock-timer.ts'
import { fetchWithEarlyAnswers, type LimitedRequest } from './early-answers.ts'
import { createPoolClient } from './pool-client.ts'
import { notePoolHeard, notePoolSilent } from './pool-silence.ts'
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

/** The calls that are repeated with the same `Idempotency-Key`, and happen once. */
type RepeatableCall = { readonly [Id in RouteId]: Routes[Id] extends { readonly idempotent: true } ? Id : never }[RouteId]

/** The calls that change nothing, and those that cannot be repeated, such as a login. */
interface Api {
  call<Id extends Exclude<RouteId, RepeatableCall>>(id: Id, ...args: CallArgs<Id>): Promise<CallResult<Id>>
}

/** The input of a call that changes data. A call that has a preview is made only with what the admin confirmed. */
type WriteInput<Id extends RouteId> = CallInput<Id> &
  (Id extends 'importPicks' ? Confirmed | DryRun : Id extends PreviewableCall ? Confirmed : unknown)
/** A list that is only checked changes nothing. */
interface DryRun {
  readonly body: { readonly dry_run: true }
}

const client = createPoolClient({
  fetch: fetchAndNote,
  token: getToken,
  onUnauthorized: (token) => unauthorizedListeners.forEach((listener) => listener(token)),
})

/** Notes whether the pool answers. */
async function fetchAndNote(url: string, init: LimitedRequest): Promise<Response> {
  try {
    const response = await fetchWithEarlyAnswers(url, init)
    notePoolHeard()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') notePoolSilent()
    throw error
  }
}

/** The typed client of the pool's API for reads. It sends the token of the signed-in user. */
export const api: Api = client

/** Delays before the repeats of a write, in milliseconds. Phones on a crowded network lose a request now and then. */
const RETRY_DELAYS_MS = [400, 1_500]
const MAX_RETRY_AFTER_MS = 5_000
/** How long a change without an answer is kept in mind, in milliseconds. */
const UNCONFIRMED_MS = 600_000

/** The keys of changes that the pool has not confirmed, by what was sent. */
const unconfirmed = new Map<string, string>()

interface WriteOptions {
  /** Called when an attempt got no answer, before it is repeated. */
  readonly onUnanswered?: () => void
  /** False for a change that is worth one attempt. */
  readonly isRepeated?: boolean
}

/**
 * Makes a call that changes data. Repeats it when no response arrives or the pool is too busy. Every attempt carries the same
 * `Idempotency-Key`, so the change happens once; so does the next call with the same input, unless another change is sent in between.
 * @throws ApiError
 */
export async function write<Id extends RepeatableCall>(
  id: Id,
  input: WriteInput<Id>,
  { onUnanswered, isRepeated = true }: WriteOptions = {},
): Promise<CallResult<Id>> {
  const sent = JSON.stringify([getToken(), id, input])
  const known = unconfirmed.get(sent)
  // The first of two equal changes may have been undone by the other one: the second must happen too.
  if (known === undefined) unconfirmed.clear()
  const idempotencyKey = input.idempotencyKey ?? known ?? createKey()
  try {
    const result = await sendRepeatedly(id, { ...input, idempotencyKey }, isRepeated ? RETRY_DELAYS_MS : [], onUnanswered)
    unconfirmed.delete(sent)
    return result
  } catch (error) {
    if (!canRetry(error)) unconfirmed.delete(sent)
    else if (input.idempotencyKey === undefined) {
      unconfirmed.set(sent, idempotencyKey)
      afterDeviceTime(UNCONFIRMED_MS, () => unconfirmed.delete(sent))
    }
    throw isUnanswered(error) && error.code === 'timeout' ? notConfirmed(error) : error
  }
}

const notConfirmed = (cause: ApiError): ApiError =>
  new ApiError(`${cause.message}, so this is not confirmed. Try again: it happens only once.`, { code: 'timeout', cause })

async function sendRepeatedly<Id extends RouteId>(
  id: Id,
  input: CallInput<Id>,
  delays: readonly number[],
  onUnanswered: (() => void) | undefined,
): Promise<CallResult<Id>> {
  for (const delay of delays) {
    try {
      return await send(id, input)
    } catch (error) {
      const ms = retryDelay(error, delay)
      if (ms === undefined) throw error
      if (isUnanswered(error) && error.code === 'timeout') onUnanswered?.()
      await new Promise<void>((resolve) => void afterDeviceTime(ms, resolve))
    }
  }
  return send(id, input)
}

const send = <Id extends RouteId>(id: Id, input: CallInput<Id>) =>
  // `call` has an optional input for routes that need none. Passing one is valid for every route.
  (client.call as (id: Id, input: CallInput<Id>) => Promise<CallResult<Id>>)(id, input)

/** Returns how long to wait before a retry; undefined when a retry cannot help. */
function retryDelay(error: unknown, delay: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (isUnanswered(error)) return delay
  if (error.status !== 503) return undefined
  const retryAfter = (error.retryAfter ?? 1) * 1_000
  return retryAfter <= MAX_RETRY_AFTER_MS ? retryAfter : undefined
}

/** Whether the pool answers at all. */
export const isPoolReachable = (): Promise<boolean> =>
  api.call('health').then(
    () => true,
    () => false,
  )

/** Whether a call that failed may succeed when it is made again: there was no response, or the server is busy or has a fault. */
export function canRetry(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUnanswered(error) || error.status === 0) return true
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
