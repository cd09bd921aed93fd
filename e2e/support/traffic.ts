import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@outlast/contract'
import type { Acknowledged } from '@outlast/testing/log-check'
import type { Person, Pool } from '@outlast/testing/server/pool'

/** An entry that somebody keeps picking for. */
export interface PickedEntry {
  readonly owner: Person
  readonly entryId: number
}

/** Members who pick without end, and somebody who reads without end, beside the browsers. */
export interface Traffic {
  readonly acknowledged: readonly Acknowledged[]
  /** Picks that had to be sent again. */
  readonly resent: number
  /** Why reads failed. */
  readonly failedReads: readonly string[]
  /** Waits until so many more picks have been acknowledged. */
  more(picks: number): Promise<void>
  /** Lets what is under way be answered. */
  stop(): Promise<void>
}

const PAUSE_MS = 20
const AGAIN_MS = 100

/** Starts it: each entry changes between the teams, one pick after the other. */
export function startTraffic(pool: Pool, entries: readonly PickedEntry[], weekId: number, teams: readonly string[]): Traffic {
  const state = { acknowledged: [] as Acknowledged[], resent: 0, failedReads: [] as string[], isOver: false }
  const pickOn = async ({ owner, entryId }: PickedEntry): Promise<void> => {
    for (let n = 0; !state.isOver; n += 1) {
      const team = teams[n % teams.length] ?? ''
      const body = { entry_id: entryId, week_id: weekId, team_abbr: team }
      const { receipt } = await untilAnswered(
        (idempotencyKey) => owner.api.call('submitPick', { body, idempotencyKey }),
        () => (state.resent += 1),
      )
      state.acknowledged.push({ position: receipt.position, entryId, team })
      await sleep(PAUSE_MS)
    }
  }
  const readOn = async (): Promise<void> => {
    for (const api = pool.api(); !state.isOver; await sleep(PAUSE_MS)) {
      await api.call('getPool').catch((error: unknown) => state.failedReads.push(String(error)))
    }
  }
  const running = Promise.all([...entries.map(pickOn), readOn()])
  return {
    acknowledged: state.acknowledged,
    get resent() {
      return state.resent
    },
    failedReads: state.failedReads,
    async more(picks) {
      const enough = state.acknowledged.length + picks
      // Whoever was refused says so here, not at the end alone.
      while (state.acknowledged.length < enough) await Promise.race([sleep(PAUSE_MS), running])
    },
    async stop() {
      state.isOver = true
      await running
    },
  }
}

/** Sends something as a careful client does: when no answer came, or none but "not now", again with the same key. */
export async function untilAnswered<Answer>(
  send: (idempotencyKey: string) => Promise<Answer>,
  onAgain: () => void = () => {},
): Promise<Answer> {
  for (const key = randomUUID(); ; await sleep(AGAIN_MS)) {
    try {
      return await send(key)
    } catch (error) {
      const isPassing = error instanceof ApiError && (error.code === 'network' || error.status === 503)
      if (!isPassing) throw error
      onAgain()
    }
  }
}
