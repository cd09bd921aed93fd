import type * as z from 'zod'
import { isPreviewable, PREVIEWABLE_CALLS, type RouteId } from './endpoints.ts'
import { ERROR_CODES, type ErrorCode } from './errors.ts'
import { combine, type ExpectedVersion } from '@outlast/domain'
import { isForStaff, scopesOf, type TextResponse, type Route, type SuccessStatus } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { adminClubRoutes } from './routes/admin-club.ts'
import { adminJoiningRoutes } from './routes/admin-joining.ts'
import { adminPeopleRoutes } from './routes/admin-people.ts'
import {
  adminGameRoutes,
  adminPickRoutes,
  gamesByHandRoutes,
  adminWeekRoutes,
  previewRoutes,
  undoRoutes,
} from './routes/admin-weeks.ts'
import { auditRoutes } from './routes/audit.ts'
import { calendarRoutes, webhookRoutes } from './routes/news.ts'
import { entryRoutes, pickRoutes } from './routes/member.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { moneyRoutes, moneyAdminRoutes } from './routes/money.ts'
import { fourEyesRoutes } from './routes/four-eyes.ts'
import { historyRoutes, poolRoutes, revealRoutes } from './routes/public.ts'
import { seasonRoutes } from './routes/seasons.ts'
import { serviceRoutes } from './routes/service.ts'
import { signInRoutes } from './routes/sign-in.ts'

/**
 * Every route: who may call it, its request, responses and errors. The server's router, the OpenAPI document, the typed client,
 * and the tests of access and invalid input are all derived from this table.
 */
export const ROUTES = combine([
  accountRoutes,
  signInRoutes,
  notificationRoutes,
  poolRoutes,
  revealRoutes,
  historyRoutes,
  auditRoutes,
  calendarRoutes,
  entryRoutes,
  pickRoutes,
  moneyRoutes,
  adminPeopleRoutes,
  moneyAdminRoutes,
  webhookRoutes,
  adminJoiningRoutes,
  adminWeekRoutes,
  adminClubRoutes,
  adminGameRoutes,
  gamesByHandRoutes,
  adminPickRoutes,
  undoRoutes,
  fourEyesRoutes,
  previewRoutes,
  seasonRoutes,
  serviceRoutes,
]) satisfies { readonly [Id in RouteId]: Route & { readonly id: Id } }

export type Routes = typeof ROUTES

/** All routes. Literal paths come before paths with parameters, so that a router can use the first match. */
export const ALL_ROUTES: readonly Route[] = (Object.values(ROUTES) as Route[]).toSorted(
  (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
)

/** Returns a route with the general type {@link Route}. */
export function routeOf(id: RouteId): Route {
  return ROUTES[id]
}

const EVERY_ROUTE: readonly ErrorCode[] = ['invalid_input', 'rate_limited', 'internal', 'overloaded', 'unavailable']
const AUTHENTICATED: readonly ErrorCode[] = ['unauthenticated', 'token_expired', 'token_revoked', 'token_ended']
const WRITES: readonly ErrorCode[] = ['origin_forbidden', 'body_too_large', 'unsupported_media_type', 'malformed_json']

/** The calls that can wait for a second admin, whose errors its answer can have. */
const WAITING_CALLS: readonly RouteId[] = [
  'overridePick',
  'adminDeletePick',
  'randomizePicks',
  'unmaskPicks',
  'updateWeek',
  'setSiteTime',
  'closeWeek',
  'adminUpdateEntry',
  'answerBuyback',
  'setPayment',
  'confirmPayments',
  'importPayments',
  'recordPartPayment',
  'undoAction',
  'switchFourEyes',
]

/** Returns every error code of a route: its own, and those that follow from its access, method, headers and previewed calls. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...(route.errors ?? []), ...EVERY_ROUTE])
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code))
  if (route.access !== 'public') add(AUTHENTICATED)
  if (scopesOf(route) !== 'public') add(['scope_missing'])
  if (isForStaff(route.access)) add(['forbidden'])
  if (route.method !== 'GET') add(WRITES)
  if (route.idempotent === true) add(['idempotency_mismatch'])
  if (route.ifMatch === true) add(['version_conflict'])
  if (isPreviewable(route.id)) add(['consequences_changed'])
  if (WAITING_CALLS.includes(route.id)) add(['second_needed', 'second_needed_apart', 'own_pick_open'])
  if (route.id === 'confirmAction' || route.id === 'actAlone') {
    add(['version_conflict'])
    for (const call of WAITING_CALLS) add(routeOf(call).errors ?? [])
  }
  if (route.id === 'previewCalls') add(['own_pick_open', 'version_conflict'])
  if (route.id === 'previewCalls') for (const call of PREVIEWABLE_CALLS) add(routeOf(call).errors ?? [])
  return ERROR_CODES.filter((code) => codes.has(code))
}

/** The type of a part of the request after validation; undefined when the route has no such part. */
type Checked<Id extends RouteId, Part extends 'params' | 'query' | 'body'> = Routes[Id] extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** A validated request. */
export interface RouteInput<Id extends RouteId> {
  readonly params: Checked<Id, 'params'>
  readonly query: Checked<Id, 'query'>
  readonly body: Checked<Id, 'body'>
  /** The header `Idempotency-Key`, on routes that accept it. */
  readonly idempotencyKey: string | undefined
  /** The version in `If-Match`, on routes that accept it. */
  readonly ifMatch: ExpectedVersion | undefined
  /** The header `Expected-Consequences`, on calls that have a preview. */
  readonly expectedConsequences: string | undefined
}

type BodyOf<A> = A extends z.ZodType ? z.output<A> : A extends TextResponse ? string : undefined

/** What a handler may return: a status of the table and its body, e.g. `{ status: 201, body: entry }`. */
export type RouteResponse<Id extends RouteId> = {
  [S in keyof Routes[Id]['responses'] & SuccessStatus]: { readonly status: S; readonly body: BodyOf<Routes[Id]['responses'][S]> }
}[keyof Routes[Id]['responses'] & SuccessStatus]
