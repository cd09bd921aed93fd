import type * as z from 'zod'
import { type Endpoint, ENDPOINTS, type RouteId } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call. `owner`: whose entry or pick it is; for anyone else, admins too, it is 404. `owner_or_admin`: as that,
 * but admins may. `public` routes may still body differently by viewer, or refuse some topics and rows.
 */
export type Access = 'public' | 'member' | 'owner' | 'owner_or_admin' | 'admin'

/** What the `ETag` of an body is: the version of the row (for `If-Match`), or of a live topic. */
export type EtagSource = 'row' | 'pool' | 'week' | 'season' | 'user' | 'admin' | 'topic'

/** An body that is not JSON. */
export interface TextResponse {
  readonly contentType: 'text/html' | 'text/css' | 'text/plain'
}

/** A JSON answer's schema, null for an empty one, or what else is sent. */
export type ResponseBody = z.ZodType | TextResponse | null

export type SuccessStatus = 200 | 201 | 204

/** The part of a route that schemas are needed for. */
export interface RouteDetails {
  readonly access: Access
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Always an object; a missing body counts as `{}`. */
  readonly body?: z.ZodType<object>
  readonly responses: { readonly [S in SuccessStatus]?: ResponseBody }
  /** Refusals of this route's own; {@link errorCodesOf} adds those that any route can give. */
  readonly errors?: readonly ErrorCode[]
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: true
  /** Takes `If-Match`. */
  readonly ifMatch?: true
  readonly etag?: EtagSource
}

export const TAGS = {
  auth: 'Sign in, register, forgotten passwords',
  account: 'The own account',
  pool: 'The pool, its weeks, rules and time',
  reveal: 'Revealed picks',
  history: 'The Grid and past weeks',
  entries: 'Own entries',
  picks: 'Own picks and their receipts',
  audit: 'The audit trail',
  live: 'Snapshots of live topics',
  'admin people': 'Users, entries and payments, for admins',
  'admin weeks': 'Weeks, games, picks and rehearsals, for admins',
  service: 'The service itself',
} as const
export type Tag = keyof typeof TAGS

/** A whole route. */
export type Route = Endpoint & RouteDetails & { readonly id: RouteId }

/** Joins what the endpoint table says of a route with its schemas. */
export function route<const Id extends RouteId, const Details extends RouteDetails>(id: Id, details: Details) {
  return { id, ...ENDPOINTS[id], ...details } as { readonly id: Id } & (typeof ENDPOINTS)[Id] & Details
}
