import { randomUUID } from 'node:crypto'
import { compareWithLog, eventually, readLog, sendJson, startOpenPool } from '@outlast/testing'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { acceptAgain, NO_SPACE, refuseForLackOfSpace } from '@outlast/testing/postgres/full-disk'
import { expect, test } from 'vitest'

// On any machine, without a small file system: PostgreSQL itself refuses what would need space, with the error of a full disk.
// `soak/outage/disk-full-kill.ts` fills a real one, which only root on Linux can mount.

const NOT_STORED =
  'The disk of the pool is full, so this was not stored. Tell the commissioner; what was confirmed before is safe'

test('on a full disk, confirmed picks survive kill -9, refused ones say so, and the pool recovers without help', async () => {
  const database = await createTestDatabase()
  const { connectionString } = database
  const pool = await startOpenPool(database, { members: 2, entriesEach: 1, env: { LOG_LEVEL: 'info' } })
  const [server] = pool.servers
  const url = pool.url(0)
  const [ann, bob] = pool.members.map(({ token, entryIds }) => ({ token, entryId: entryIds[0] ?? 0 }))
  if (server === undefined || ann === undefined || bob === undefined) throw new Error('the pool is not complete')

  const pick = async ({ token, entryId }: typeof ann, team: string, key: string = randomUUID()) => {
    const body = { entry_id: entryId, week_id: pool.weekId, team_abbr: team }
    const response = await sendJson<{ receipt?: { position: number }; error?: string }>('POST', `${url}/api/picks`, token, body, {
      'idempotency-key': key,
    })
    return { status: response.status, error: response.body.error, position: response.body.receipt?.position ?? 0, entryId, team }
  }
  const readiness = async () => {
    const response = await fetch(`${url}/readyz`)
    return [response.status, ((await response.json()) as { checks: { database: boolean; storage: boolean } }).checks]
  }
  const space = async () => {
    const response = await fetch(`${url}/api/admin/server`, { headers: { authorization: `Bearer ${pool.admin.token}` } })
    return ((await response.json()) as { disk: string }).disk
  }
  // What a server logs arrives through a pipe, which can be slower than its response.
  const logs = (text: string | RegExp) => eventually(() => expect(server.output()).toMatch(text))
  const refusedBy = async (team: string, key: string) => {
    let answer = await pick(bob, team, key)
    // An overloaded machine can lose a reply of the database; a repeat then says what became of it.
    while (answer.error?.startsWith('The connection was lost') === true) answer = await pick(bob, team, key)
    expect(answer).toMatchObject({ status: 503, error: NOT_STORED })
    await eventually(async () => expect(await readiness()).toMatchObject([503, { database: true, storage: false }]))
    expect(await space()).toBe('full')
  }

  try {
    expect(await readiness()).toMatchObject([200, { database: true, storage: true }])
    const confirmed = [await pick(ann, 'BUF'), await pick(bob, 'SEA')]
    expect(confirmed.map(({ status }) => status)).toEqual([201, 201])

    await refuseForLackOfSpace(connectionString)
    const key = randomUUID()
    await refusedBy('DEN', key)
    expect((await fetch(`${url}/api/weeks`)).status).toBe(200)
    await logs(`PostgreSQL refused to store something: ${NO_SPACE.replaceAll('"', String.raw`\"`)}`)
    await logs(/The disk of .+ is full\. Delete something there/)

    await server.kill()
    await server.start()
    await refusedBy('DEN', key)
    await acceptAgain(connectionString)
    await eventually(async () => expect(await readiness()).toMatchObject([200, { database: true, storage: true }]))
    await logs(/The disk of the database has space again, after \d+ s/)
    expect(await space()).not.toBe('full')

    const [first, again] = [await pick(bob, 'DEN', key), await pick(bob, 'DEN', key)]
    expect([first.status, again.status, again.position]).toEqual([200, 200, first.position])
    const { lost, duplicated, chainProblems } = compareWithLog(await readLog(connectionString), [...confirmed, first])
    expect({ lost, duplicated, chainProblems }).toEqual({ lost: [], duplicated: [], chainProblems: [] })
  } finally {
    await pool.stop()
    await database.drop()
  }
})
