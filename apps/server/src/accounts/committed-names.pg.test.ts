import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'
import { newNonce } from '../commands/nonce.ts'
import { namesJob } from '../jobs/names-job.ts'
import { createWaiter } from '../lib/wait.ts'
import { compareNames, readNamedAccounts } from './committed-names.ts'

let database: TestDatabase
let service: AuthService
let call: ReturnType<AuthService['as']>
let errors: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  service = await startAuthService(database.connectionString)
  const ann = { email: 'ann@club.example', password: 'correct horse', first_name: 'Ann', last_name: 'Archer' }
  call = service.as((await service.call('POST', '/api/auth/register', ann)).body.token)
  errors = []
})
afterEach(async () => {
  await service.close()
  await database.drop()
})

const create = (first_name: string) =>
  call('POST', '/api/admin/users', { email: `${first_name}@club.example`, first_name, last_name: 'Test' })
const compare = async () => compareNames(service.follower.pool, await readNamedAccounts(service.db))
const problems = async () => (await compare()).findings
const saltOf = async (id: number) => (await readNamedAccounts(service.db)).find((row) => row.user_id === id)?.name_salt
const swap = () =>
  sql`UPDATE accounts AS a SET first_name = b.first_name, last_name = b.last_name, name_salt = b.name_salt
    FROM accounts AS b WHERE a.user_id + b.user_id = 3`.execute(service.db)
/** Adds an account as it was before the log had commitments. */
async function addOlder(id: number): Promise<void> {
  await service.submit({ kind: 'visitor' }, 'RegisterUser', { emailTaken: false, adminGrant: 'never' })
  await sql`INSERT INTO accounts (user_id, email, email_key, first_name, last_name, created_at)
    VALUES (${id}, ${`${id}@x.example`}, ${`${id}@x.example`}, 'Old', ${`Member ${id}`}, now())`.execute(service.db)
}
const runJob = () => {
  const log = { error: (_data: object, text: string) => void errors.push(text) }
  const job = namesJob({ ...service, newNonce, log: log as never })
  return job.run(new AbortController().signal, createWaiter())
}

describe('commitments to names', () => {
  it('fit the account after each way to create one', async () => {
    await create('Bob')
    const csv = 'name,email\nCara Quinn,cara@club.example\nDan Quinn,dan@club.example'
    expect(await call('POST', '/api/admin/import/members', { csv, dry_run: false })).toMatchObject({ status: 200 })
    expect(await compare()).toEqual({ findings: [], committed: 4, uncommitted: 0 })
  })

  it('fit the account after changes of names, each with a salt of its own', async () => {
    await create('Bob')
    const salts = [await saltOf(1), await saltOf(2)]
    await call('PATCH', '/api/account', { last_name: 'Ash' })
    await call('PATCH', '/api/admin/users/2', { first_name: 'Rob' })
    expect(await problems()).toEqual([])
    const changed = [await saltOf(1), await saltOf(2)]
    expect(new Set([...salts, ...changed]).size).toBe(4)
    await call('PATCH', '/api/account', { mobile: '+1 555 0100', last_name: 'Ash' })
    await call('PATCH', '/api/admin/users/2', { email: 'rob@club.example' })
    expect(await problems()).toEqual([])
    expect([await saltOf(1), await saltOf(2)]).toEqual(changed)
  })

  it('name both accounts whose names were swapped, even with their salts', async () => {
    await create('Bob')
    await swap()
    expect(await problems()).toEqual([
      { position: 1, problem: 'the names of user 1 are not those that the log committed to' },
      { position: 2, problem: 'the names of user 2 are not those that the log committed to' },
    ])
  })

  it('name accounts without a row or a salt, but no deleted ones', async () => {
    for (const name of ['Bob', 'Cara', 'Dan']) await create(name)
    await call('DELETE', '/api/admin/users/2')
    await service.db.deleteFrom('accounts').where('user_id', '=', 3).execute()
    await service.db.updateTable('accounts').set({ name_salt: null }).where('user_id', '=', 4).execute()
    expect((await problems()).map(({ problem }) => problem)).toEqual([
      'the account of user 3 is missing',
      'the names of user 4 are not those that the log committed to',
    ])
  })

  it('leave no salt behind when the account is deleted', async () => {
    await create('Bob')
    const salt = await saltOf(2)
    expect(salt).toMatch(/^[0-9a-f]{64}$/)
    await call('DELETE', '/api/admin/users/2')
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT string_agg(a::text, ' ') FROM accounts a) || (SELECT string_agg(e::text, ' ') FROM events e)
        || coalesce((SELECT string_agg(r::text, ' ') FROM command_receipts r), '') AS text`.execute(service.db)
    expect(rows[0]?.text).toContain('Archer')
    expect(rows[0]?.text).not.toContain(salt)
  })
})

describe('namesJob', () => {
  it('commits to the names of older accounts once', async () => {
    const older = Array.from({ length: 150 }, (_, index) => index + 2)
    for (const id of older) await addOlder(id)
    expect(await compare()).toEqual({ findings: [], committed: 1, uncommitted: older.length })
    await runJob()
    expect(await compare()).toEqual({ findings: [], committed: 1 + older.length, uncommitted: 0 })
    const { position } = service.follower
    await runJob()
    expect(service.follower.position).toBe(position)
    expect(errors).toEqual([])
  })

  it('commits to no other names after somebody removed a salt, and says whose names differ', async () => {
    await create('Bob')
    await sql`UPDATE accounts SET name_salt = NULL, first_name = 'Eve' WHERE user_id = 2`.execute(service.db)
    const { position } = service.follower
    await runJob()
    expect(service.follower.position).toBe(position)
    expect(errors).toEqual([
      expect.stringMatching(
        /^Somebody changed names in the database: the names of user 2 are not those that the log committed to\. Run /,
      ),
    ])
  })
})
