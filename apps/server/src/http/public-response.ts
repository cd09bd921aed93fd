import type { RouteId } from '@outlast/contract/endpoints'
import type { Route } from '@outlast/contract/route'
import type { RouteInput } from '@outlast/contract/routes'
import { encodeBody, sizeOfBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { checkResponse } from './contract-check.ts'
import type { HttpDependencies } from './dependencies.ts'
import type { RequestContext } from './handler.ts'
import type { Source } from './public-answers.ts'
import { type AnyResponse, tagOf } from './send-response.ts'

/**
 * What the responses of routes are made from, where that is not the whole log. What shows the name of an account, such as an entry's
 * history, is not `revealed`: only names of owners change the topics of seasons.
 */
const SOURCES: { readonly [Id in RouteId]?: Source } = {
  // The time, and a secret in the address.
  getSiteTime: 'unshared',
  getCalendar: 'unshared',
  auditHeads: 'heads',
  // Browsers check these against rows that somebody may have changed directly, of the log as well.
  auditHead: 'database',
  auditHashes: 'database',
  weekProof: 'database',
  // Loopholes open with the time.
  getConstitution: 'database',
  pickReceipt: 'revealed',
  getHallOfFame: 'revealed',
  getCard: 'revealed',
}

/**
 * Returns the response to a visitor's read, from the one place that computes and keeps what everybody may have. A route that
 * {@link SOURCES} does not name depends on the whole log, so its response is computed again after every event. A refusal is kept like
 * any other answer.
 */
export async function publicResponse(
  { answers, onBreach }: HttpDependencies,
  route: Route,
  input: RouteInput<RouteId>,
  context: RequestContext,
  read: (context: RequestContext) => Promise<AnyResponse>,
): Promise<AnyResponse> {
  const { params, query } = input as { readonly params: unknown; readonly query: unknown }
  const { response, refusal } = await answers.answer<Outcome>({
    key: JSON.stringify([route.id, params, query, context.tokenProblem]),
    source: SOURCES[route.id] ?? 'log',
    ip: context.ip,
    sizeOf: (outcome) =>
      outcome.response !== undefined && 'encoded' in outcome.response ? sizeOfBody(outcome.response.encoded) : 0,
    // The response is for everybody, whatever this visitor has already.
    compute: () =>
      outcomeOf(
        () => read({ ...context, clientHas: () => false }),
        (found) => {
          if (onBreach !== undefined) checkResponse(route, found)
        },
      ),
  })
  if (refusal !== undefined) throw refusal
  return response
}

type Outcome =
  | { readonly response: AnyResponse; readonly refusal?: undefined }
  | { readonly response?: undefined; readonly refusal: HttpError }

/** Returns what everybody gets. Throws what says nothing about the address, such as a database that is away. */
async function outcomeOf(read: () => Promise<AnyResponse>, check: (response: AnyResponse) => void): Promise<Outcome> {
  try {
    const found = await read()
    check(found)
    return { response: await encodeResponse(found) }
  } catch (error) {
    if (error instanceof HttpError && REFUSALS.has(error.status)) return { refusal: error }
    throw error
  }
}

/** What a read is refused with for as long as the pool is as it is. */
const REFUSALS: ReadonlySet<number> = new Set([403, 404, 409])

/** Encodes a JSON body once for all who receive it. */
async function encodeResponse(response: AnyResponse): Promise<AnyResponse> {
  if (!('body' in response) || response.body === undefined || typeof response.body === 'string') return response
  const { body, status: _status, version: _version, ...headers } = response
  const tag = tagOf(response, 'GET')
  const cacheControl = response.cacheControl ?? (tag === undefined ? 'no-store' : 'private, no-cache')
  const encoded = await encodeBody(JSON.stringify(body), { etag: tag ?? null })
  return { ...headers, status: 200, encoded, cacheControl }
}
