import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@outlast/contract/client'
import { removeDataFolder } from '@outlast/testing/files'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { type ServerProcess, startServer } from '@outlast/testing/server/server-process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from './support/cli.ts'

// Starts this version on the data of earlier releases, and compares its answers with theirs (tests/fixtures/README.md).

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))
const releases = readdirSync(FIXTURES).filter((name) => name.startsWith('outlast-'))

/** What a release answered before its data was saved. */
interface Answers {
  readonly login: { readonly email: string; readonly password: string }
  readonly week_id: number
  readonly entry_id: number
  readonly pick_id: number
  readonly team: string
  readonly head: { readonly position: number; readonly hash: string }
  readonly heads: { readonly public_key: string; readonly heads: readonly object[] }
  readonly matrices: Readonly<Record<string, { readonly entries: readonly object[]; readonly weeks: readonly object[] }>>
  readonly receipt: { readonly commitment: string; readonly nonce: string; readonly team_abbr: string }
}

test('there is data of a release before this one', () => {
  expect(releases).toContain('outlast-0.1.0')
})

describe.each(releases)('after an upgrade from %s', (release) => {
  const answers = JSON.parse(readFileSync(join(FIXTURES, release, 'answers.json'), 'utf8')) as Answers
  let database: TestDatabase
  let parent: string
  let env: Record<string, string>
  let server: ServerProcess

  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'outlast-upgrade-'))
    database = await createTestDatabase({ empty: true })
    env = { DATABASE_URL: database.connectionString, OUTLAST_DATA: join(parent, 'data') }
    const restored = await runCommand('restore', [join(FIXTURES, release, 'backup.tar')], { env })
    if (restored.code !== 0) throw new Error(restored.err)
    server = await startServer({ env: { ...env, AUTO_SYNC: 'off' } })
  })

  afterAll(async () => {
    await server.stop()
    await database.drop()
    removeDataFolder(join(parent, 'data'))
    rmSync(parent, { recursive: true, force: true })
  })

  const get = async (path: string): Promise<unknown> => (await fetch(`${server.url}${path}`)).json()
  const signIn = async () => {
    const { token } = await createClient({ baseUrl: server.url, token: () => null }).call('login', { body: answers.login })
    return createClient({ baseUrl: server.url, token: () => token })
  }

  test('the log is the one that was there, with the heads that were signed', async () => {
    const { position, hash } = answers.head
    expect(await get('/api/audit/heads')).toMatchObject({
      public_key: answers.heads.public_key,
      heads: expect.arrayContaining([...answers.heads.heads]),
    })
    expect(await runCommand('log', ['verify', '--head', `${position}:${hash}`], { env })).toMatchObject({ code: 0 })
  })

  test('the log commits to the names of the accounts that were there', async () => {
    const committed = /The names of [1-9]\d* accounts are those that the log committed to\n(?![^]*not committed yet)/
    await expect.poll(async () => (await runCommand('log', ['verify'], { env })).err, { timeout: 120_000 }).toMatch(committed)
  })

  test('every pick, result and elimination of both seasons is the same', async () => {
    for (const [season, before] of Object.entries(answers.matrices)) {
      expect(before.entries.length).toBeGreaterThan(1)
      expect(await get(`/api/history/matrix?season=${season}`)).toMatchObject(before)
    }
  })

  test('a member signs in with the same password, and finds the hidden pick and its receipt', async () => {
    const mia = await signIn()
    const receipt = await mia.call('pickReceipt', { params: { id: answers.pick_id } })
    expect(receipt).toMatchObject(answers.receipt)
    const pick = { entry_id: answers.entry_id, week_id: answers.week_id, team_abbr: answers.team }
    expect(await mia.call('submitPick', { body: pick })).toMatchObject({ id: answers.pick_id, team_abbr: answers.team })
  })

  // The versions stay the same, but this release reads more from the same data.
  test.each(['pool', `week:${answers.week_id}`])('a browser that has the live view of %s reads it again', async (topic) => {
    const { version } = (await get(`/api/live/${topic}`)) as { readonly version: number }
    const headers = { 'if-none-match': `W/"${version}"` }
    expect((await fetch(`${server.url}/api/live/${topic}`, { headers })).status).toBe(200)
  })

  test('the read models match the log', async () => {
    expect(await runCommand('projections', ['check'], { env })).toMatchObject({ code: 0 })
  })
})
