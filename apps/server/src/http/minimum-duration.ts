import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the work for an existing account takes, so that the duration does not reveal whether there is one. */
const RESPONSE_MS = 300

/** Runs an operation and settles no sooner than after {@link RESPONSE_MS}, so that its duration reveals nothing. */
export async function withMinimumDuration<T>(operation: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([operation(), delay(RESPONSE_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
