import type { WeekProof } from '@outlast/contract'
import { emptyPool, evolve, merkleRoot, type RecordedEvent } from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../tests/database.ts'
import { expectSameRelations } from '../tests/expect-same-relations.ts'
import { hashing } from '../tests/recorded-pool.ts'
import { type StoredPool, store } from '../tests/store.ts'
import { lockProof } from './proof/lock-proof.ts'

// Stores random histories, in which every command and every value of every rule occurs, and compares the tables with what the domain
// derives from the same log, and the leaves of each proof with the root of its lock. `READ_MODEL_HISTORIES` sets their number (`npm run test:long -- read-models`: 1,000),
// `READ_MODEL_HISTORIES_SEED` the first of their seeds, which are consecutive.

const COUNT = Number(process.env['READ_MODEL_HISTORIES'] ?? 24)
const FIRST_SEED = Number(process.env['READ_MODEL_HISTORIES_SEED'] ?? 1)

/** Found faults that the first ones do not: two picks of one place that became void, one after the other. */
const FOUND = [108, 155]

const db = useTestDatabase()

it.each([...new Set([...Array.from({ length: COUNT }, (_, i) => FIRST_SEED + i), ...FOUND])])(
  'the tables and proofs are what the domain derives, halfway and at the end of a random history (seed %i)',
  async (seed) => {
    const events = eventsOf(seed)
    for (const length of [Math.ceil(events.length / 2), events.length]) {
      const pool = poolAfter(events.slice(0, length))
      await store(db, pool)
      await expectSameRelations(db, pool)
      for (const { id, locked } of pool.state.rounds.values()) {
        const proof = await lockProof(db, pool.state, id)
        expect(proof && rootOf(proof)).toBe(locked?.merkleRoot)
      }
    }
  },
)

const rootOf = ({ leaves }: WeekProof) =>
  merkleRoot(
    hashing,
    leaves.map(({ entry_id: entryId, slot = 1, commitment }) => ({ entryId, slot, commitment })),
  )

function eventsOf(seed: number): readonly RecordedEvent[] {
  const events: RecordedEvent[] = []
  const found = playSeed(seed, { observe: () => (run) => void events.push(...run.recorded), compares: false })
  if (found !== undefined) throw new Error(`seed ${seed}, step ${found.steps.length}`, { cause: found.error })
  return events
}

function poolAfter(events: readonly RecordedEvent[]): StoredPool {
  const state = emptyPool()
  for (const event of events) evolve(state, event)
  return { state, events }
}
