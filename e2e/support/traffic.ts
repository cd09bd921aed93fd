import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@outlast/contract'
import type { Acknowledged } from '@outlast/testing/log-check'
import type { Person, Pool } from '@outlast/testing/server/pool'

/** An entry that changes its pick continuously. */
export interface PickedEntry {
  readonly owner: Person
  readonly entryId: number
}

/** Continuous picks by members and continuous reads, in addition to the browsers. */
export interface Traffic {
  readonly acknowledged: readonly Acknowledged[]
  /** How many picks had to be sent again. */
  readonly retries: number
  /** The errors of failed reads. */
  readonly failedReads: readonly string[]
  /** Waits until this many more picks are acknowledged. */
  waitForPicks(picks: number): Promise<void>
  /** Stops after the requests in flight are answered. */
  stop(): Promise<void>
}

const PAUSE_MS = 20
const RETRY_MS = 100

/** Starts the traffic: each entry cycles through the teams, one pick after another. */
export function startTraffic(pool: Pool, entries: readonly PickedEntry[], weekId: number, teams: readonly string[]): Traffic {
  const state = { acknowledged: [] as Acknowledged[], retries: 0, failedReads: [] as string[], isStopped: false }
  const keepPicking = async ({ owner, entryId }: PickedEntry): Promise<void> => {
    for (let n = 0; !state.isStopped; n += 1) {
      const team = teams[n % teams.length] ?? ''
      const body = { entry_id: entryId, week_id: weekId, team_abbr: team }
      const { receipt } = await sendUntilAnswered(
        (idempotencyKey) => owner.api.call('submitPick', { body, idempotencyKey }),
        () => (state.retries += 1),
      )
      state.acknowledged.push({ position: receipt.position, entryId, team })
      await sleep(PAUSE_MS)
    }
  }
  const keepReading = async (): Promise<void> => {
    for (const api = pool.api(); !state.isStopped; await sleep(PAUSE_MS)) {
      await api.call('getPool').catch((error: unknown) => state.failedReads.push(String(error)))
    }
  }
  const running = Promise.all([...entries.map(keepPicking), keepReading()])
  return {
    acknowledged: state.acknowledged,
    get retries() {
      return state.retries
    },
    failedReads: state.failedReads,
    async waitForPicks(picks) {
      const target = state.acknowledged.length + picks
      // A rejected request fails the wait here, not only at the end.
      while (state.acknowledged.length < target) await Promise.race([sleep(PAUSE_MS), running])
    },
    async stop() {
      state.isStopped = true
      await running
    },
  }
}

/** Sends a request as the web client does: retries with the same idempotency key on network errors and 503 responses. */
export async function sendUntilAnswered<Result>(
  send: (idempotencyKey: string) => Promise<Result>,
  onRetry: () => void = () => {},
): Promise<Result> {
  for (const key = randomUUID(); ; await sleep(RETRY_MS)) {
    try {
      return await send(key)
    } catch (error) {
      const isTemporary = error instanceof ApiError && (error.code === 'network' || error.status === 503)
      if (!isTemporary) throw error
      onRetry()
    }
  }
}
