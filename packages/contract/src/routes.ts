import type * as z from 'zod'
import type { RouteId } from './endpoints.ts'
import { ERROR_CODES, type ErrorCode } from './errors.ts'
import type { Position } from '@outlast/domain'
import type { TextResponse, Route, SuccessStatus } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { adminPeopleRoutes } from './routes/admin-people.ts'
import { adminGameRoutes, adminPickRoutes, adminWeekRoutes } from './routes/admin-weeks.ts'
import { auditRoutes } from './routes/audit.ts'
import { entryRoutes, pickRoutes } from './routes/member.ts'
import { historyRoutes, poolRoutes, revealRoutes } from './routes/public.ts'
import { serviceRoutes } from './routes/service.ts'

/**
 * Every route of the service: who may call it, what it takes, responses and refuses. The server registers from it, and
 * the OpenAPI document, the typed client and the tests of rights and bad input are made from it.
 */
export const ROUTES = {
  ...accountRoutes,
  ...poolRoutes,
  ...revealRoutes,
  ...historyRoutes,
  ...auditRoutes,
  ...entryRoutes,
  ...pickRoutes,
  ...adminPeopleRoutes,
  ...adminWeekRoutes,
  ...adminGameRoutes,
  ...adminPickRoutes,
  ...serviceRoutes,
} as const satisfies { readonly [Id in RouteId]: Route & { readonly id: Id } }

export type Routes = typeof ROUTES

/** All routes, literal paths before those with parameters, so that a router may take the first that fits. */
export const ALL_ROUTES: readonly Route[] = (Object.values(ROUTES) as Route[]).toSorted(
  (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
)

/** A route of the table, without its particular types. */
export function routeOf(id: RouteId): Route {
  return ROUTES[id]
}

const ANY_ROUTE: readonly ErrorCode[] = ['invalid_input', 'rate_limited', 'internal', 'overloaded', 'unavailable']
const ANY_LOGIN: readonly ErrorCode[] = ['unauthenticated', 'token_expired', 'token_revoked']
const ANY_WRITE: readonly ErrorCode[] = ['origin_forbidden', 'body_too_large', 'unsupported_media_type', 'malformed_json']

/** Every code a route can answer with: its own, and those that come with who may call it and what it takes. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...(route.errors ?? []), ...ANY_ROUTE])
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code))
  if (route.access !== 'public') add(ANY_LOGIN)
  if (route.access === 'admin') add(['forbidden'])
  if (route.method !== 'GET') add(ANY_WRITE)
  if (route.idempotent === true) add(['idempotency_mismatch'])
  return ERROR_CODES.filter((code) => codes.has(code))
}

/** What a part (`params`, `query`, `body`) of a route's request is after checking; undefined when it takes none. */
type Checked<Id extends RouteId, Part extends 'params' | 'query' | 'body'> = Routes[Id] extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** A route's request as its handler gets it. */
export interface RouteInput<Id extends RouteId> {
  readonly params: Checked<Id, 'params'>
  readonly query: Checked<Id, 'query'>
  readonly body: Checked<Id, 'body'>
  /** Of the header `Idempotency-Key`, on routes that take it. */
  readonly idempotencyKey: string | undefined
  /** The version in `If-Match`, on routes that take it. */
  readonly ifMatch: Position | undefined
}

type BodyOf<A> = A extends z.ZodType ? z.output<A> : A extends TextResponse ? string : undefined

/** What a handler may answer: a status of the table with its body, e.g. `{ status: 201, body: entry }`. */
export type RouteResponse<Id extends RouteId> = {
  [S in keyof Routes[Id]['responses'] & SuccessStatus]: { readonly status: S; readonly body: BodyOf<Routes[Id]['responses'][S]> }
}[keyof Routes[Id]['responses'] & SuccessStatus]

/** A route's handler. `Context` is what the server knows besides the request: the viewer, the request's id … */
export type RouteHandler<Id extends RouteId, Context> = (
  input: RouteInput<Id>,
  context: Context,
) => Promise<RouteResponse<Id>> | RouteResponse<Id>
