import type * as z from 'zod'
import type { RouteId } from './endpoints.ts'
import type { Routes } from './routes.ts'

/** The type of a part of the request before validation; undefined when the route has no such part. */
type Sent<Id extends RouteId, Part extends 'params' | 'query' | 'body'> = Routes[Id] extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? z.input<Schema>
  : undefined

/** Lets callers pass numbers in paths and queries, where the wire has text. */
type Numeric<T> = { readonly [K in keyof T]: NonNullable<T[K]> extends string ? T[K] | number : T[K] }

/** A property that is required, optional or absent, depending on what the route needs. */
type Property<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T }

/** Options of every call. */
export interface CallOptions {
  /** Repeating a call with the same key returns the first response, so that retries are safe. */
  readonly idempotencyKey?: string
  /** Fails with `version_conflict` when the row no longer has this version. */
  readonly ifMatch?: number | undefined
  /** The token of a preview. Fails with `consequences_changed` when the call would change something else by now. */
  readonly expectedConsequences?: string | undefined
  /** The ETag of a previous response. `notModified` is true while it is current. */
  readonly ifNoneMatch?: string | null | undefined
  readonly signal?: AbortSignal
  /** Replaces the route's fallback message, for routes that serve two buttons. */
  readonly fallback?: string
}

/** The input of a call: `params`, `query` and `body` as the route defines them. */
export type CallInput<Id extends RouteId> = Property<'params', Numeric<Sent<Id, 'params'>>> &
  Property<'query', Numeric<Sent<Id, 'query'>>> &
  Property<'body', Sent<Id, 'body'>> &
  CallOptions

type Body<A> = A extends z.ZodType ? z.output<A> : A extends null ? undefined : string

/** The body of the response; undefined for 204. */
export type CallResult<Id extends RouteId> = Routes[Id]['responses'] extends infer Answers
  ? { [S in keyof Answers]: Body<Answers[S]> }[keyof Answers]
  : never

interface VersionHeaders {
  readonly etag: string | null
  readonly topicVersion: number | null
}

/** A response with its status and version headers. */
export type CallResponse<Id extends RouteId> =
  | (VersionHeaders & { readonly notModified: false; readonly status: number; readonly data: CallResult<Id> })
  | (VersionHeaders & { readonly notModified: true; readonly status: 304; readonly data: undefined })

/** Makes the input optional when the route needs none. */
export type CallArgs<Id extends RouteId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

/** The typed client of the REST API. Calls reject with an `ApiError`, or with the `AbortError` when the caller aborted. */
export interface Client {
  /** Calls a route and returns the body of the response. */
  call<Id extends RouteId>(id: Id, ...args: CallArgs<Id>): Promise<CallResult<Id>>
  /** Calls a route and returns the body with status, ETag and topic version. Use it with `ifNoneMatch`. */
  request<Id extends RouteId>(id: Id, ...args: CallArgs<Id>): Promise<CallResponse<Id>>
}
