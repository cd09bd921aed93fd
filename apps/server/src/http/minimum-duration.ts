import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a request for an existing account takes, so that the duration does not reveal whether the account exists. */
const RESPONSE_MS = 300

/** Runs an operation that takes at least {@link RESPONSE_MS}, so that its duration reveals nothing. */
export async function withMinimumDuration<T>(operation: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([operation(), delay(RESPONSE_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
