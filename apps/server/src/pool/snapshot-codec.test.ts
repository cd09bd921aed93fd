import { emptyPool, evolve, type PoolState, type RecordedEvent } from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { expect, it } from 'vitest'
import { GENESIS } from '../log/chain.ts'
import { emptyLogState } from './follower.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-codec.ts'

/** Everything that a pool holds, with maps as their sorted entries. */
function contentOf(pool: PoolState): unknown {
  return Object.fromEntries(
    Object.entries(pool).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'fork' in value ? new Map(value.entries()) : value,
    ]),
  )
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 108, 155])('a snapshot holds the whole pool of a random history (seed %i)', async (seed) => {
  const events: RecordedEvent[] = []
  playSeed(seed, { observe: () => (run) => void events.push(...run.recorded), compares: false })
  const pool = emptyPool()
  for (const event of events) evolve(pool, event)
  const head = { ...emptyLogState().head, position: pool.position, hash: GENESIS }
  const { state } = await decodeSnapshot(await encodeSnapshot({ pool, head, streamLengths: new Map() }, null))
  expect(contentOf(state.pool)).toEqual(contentOf(pool))
})

it('a snapshot holds what the clubhouse screen shows', async () => {
  const pool = { ...emptyPool(), clubhouseScreen: { ...emptyPool().clubhouseScreen, scenes: [] } }
  const { state } = await decodeSnapshot(await encodeSnapshot({ ...emptyLogState(), pool }, null))
  expect(state.pool.clubhouseScreen.scenes).toEqual([])
})
