import type { BrowserContext } from '@playwright/test'

/** What no page may do in a test: log an error, throw one that nobody catches, break the content policy, miss a file. */
export interface Problems {
  /** Looks at all pages of a context from now on. */
  watch(context: BrowserContext): void
  /** Expects problems of these kinds, e.g. `/status of 403/` or `/400 .*\/api\/auth\/login/`. */
  allow(...patterns: readonly RegExp[]): void
  /** Those nobody expected, so far. */
  unexpected(): readonly string[]
}

/** What a browser logs while it is cut off. */
export const CUT_OFF: readonly RegExp[] = [/net::ERR_/, /^console: WebSocket connection to /]

/** A message that was on its way when the server ended the connection, as it does when a login ends. It is sent on the next one. */
const CROSSED: readonly RegExp[] = [/^console: WebSocket is already in CLOSING or CLOSED state/]

/** Collects problems; patterns may be allowed before or after they match. */
export function collectProblems(): Problems {
  const seen: string[] = []
  const allowed: RegExp[] = [...CROSSED]
  return {
    watch(context) {
      // A refused request, a missing file and a breach of the content policy are logged by the browser itself.
      context.on('console', (message) => {
        if (message.type() === 'error') seen.push(`console: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => {
        seen.push(`uncaught: ${error.error().stack ?? error.error().message}`)
      })
    },
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}
