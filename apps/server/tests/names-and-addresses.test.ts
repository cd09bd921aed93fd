import { PASSWORD, type Person } from '@outlast/testing/server/people'
import { withClient } from '@outlast/testing/postgres/database'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const NOT_SEEN = 'Email contains an invisible character. Type it instead of pasting it'

let pool: TestPool
let admin: Person

beforeAll(async () => {
  pool = await startTestPool()
  admin = await pool.register('Ada')
})
afterAll(() => pool.stop())

const register = (email: string) =>
  pool.visitor.call('register', { body: { email, password: PASSWORD, first_name: 'Zoe', last_name: 'Test' } })
const login = (email: string) => pool.visitor.call('login', { body: { email, password: PASSWORD } })

describe('an address with invisible characters', () => {
  test('is refused in every form that stores one, because mail to it would never arrive', async () => {
    const email = 'a\u200bnn@club.example'
    const refused = { status: 400, code: 'invalid_input', message: NOT_SEEN }
    await expect(register(email)).rejects.toMatchObject(refused)
    await expect(admin.api.call('updateAccount', { body: { email, current_password: PASSWORD } })).rejects.toMatchObject(refused)
    const person = { email, first_name: 'Ann', last_name: 'Test' }
    await expect(admin.api.call('adminCreateUser', { body: person })).rejects.toMatchObject(refused)
    await expect(
      admin.api.call('adminUpdateUser', { params: { id: admin.id }, body: { email, current_password: PASSWORD } }),
    ).rejects.toMatchObject(refused)
    const { rows } = await admin.api.call('importMembers', {
      body: { csv: `name,email\nAnn Test,${email}\nAnn Test,ann@club..example`, dry_run: true },
    })
    expect(rows.map(({ reason }) => reason)).toEqual([
      NOT_SEEN,
      'After the @, an email address cannot begin or end with a dot, or have two dots in a row',
    ])
  })

  test('is cleaned at its ends: a second account with an equal address is refused', async () => {
    const { user } = await register('\u200bzoe@club.example\u200b')
    expect(user.email).toBe('zoe@club.example')
    await expect(register('zoe@club.example\ufeff')).rejects.toMatchObject({ status: 409, code: 'email_taken' })
    expect((await login('zoe@club.example\u00a0\u200b')).user.id).toBe(user.id)
    const { rows } = await admin.api.call('importMembers', {
      body: { csv: 'sep=;\nname;email\nZoe Test;zoe@club.example\u200b', dry_run: true },
    })
    expect(rows).toMatchObject([{ status: 'exists', user_id: user.id }])
  })

  test.each(['o\u200bld1@club.example', 'old2@club.example\u200b', 'old3@club..example'])(
    'still signs in the member whose older account has it: %j',
    async (stored) => {
      const { user } = await register(stored.replace('\u200b', '').replace('..', '.'))
      const statement = 'UPDATE accounts SET email = $1, email_key = $1 WHERE user_id = $2'
      await withClient(pool.database.connectionString, (client) => client.query(statement, [stored, user.id]))
      expect((await login(stored.toUpperCase())).user.id).toBe(user.id)
    },
  )
})

test('a member’s second entry cannot look like the first one', async () => {
  const create = (name: string) => admin.api.call('createEntry', { body: { user_id: admin.id, name } })
  await create('My Best 👩‍🚒')
  await expect(create('my\u00a0 best 👩‍🚒')).rejects.toMatchObject({ status: 409, code: 'entry_name_taken' })
  await expect(create('My B\u200best')).rejects.toMatchObject({
    status: 400,
    message: 'Entry name contains an invisible character. Type it instead of pasting it',
  })
  expect((await create('\u200bمی‌خواهم\u200b')).name).toBe('می‌خواهم')
})
