import { seededRandom } from '@outlast/seasons/random'
import { expect, test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { curiousAdmin } from './curious-admin.ts'
import { play } from './play.ts'
import { preparePools } from './prepare.ts'
import { tokenFor } from './readers.ts'
import { startWorld } from './world.ts'
import { NOT_PLAYED } from './not-played.ts'
import { ADMIN_CALLS, GENERATORS, randomSequence } from './steps.ts'

test('every call that an admin may make has a generator of random requests, or a reason to be left out', () => {
  expect([...Object.keys(GENERATORS), ...Object.keys(NOT_PLAYED)].sort()).toEqual([...ADMIN_CALLS].sort())
})

test('a random sequence depends on its seed only', () => {
  expect(randomSequence(seededRandom(1))).toEqual(randomSequence(seededRandom(1)))
  expect(randomSequence(seededRandom(1))).not.toEqual(randomSequence(seededRandom(2)))
})

test('the comparison of two worlds finds the difference if the owner of a hidden pick is among the readers', async () => {
  const prepared = await preparePools()
  try {
    expect((await play(prepared, [], 1)).ending).toEqual({ kind: 'end' })
    expect((await play(prepared, [], 1, ['owner'])).ending).toMatchObject({ kind: 'difference' })
  } finally {
    await prepared.stop()
  }
})

test('in the pools with a vote on sharing, owners have voted differently', async () => {
  const prepared = await preparePools(undefined, 'votes')
  try {
    const votes = []
    for (const database of prepared.databases) {
      const world = await startWorld({ ...prepared, database, seed: 'sequence' })
      votes.push(await world.pool.as(tokenFor(2)).call('getSplitVote', { params: { id: 2 } }))
      await world.stop()
    }
    expect(votes).toEqual([{ choice: 'share' }, { choice: 'play_on' }])
  } finally {
    await prepared.stop()
  }
})

test('whatever an admin does, nobody but the owners sees a difference between two pools that differ only in hidden picks', () =>
  expectToPass(curiousAdmin))
