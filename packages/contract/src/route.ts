import { type Power, POWERS, type Scope } from '@outlast/domain/rules'
import type * as z from 'zod'
import { type Endpoint, ENDPOINTS, type RouteId } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'
import { STAFF_CALLS, type StaffCall } from './staff-calls.ts'

/**
 * Who may call a route. `owner`: only the owner of the entry or pick; everyone else, admins included, gets 404.
 * `owner_or_admin`: the owner and admins. `staff`: who has any power. A power: who has it, which admins always do. A `public` route may still
 * show different data to different viewers.
 */
export type Access = OpenAccess | 'staff' | Power
type OpenAccess = 'public' | 'member' | 'owner' | 'owner_or_admin'

/** Returns whether only people with a power may call it. */
export function isForStaff(access: Access): access is 'staff' | Power {
  return access === 'staff' || POWERS.some((power) => power === access)
}

/** What the `ETag` of a response is the version of: the row (for `If-Match`), or a live topic. */
export type EtagSource = 'row' | 'pool' | 'week' | 'season' | 'user' | 'admin' | 'topic'

/** A response body that is not JSON. */
export interface TextResponse {
  readonly contentType: 'text/html' | 'text/css' | 'text/plain' | 'text/calendar' | 'text/csv' | 'image/png'
}

/** The schema of a JSON body, null for an empty body, or the type of a text body. */
export type ResponseBody = z.ZodType | TextResponse | null

export type SuccessStatus = 200 | 201 | 204

/** Everything about a route that is neither in {@link ENDPOINTS} nor who may call it. */
export interface RouteDetails {
  /** The scope with which a token for programs may make the call, if {@link scopesOf} would say otherwise. */
  readonly scope?: Scope | 'none'
  readonly tag: Tag
  readonly summary: string
  readonly description?: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Always an object. A missing body counts as `{}`. */
  readonly body?: z.ZodType<object>
  /** The largest body in KB. Default: 32. */
  readonly maxBodyKb?: number
  readonly responses: { readonly [S in SuccessStatus]?: ResponseBody }
  /** Errors specific to this route. `errorCodesOf` adds the errors that every route can return. */
  readonly errors?: readonly ErrorCode[]
  /** Also accepts an HTML form, whose fields are ignored. */
  readonly acceptsForm?: true
  /** Accepts `Idempotency-Key`. */
  readonly idempotent?: true
  /** Accepts `If-Match`. */
  readonly ifMatch?: true
  readonly etag?: EtagSource
  /** The read of a row that this route creates. A 201 has its address in `Location`. */
  readonly creates?: 'getEntry' | 'getPick'
  /** A read that costs the server a lot. Members have a budget of them (docs/configuration.md). */
  readonly isCostly?: true
}

/**
 * Returns the scopes of which a token for programs needs one; `public` if it needs none. Calls that no scope covers return an empty list:
 * whatever is about how somebody signs in, and whatever only commissioners and helpers may do.
 */
export function scopesOf({
  access,
  method,
  scope,
}: RouteDetails & Endpoint & { readonly access: Access }): readonly Scope[] | 'public' {
  if (scope !== undefined) return scope === 'none' ? [] : [scope]
  switch (access) {
    case 'money':
    case 'games':
      return [access]
    case 'staff':
      return ['money', 'games']
    case 'public':
      return method === 'GET' ? 'public' : []
    case 'member':
    case 'owner':
    case 'owner_or_admin':
      return method === 'GET' ? ['read'] : []
    case 'people':
    case 'mail':
    case 'pool':
      return []
  }
}

export const TAGS = {
  auth: 'Signing in, registration and password resets',
  account: 'Your own account',
  pool: 'The pool, its weeks, rules and site time',
  reveal: 'Revealed picks',
  history: 'The Grid and past weeks',
  entries: 'Your own entries',
  picks: 'Your own picks and their receipts',
  audit: 'The audit trail',
  live: 'Views of live topics',
  'admin people': 'Users, entries and payments, for admins',
  'admin joining': 'Who may register, invitations, approval and import, for admins',
  'admin weeks': 'Weeks, games, picks and rehearsals, for admins',
  service: 'Health, metrics and this description',
} as const
type Tag = keyof typeof TAGS

/** A route: its endpoint and its details. */
export type Route = Endpoint & RouteDetails & { readonly id: RouteId; readonly access: Access }

/** Who may make a call for the club is in {@link STAFF_CALLS}, and of every other call with its details. */
type AccessOf<Id extends RouteId> = Id extends StaffCall ? { readonly access?: never } : { readonly access: OpenAccess }
type StaffAccess<Id extends RouteId> = Id extends StaffCall ? { readonly access: (typeof STAFF_CALLS)[Id] } : unknown
const STAFF: Partial<Record<RouteId, 'staff' | Power>> = STAFF_CALLS

/** Combines an endpoint with its details, and with who may call it. */
export function route<const Id extends RouteId, const Details extends RouteDetails>(id: Id, details: Details & AccessOf<Id>) {
  const access = STAFF[id]
  return { id, ...ENDPOINTS[id], ...details, ...(access && { access }) } as { readonly id: Id } & (typeof ENDPOINTS)[Id] &
    Details &
    StaffAccess<Id>
}
