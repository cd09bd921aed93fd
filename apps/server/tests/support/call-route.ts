import type { RouteId } from '@outlast/contract'
import { routeOf } from '@outlast/contract/routes'

/** An unvalidated response. */
export interface RouteResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON unless undefined. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly method?: string
}

/** Calls a route without the typed client's checks. */
export async function callRoute(url: string, id: RouteId, options: CallOptions = {}): Promise<RouteResponse> {
  const { method, path } = routeOf(id)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(options.params?.[name])))
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query).toString()}`
  const headers = new Headers(options.body === undefined ? {} : { 'content-type': 'application/json' })
  for (const [name, value] of Object.entries(options.headers ?? {})) if (value !== undefined) headers.set(name, value)
  const init = { method: options.method ?? method, headers, redirect: 'manual' as const }
  const response = await fetch(
    `${url}${filled}${query}`,
    options.body === undefined ? init : { ...init, body: JSON.stringify(options.body) },
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
