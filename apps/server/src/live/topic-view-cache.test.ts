import type { PoolView } from '@outlast/contract/live/wire'
import { emptyPool } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { ViewReader } from './view-reader.ts'
import { TopicViewCache } from './topic-view-cache.ts'

function startCache() {
  const state = { position: 5, derived: 0 }
  const reader: ViewReader = {
    read: async (use) => {
      await Promise.resolve()
      const view = () => {
        state.derived += 1
        return { club_name: `at ${state.position}` } as PoolView
      }
      const queries = {
        position: state.position,
        pool: view,
        season: view,
        get source() {
          state.derived += 1
          return { pool: emptyPool(), people: {} }
        },
      }
      return use(queries as never)
    },
  }
  const follower = {
    pool: emptyPool(),
    get position() {
      return state.position
    },
  }
  return { state, cache: new TopicViewCache({ reader, follower, versions: { current: () => state.position } }) }
}

describe('TopicViewCache', () => {
  it('derives a public view once for all requests and keeps it until the topic changes', async () => {
    const { state, cache } = startCache()
    const views = await Promise.all(Array.from({ length: 50 }, () => cache.view('pool')))
    expect([state.derived, new Set(views).size]).toEqual([1, 1])
    expect(views[0]).toMatchObject({ version: 5, view: { club_name: 'at 5' } })
    state.position = 6
    expect(await cache.view('pool')).toMatchObject({ version: 6, view: { club_name: 'at 6' } })
    expect(state.derived).toBe(2)
  })

  it('does not keep views of unknown seasons, nor those that are read for one viewer', async () => {
    const { state, cache } = startCache()
    for (const read of [() => cache.view('season:2031'), () => cache.read('user:1'), () => cache.read('admin')]) {
      await read()
      await read()
    }
    expect(state.derived).toBe(6)
  })
})
