import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'

let pool: TestPool
beforeAll(async () => {
  pool = await startTestPool()
})
afterAll(() => pool.stop())

test('registering again with the same Idempotency-Key returns the same account and a token, and stores no secret', async () => {
  const body = { email: 'ada@club.example', password: PASSWORD, first_name: 'Ada', last_name: 'Test' }
  const first = await pool.visitor.call('register', { body, idempotencyKey: 'register-1' })
  const again = await pool.visitor.call('register', { body, idempotencyKey: 'register-1' })
  expect(again.user).toEqual(first.user)
  await expect(pool.as(again.token).call('me')).resolves.toEqual(first.user)
  const other = { ...body, first_name: 'Eva' }
  await expect(pool.visitor.call('register', { body: other, idempotencyKey: 'register-1' })).rejects.toMatchObject({
    status: 409,
  })
  await expect(pool.visitor.call('register', { body })).rejects.toMatchObject({ status: 409, code: 'email_taken' })
})
