import type * as z from 'zod'
import type { RouteId } from './endpoints.ts'
import type { Routes } from './routes.ts'

/** What a part of a route's request looks like before it is checked; undefined when the route takes none. */
type Sent<Id extends RouteId, Part extends 'params' | 'query' | 'body'> = Routes[Id] extends {
  readonly [P in Part]: infer Schema extends z.ZodType
}
  ? z.input<Schema>
  : undefined

/** Numbers in a path or query are text there; a caller gives them as the numbers that they are. */
type Numeric<T> = { readonly [K in keyof T]: NonNullable<T[K]> extends string ? T[K] | number : T[K] }

/** A property that is there when there is something to send, and optional when nothing of it is needed. */
type Property<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T }

/** What any call may carry. */
export interface CallOptions {
  /** The same key again gives the first answer, so that a retry does nothing twice. */
  readonly idempotencyKey?: string
  /** Only if the row still has this version; else the error `version_conflict`. */
  readonly ifMatch?: number | undefined
  /** The ETag held; when it still stands, `notModified` is true. */
  readonly ifNoneMatch?: string | null | undefined
  readonly signal?: AbortSignal
  /** A sentence in place of the route's fallback, where one route serves two buttons. */
  readonly fallback?: string
}

/** What a call sends: `params`, `query` and `body` as its route has them. */
export type CallInput<Id extends RouteId> = Property<'params', Numeric<Sent<Id, 'params'>>> &
  Property<'query', Numeric<Sent<Id, 'query'>>> &
  Property<'body', Sent<Id, 'body'>> &
  CallOptions

type Body<A> = A extends z.ZodType ? z.output<A> : A extends null ? undefined : string

/** What a call gives back; undefined where there is no body (204). */
export type CallResult<Id extends RouteId> = Routes[Id]['responses'] extends infer Answers
  ? { [S in keyof Answers]: Body<Answers[S]> }[keyof Answers]
  : never

interface Tagged {
  readonly etag: string | null
  readonly topicVersion: number | null
}

/** An answer with what came in its headers. */
export type CallResponse<Id extends RouteId> =
  | (Tagged & { readonly notModified: false; readonly status: number; readonly data: CallResult<Id> })
  | (Tagged & { readonly notModified: true; readonly status: 304; readonly data: undefined })

/** The input may be left out when nothing in it is needed. */
export type CallArgs<Id extends RouteId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

/** The typed client of the REST API. Every failure is an `ApiError`, but for an abort, which stays one. */
export interface Client {
  /** Makes a call and gives its answer's body. */
  call<Id extends RouteId>(id: Id, ...args: CallArgs<Id>): Promise<CallResult<Id>>
  /** As `call`, with status, ETag and topic version; the one to use with `ifNoneMatch`. */
  request<Id extends RouteId>(id: Id, ...args: CallArgs<Id>): Promise<CallResponse<Id>>
}
