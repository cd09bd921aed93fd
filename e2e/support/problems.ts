import type { BrowserContext } from '@playwright/test'

/** The errors that pages log in a test: console errors, uncaught exceptions, policy violations and missing files. */
export interface Problems {
  /** Collects the errors of all pages of a context from now on. */
  watch(context: BrowserContext): void
  /** Expects errors that match, e.g. `/status of 403/` or `/400 .*\/api\/auth\/login/`. */
  allow(...patterns: readonly RegExp[]): void
  /** Returns the errors so far that no pattern allows. */
  unexpected(): readonly string[]
}

/** What a browser logs while its connection is cut. */
export const CUT_OFF: readonly RegExp[] = [/net::ERR_/, /^console: WebSocket connection to /]

/** Logged when a page sends a message while the server closes the connection. The client resends it on the next one. */
const SENT_WHILE_CLOSING: readonly RegExp[] = [/^console: WebSocket is already in CLOSING or CLOSED state/]

/** Logged when a page reads the summary of a week that stops being complete at that moment: a result is corrected, or its lock moves. */
const NOT_COMPLETE_ANY_MORE: readonly RegExp[] = [/status of 409 .*\/api\/weeks\/\d+\/summary\)/]

/** Creates a collector. Patterns may be allowed before or after an error matches them. */
export function collectProblems(): Problems {
  const seen: string[] = []
  const allowed: RegExp[] = [...SENT_WHILE_CLOSING, ...NOT_COMPLETE_ANY_MORE]
  return {
    watch(context) {
      // The browser itself logs failed requests, missing files and policy violations.
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
