import { ApiError } from '@outlast/contract'
import { eventually } from '@outlast/testing'
import { type LocalPush, startLocalPush } from '@outlast/testing/fakes/local-push'
import { withClient } from '@outlast/testing/postgres/database'
import { PASSWORD, type Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let push: LocalPush
let pool: TestPool
let ann: Person

beforeEach(async () => {
  push = await startLocalPush()
  pool = await startTestPool()
  await pool.register('Root')
  ann = await pool.register('Ann')
})
afterEach(async () => {
  await pool.stop()
  await push.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

const newBrowser = () => push.subscribe().subscription
const devices = async () => (await ann.api.call('getNotifications')).devices

describe('the settings of notifications', () => {
  test('are changed once for each Idempotency-Key, which no other request can use', async () => {
    const keyed = (channel: 'mail' | 'push') =>
      ann.api.call('updateNotifications', { body: { channel }, idempotencyKey: 'channel' })
    await keyed('mail')
    await ann.api.call('updateNotifications', { body: { channel: 'push' } })
    expect(await keyed('mail')).toMatchObject({ channel: 'push' })
    await expect(keyed('push')).rejects.toMatchObject({ status: 409, code: 'idempotency_mismatch' })
    const body = newBrowser()
    const { endpoint } = body
    await ann.api.call('addPushSubscription', { body, idempotencyKey: 'browser' })
    await ann.api.call('removePushSubscription', { body: { endpoint }, idempotencyKey: 'browser' })
    await ann.api.call('addPushSubscription', { body, idempotencyKey: 'browser' })
    expect(await devices()).toBe(0)
    await ann.api.call('addPushSubscription', { body })
    await ann.api.call('removePushSubscription', { body: { endpoint }, idempotencyKey: 'browser' })
    expect(await devices()).toBe(1)
  })

  test('queue one test for repeats with the same key, and answer each alike', async () => {
    await ann.api.call('updateNotifications', { body: { channel: 'push' } })
    await ann.api.call('addPushSubscription', { body: newBrowser() })
    const send = () => ann.api.call('testNotifications', { body: {}, idempotencyKey: 'test' })
    const answers = await Promise.all([send(), send(), send()])
    expect([...answers, await send()]).toEqual(Array(4).fill({ mail: 0, push: 1, refused: 0 }))
    await eventually(() => expect(push.received).toHaveLength(1))
  })
})

describe('push messages', () => {
  test('belong to the login that switched them on', async () => {
    const { token } = await pool.visitor.call('login', { body: { email: ann.email, password: PASSWORD } })
    const phone = pool.as(token)
    await phone.call('addPushSubscription', { body: newBrowser() })
    await ann.api.call('addPushSubscription', { body: newBrowser() })
    await phone.call('endSession', { params: { id: 'current' } })
    expect(await devices()).toBe(1)
  })

  test.each([
    ['before', 'is removed'],
    ['after', 'is refused'],
  ])('of a browser that is added just %s the end of its login: it %s', async (order) => {
    const { token } = await pool.visitor.call('login', { body: { email: ann.email, password: PASSWORD } })
    const phone = pool.as(token)
    const calls = {
      add: () => phone.call('addPushSubscription', { body: newBrowser() }).then(() => 'added', codeOf),
      end: () => ann.api.call('endOtherSessions', { body: {} }).then(({ token: next }) => next, codeOf),
    }
    const [added, next] = await withClient(pool.database.connectionString, async (client) => {
      const waiting = async (count: number) => {
        await client.query('SELECT pg_stat_clear_snapshot()')
        const { rows } = await client.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%accounts%'",
        )
        expect(rows).toHaveLength(count)
      }
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM accounts WHERE user_id = $1 FOR UPDATE', [ann.id])
      const first = order === 'before' ? calls.add() : calls.end()
      await eventually(() => waiting(1))
      const second = order === 'before' ? calls.end() : calls.add()
      await eventually(() => waiting(2))
      await client.query('COMMIT')
      return order === 'before' ? Promise.all([first, second]) : Promise.all([second, first])
    })
    expect(added).toBe(order === 'before' ? 'added' : 'token_revoked')
    expect((await pool.as(next).call('getNotifications')).devices).toBe(0)
  })
})

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : String(error)
}
