/** A limit as clients are told of it. */
export interface LimitPolicy {
  readonly name: string
  /** How many calls are allowed in a window. */
  readonly quota: number
  readonly windowSeconds: number
}

/** The state of a limit after a call. */
export interface LimitUse {
  readonly policy: LimitPolicy
  /** How many more calls are allowed now. */
  readonly remaining: number
  /** Until the full quota is available again. */
  readonly resetSeconds: number
  /** Given if the call exceeds the limit: how long to wait. */
  readonly waitSeconds?: number | undefined
}

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders({
  policy,
  remaining,
  resetSeconds,
}: Omit<LimitUse, 'waitSeconds'>): Readonly<Record<string, string>> {
  const { name, quota, windowSeconds } = policy
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${Math.max(1, Math.ceil(resetSeconds))}`,
  }
}
