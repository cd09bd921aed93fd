/** How to call a route. Contains no schemas, so that browsers load none. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Has `{name}` for each parameter. */
  readonly path: string
  /** The message that a client shows when the server sent none. */
  readonly fallback: string
  /** Whether admins can see what the call would change before they make it. Its input has no secret, and its outcome no chance. */
  readonly isPreviewed?: true
  /** Whether the call uploads a list or a picture, or the pool asks another service before it answers. Browsers wait longer for it. */
  readonly takesLong?: true
}

/** The endpoints that browsers call before they have loaded all of them. */
export const FIRST_ENDPOINTS = {
  endSession: { method: 'DELETE', path: '/api/account/sessions/{id}', fallback: 'Failed to sign out' },
  me: { method: 'GET', path: '/api/auth/me', fallback: 'Failed to load your account' },
  getSiteTime: { method: 'GET', path: '/api/site-time', fallback: 'Failed to load site time' },
  liveSnapshot: { method: 'GET', path: '/api/live/{topic}', fallback: 'Failed to load the live view' },
  health: { method: 'GET', path: '/healthz', fallback: 'Failed to load' },
} as const satisfies Readonly<Record<string, Endpoint>>
