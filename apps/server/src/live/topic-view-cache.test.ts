import type { PoolView } from '@outlast/contract/live/wire'
import { emptyPool } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { ViewReader } from './view-reader.ts'
import { TopicViewCache } from './topic-view-cache.ts'

/** A cache over a database whose reads finish when the test releases them. */
function startCache() {
  const held: (() => void)[] = []
  const state = { position: 5, reads: 0, caughtUpTo: [] as number[] }
  const reader: ViewReader = {
    read: async (use) => {
      state.reads += 1
      const { position } = state
      await new Promise<void>((resolve) => held.push(resolve))
      return use({ position, view: () => Promise.resolve({ club_name: `at ${position}` } as PoolView) } as never)
    },
  }
  const cache = new TopicViewCache({
    reader,
    follower: {
      pool: emptyPool(),
      get position() {
        return state.position
      },
      caughtUpTo: async (position) => void state.caughtUpTo.push(position),
    },
    versions: { current: () => state.position, versionAt: (_topic, position) => position },
  })
  const release = async (): Promise<void> => {
    for (const resume of held.splice(0)) resume()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, cache, release }
}

describe('TopicViewCache', () => {
  it('reads a public view once for all requests and keeps it until the topic changes', async () => {
    const { state, cache, release } = startCache()
    const requests = Array.from({ length: 50 }, () => cache.view('pool'))
    await release()
    const views = await Promise.all(requests)
    expect([state.reads, new Set(views).size]).toEqual([1, 1])
    expect(views[0]).toMatchObject({ version: 5, view: { club_name: 'at 5' } })
    expect(await cache.view('pool')).toBe(views[0])
    state.position = 6
    const next = cache.view('pool')
    await release()
    expect((await next)?.view.club_name).toBe('at 6')
    expect(state.caughtUpTo).toEqual([5, 6])
  })

  it('reads again for a request that arrives after the topic changed during a read', async () => {
    const { state, cache, release } = startCache()
    const early = cache.view('pool')
    state.position = 6
    const late = cache.view('pool')
    await release()
    await release()
    expect((await early)?.view.club_name).toBe('at 5')
    expect((await late)?.view.club_name).toBe('at 6')
    expect(state.reads).toBe(2)
  })

  it('does not keep views of unknown seasons, nor those that are read for one viewer', async () => {
    const { state, cache, release } = startCache()
    const reads = [() => cache.view('season:2031'), () => cache.read('user:1'), () => cache.read('admin')]
    for (const read of reads) {
      for (let i = 0; i < 2; i += 1) {
        const pending = read()
        state.position += 1
        await release()
        await pending
      }
    }
    expect(state.reads).toBe(6)
  })
})
