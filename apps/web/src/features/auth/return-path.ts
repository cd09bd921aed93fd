/**
 * Where to go after signing in: where the guard sent the visitor from, as it left it in the router's state, else the dashboard.
 * Only pages of this app, and not the one that is being left.
 */
export function wayBack(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/auth\b/.test(from) ? from : '/'
}
