import { expect, test } from 'vitest'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { openDatabase } from '../src/database/index.ts'
import type { Tables } from '../src/database/tables.ts'
import { readEvents } from '../src/log/read.ts'
import { sendJson } from '@outlast/testing/http/requests'
import { registerMembers, teamAt } from '@outlast/testing/members/members'
import { startTestPool } from '@outlast/testing/server/test-pool'

test('a stopping server responds to every request that it accepted, and records no other request', async () => {
  const database = await createTestDatabase()
  const pool = await startTestPool({ database })
  const { admin, members } = await registerMembers(pool.url, 3, 5)
  const { id: weekId } = await admin.api.call('createWeek', { body: { season_year: 2090, week_number: 1 } })
  const senders = members.flatMap(({ token, entryIds }) => entryIds.map((entryId) => ({ token, entryId })))
  const acknowledged: number[] = []
  let isOver = false
  const sending = senders.map(async ({ token, entryId }, i) => {
    for (let n = 0; !isOver; n += 1) {
      const pick = { entry_id: entryId, week_id: weekId, team_abbr: teamAt(i + n) }
      const response = await sendJson<{ receipt?: { position: number } }>('POST', `${pool.url}/api/picks`, token, pick).catch(
        () => undefined,
      )
      // No response: the server no longer accepted the connection.
      if (response === undefined) return
      expect([200, 201, 503]).toContain(response.status)
      if (response.body.receipt !== undefined) acknowledged.push(response.body.receipt.position)
    }
  })
  while (acknowledged.length < 100) await new Promise((resolve) => setTimeout(resolve, 5))
  await pool.stop()
  isOver = true
  await Promise.all(sending)
  const log = openDatabase<Tables>({ connectionString: database.connectionString, max: 1, onError: () => {} })
  const recorded = (await readEvents(log.db, 0, 100_000)).filter((event) => event.type === 'PickSubmitted')
  await log.close()
  await database.drop()
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(recorded.map((event) => event.position))
})
