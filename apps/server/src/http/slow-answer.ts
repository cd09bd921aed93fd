import { setTimeout as delay } from 'node:timers/promises'

/** Does something, and answers no sooner than after so many milliseconds, so that how long it took tells nothing. */
export async function notFasterThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [settled] = await Promise.allSettled([work(), delay(ms)])
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
