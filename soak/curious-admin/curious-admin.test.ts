import { seededRandom } from '@outlast/seasons/random'
import { expect, test } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { curiousAdmin } from './curious-admin.ts'
import { play } from './play.ts'
import { preparePools } from './prepare.ts'
import { tokenFor } from './readers.ts'
import { PROXY, SLATES } from './layout.ts'
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

test('the comparison of two worlds finds the difference if the owner of a hidden pick is among the readers, or who picks for the owner', async () => {
  const prepared = await preparePools()
  try {
    expect((await play(prepared, [], 1)).ending).toEqual({ kind: 'end' })
    expect((await play(prepared, [], 1, ['owner'])).ending).toMatchObject({ kind: 'difference' })
    const naming = { by: 2, route: 'nameProxy', params: { id: 2 }, body: { user_id: PROXY, week_id: 4 } } as const
    expect((await play(prepared, [naming], 1, ['proxy'])).ending).toMatchObject({ kind: 'difference' })
  } finally {
    await prepared.stop()
  }
})

test.each(['votes', 'everything'] as const)('in the pools “%s”, owners have voted differently', async (rules) => {
  const prepared = await preparePools(undefined, rules)
  try {
    const votes = []
    for (const database of prepared.databases) {
      const world = await startWorld({ database, feedUrl: prepared.feedUrl, now: prepared.now, seed: 'sequence' })
      votes.push(await world.pool.as(tokenFor(2)).call('getSplitVote', { params: { id: 2 } }))
      await world.stop()
    }
    expect(votes).toEqual([{ choice: 'share' }, { choice: 'play_on' }])
  } finally {
    await prepared.stop()
  }
})

test('in the pools with everything at once, owners have picked differently in both slates', async () => {
  const prepared = await preparePools(undefined, 'everything')
  try {
    const picks = []
    for (const database of prepared.databases) {
      const world = await startWorld({ database, feedUrl: prepared.feedUrl, now: prepared.now, seed: 'sequence' })
      const { view } = await world.pool.as(tokenFor(2)).call('liveSnapshot', { params: { topic: 'user:2' } })
      const entries = 'user' in view ? view.entries : []
      picks.push(entries.flatMap((entry) => entry.picks.filter(({ week_id }) => SLATES.some((id) => id === week_id))))
      await world.stop()
    }
    const [one = [], other = []] = picks
    expect(one).toHaveLength(8)
    const differs = one.filter((pick, i) => pick.team_abbr !== other[i]?.team_abbr)
    expect(differs.map(({ slot }) => slot)).toEqual([2, 2, 2, 2])
  } finally {
    await prepared.stop()
  }
})

test('whatever an admin does, nobody but the owners sees a difference between two pools that differ only in hidden picks', () =>
  expectToPass(curiousAdmin))
