import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@outlast/contract'

const RETRY_MS = 100

/** Sends a request as a careful client does: again, with the same idempotency key, until a response arrives or only a 503. */
export async function sendUntilAnswered<Reply>(send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> {
  for (const key = randomUUID(); ; await sleep(RETRY_MS)) {
    try {
      return await send(key)
    } catch (error) {
      const isTemporary = error instanceof ApiError && (error.code === 'network' || error.status === 503)
      if (!isTemporary) throw error
    }
  }
}
