import type { PoolView } from '@outlast/contract/live/wire'
import { emptyPool } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { LiveReader } from './reader.ts'
import { Snapshots } from './snapshots.ts'

/** A pool that is read when the test says so. */
function pool() {
  const held: (() => void)[] = []
  const world = { position: 5, reads: 0, waited: [] as number[] }
  const reader: LiveReader = {
    read: async (use) => {
      world.reads += 1
      const { position } = world
      await new Promise<void>((resolve) => held.push(resolve))
      const view = { club_name: `at ${position}`.padEnd(2_000, '.') } as PoolView
      return use({ position, view: () => Promise.resolve(view) } as never)
    },
  }
  const snapshots = new Snapshots({
    reader,
    follower: {
      pool: emptyPool(),
      get position() {
        return world.position
      },
      caughtUpTo: async (position) => void world.waited.push(position),
    },
    versions: { current: () => world.position, versionAt: (_topic, position) => position },
  })
  const release = async (): Promise<void> => {
    for (const resume of held.splice(0)) resume()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { world, snapshots, release }
}

const clubOf = (body: { readonly encoded: { readonly raw: Buffer } } | undefined) =>
  (JSON.parse(body!.encoded.raw.toString()) as { view: PoolView }).view.club_name.replace(/\.+$/, '')

describe('snapshots', () => {
  it('are read and encoded once, however many ask, and kept until the topic moves on', async () => {
    const { world, snapshots, release } = pool()
    const asked = Array.from({ length: 50 }, () => snapshots.snapshot('pool'))
    await release()
    const bodies = await Promise.all(asked)
    expect(world.reads).toBe(1)
    expect(new Set(bodies.map((body) => body?.encoded)).size).toBe(1)
    expect(bodies[0]).toMatchObject({ version: 5, encoded: { etag: '5' } })
    expect(bodies[0]?.encoded.brotli).toBeDefined()
    expect((await snapshots.snapshot('pool'))?.encoded).toBe(bodies[0]?.encoded)
    expect(world.reads).toBe(1)
    world.position = 6
    const next = snapshots.snapshot('pool')
    await release()
    expect(clubOf(await next)).toBe('at 6')
    expect(world.waited).toEqual([5, 6])
  })

  it('are read again for whoever asks after something happened while one was being read', async () => {
    const { world, snapshots, release } = pool()
    const early = snapshots.snapshot('pool')
    world.position = 6
    const late = snapshots.snapshot('pool')
    await release()
    await release()
    expect(clubOf(await early)).toBe('at 5')
    expect(clubOf(await late)).toBe('at 6')
    expect(world.reads).toBe(2)
  })

  it('make different answers of one view', async () => {
    const { world, snapshots, release } = pool()
    const name = snapshots.cachedBody('pool', 'name', (view) => view.club_name.length)
    await release()
    expect((await name)?.encoded.raw.toString()).toBe('2000')
    expect((await snapshots.cachedBody('pool', 'more', (view) => view.club_name.length + 1))?.encoded.raw.toString()).toBe('2001')
    expect(world.reads).toBe(1)
  })

  it('are not kept of a season that nobody keeps a version of, nor of members’ own topics', async () => {
    const { world, snapshots, release } = pool()
    for (const topic of ['season:2031', 'user:1', 'admin'] as const) {
      for (let i = 0; i < 2; i += 1) {
        const asked = snapshots.snapshot(topic)
        world.position += 1
        await release()
        await asked
      }
    }
    expect(world.reads).toBe(6)
  })
})
