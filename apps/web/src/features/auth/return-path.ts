/**
 * Returns the page to open after signing in: the one that required it, from the router's state, else the dashboard.
 * Accepts only paths of this app, to prevent open redirects.
 */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/auth\b/.test(from) ? from : '/'
}

/** Whether a page sent the visitor here, rather than a link to this page. */
export const hasReturnPath = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
