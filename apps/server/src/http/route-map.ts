import { ALL_ROUTES } from '@outlast/contract/routes'
import type { Route } from '@outlast/contract/route'

/** A route that fits an address. */
export interface Match {
  readonly route: Route
  /** As they stand in the address, percent-encoded still. */
  readonly params: Readonly<Record<string, string>>
}

/** What an address and a method lead to: a route; the methods the address has instead; or nothing at all. */
export type Found = { readonly match: Match } | { readonly allow: readonly string[] } | undefined

interface Pattern {
  readonly segments: readonly string[]
  readonly byMethod: Map<string, Route>
}

/**
 * Finds a route by its address. Not Express's router: that tries one pattern after another, and this one is asked
 * before every pick; and only here is it known which other methods an address has.
 */
export class RouteMap {
  readonly #literal = new Map<string, Pattern>()
  /** Patterns with parameters, by their number of segments. */
  readonly #patterns = new Map<number, Pattern[]>()

  constructor(routes: readonly Route[] = ALL_ROUTES) {
    for (const route of routes) this.#patternFor(route.path).byMethod.set(route.method, route)
  }

  /** @param path without the query */
  find(method: string, path: string): Found {
    const asked = method === 'HEAD' ? 'GET' : method
    const literal = this.#literal.get(path)
    const candidates = literal === undefined ? this.#fitting(path) : [{ pattern: literal, params: {} }]
    for (const { pattern, params } of candidates) {
      const route = pattern.byMethod.get(asked)
      if (route !== undefined) return { match: { route, params } }
    }
    return candidates.length === 0 ? undefined : { allow: allowed(candidates.map((one) => one.pattern)) }
  }

  #fitting(path: string): { readonly pattern: Pattern; readonly params: Record<string, string> }[] {
    const segments = path.split('/')
    const fitting = []
    for (const pattern of this.#patterns.get(segments.length) ?? []) {
      const params = fit(pattern.segments, segments)
      if (params !== undefined) fitting.push({ pattern, params })
    }
    return fitting
  }

  #patternFor(path: string): Pattern {
    const segments = path.split('/')
    if (!path.includes('{')) {
      const known = this.#literal.get(path)
      if (known !== undefined) return known
      const pattern = { segments, byMethod: new Map<string, Route>() }
      this.#literal.set(path, pattern)
      return pattern
    }
    const group = this.#patterns.get(segments.length) ?? []
    this.#patterns.set(segments.length, group)
    const known = group.find((other) => other.segments.join('/') === path)
    if (known !== undefined) return known
    const pattern = { segments, byMethod: new Map<string, Route>() }
    group.push(pattern)
    return pattern
  }
}

function fit(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (let i = 0; i < pattern.length; i += 1) {
    const wanted = pattern[i] ?? ''
    const given = segments[i] ?? ''
    if (wanted.startsWith('{')) {
      if (given === '') return undefined
      params[wanted.slice(1, -1)] = given
    } else if (wanted !== given) return undefined
  }
  return params
}

function allowed(patterns: readonly Pattern[]): readonly string[] {
  const methods = new Set(patterns.flatMap((pattern) => [...pattern.byMethod.keys()]))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods, 'OPTIONS'].sort()
}
