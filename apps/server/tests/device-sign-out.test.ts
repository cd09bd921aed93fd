import { Watcher } from '@outlast/testing/live/watcher'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { PASSWORD } from '@outlast/testing/server/people'
import { afterEach, describe, expect, it } from 'vitest'

const pools: TestPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0).reverse()) await pool.stop()
})

async function startTwoProcesses() {
  const one = await startTestPool()
  pools.push(one)
  const two = await startTestPool({ database: one.database })
  pools.push(two)
  return { one, two }
}

describe('a device that is signed out from another one', () => {
  it('loses its live topics and its REST access on every process, and the others keep theirs', async () => {
    const { one, two } = await startTwoProcesses()
    const owner = await one.register('Olga')
    const signIn = () => one.visitor.call('login', { body: { email: owner.email, password: PASSWORD } })
    const [phone, laptop] = [await signIn(), await signIn()]
    const topic = `user:${owner.id}`
    const watchers = [one, two].map((pool) => ({
      lost: new Watcher(pool.url, phone.token),
      kept: new Watcher(pool.url, laptop.token),
    }))
    const closings = []
    for (const { lost, kept } of watchers) {
      expect(await lost.join(topic)).toMatchObject({ ok: true })
      expect(await kept.join(topic)).toMatchObject({ ok: true })
      closings.push(new Promise((resolve) => lost.socket.on('disconnect', resolve)))
    }
    const device = (await one.as(phone.token).call('listSessions')).find(({ is_current }) => is_current)
    await one.as(laptop.token).call('endSession', { params: { id: device?.id ?? '' } })
    await Promise.all(closings)
    for (const pool of [one, two]) {
      await expect(pool.as(phone.token).call('me')).rejects.toMatchObject({ status: 401, code: 'token_revoked' })
      expect(await pool.as(laptop.token).call('me')).toMatchObject({ id: owner.id })
    }
    for (const { lost, kept } of watchers) {
      expect(kept.socket.connected).toBe(true)
      lost.close()
      kept.close()
    }
    expect([...one.breaches, ...two.breaches]).toEqual([])
  })

  it('stays signed out after a restart', async () => {
    const { one, two } = await startTwoProcesses()
    const owner = await one.register('Olga')
    await one.as(owner.token).call('endSession', { params: { id: 'current' } })
    await pools.pop()?.stop()
    const three = await startTestPool({ database: two.database })
    pools.push(three)
    await expect(three.as(owner.token).call('me')).rejects.toMatchObject({ code: 'token_revoked' })
  })
})
