import { createClient } from '@outlast/contract/client'
import { eventually } from '@outlast/testing/async'
import { createTemporaryFolder } from '@outlast/testing/files'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { createTestDatabase, withClient } from '@outlast/testing/postgres/database'
import { type Api, registerPerson } from '@outlast/testing/server/people'
import { startServer, testEnvironment } from '@outlast/testing/server/server-process'
import { expect, test } from 'vitest'

/**
 * How many messages have arrived before and after each kill: before the news of a week are queued, while they are sent, without an
 * acknowledgement, and after they were sent.
 */
const KILLS = [
  { before: 0, after: 1 },
  { before: 3, after: 3 },
  { before: 5, after: 5 },
  { before: 8, after: 8 },
]
const WEEKS = KILLS.length

test('news are queued once for a webhook and for each member, however often the server is killed', async () => {
  const database = await createTestDatabase()
  const chat = await startLocalWebhook()
  const env = testEnvironment(database.connectionString, {
    OUTLAST_DATA: createTemporaryFolder('kill'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'pool@club.example',
  })
  const server = await startServer({ env })
  try {
    const clientFor = (token: string | null): Api => createClient({ baseUrl: server.url, token: () => token })
    const { api } = await registerPerson(clientFor, 'Ada', 'Test')
    const member = await registerPerson(clientFor, 'Mia', 'Test')
    await member.api.call('createEntry', { body: { user_id: member.id, name: 'Alpha' } })
    await member.api.call('updateNotifications', { body: { channel: 'mail', news: { reveal: true } } })
    await api.call('updateReminders', { body: { enabled: true } })
    await api.call('createWebhook', { body: { url: chat.url, events: ['lock', 'reveal'] } })
    for (let week_number = 1; week_number <= WEEKS; week_number += 1) {
      await api.call('createWeek', { body: { season_year: 2030, week_number } })
    }
    const received = () => new Set(chat.received.map(({ headers }) => headers['webhook-id'])).size
    for (const [index, { before, after }] of KILLS.entries()) {
      if (index === 2) chat.failWith('forget', 1)
      await api.call('updateWeek', { params: { id: index + 1 }, body: { lock_time: '2020-01-01T00:00:00Z' } })
      await eventually(() => expect(received()).toBeGreaterThanOrEqual(before))
      await server.kill()
      await server.start()
      await eventually(() => expect(received()).toBeGreaterThanOrEqual(after))
    }
    const rows = () =>
      withClient(database.connectionString, async (client) => ({
        deliveries: (
          await client.query(
            `SELECT purpose AS event, count(*)::int AS n FROM deliveries WHERE channel = 'webhook' GROUP BY event ORDER BY event`,
          )
        ).rows,
        mails: (
          await client.query(
            `SELECT count(*)::int AS n, count(DISTINCT subject)::int AS weeks FROM deliveries WHERE channel = 'mail' AND purpose = 'reveal'`,
          )
        ).rows,
      }))
    // The mails of the last week are queued after its message to the chat.
    await eventually(async () =>
      expect(await rows()).toEqual({
        deliveries: [
          { event: 'lock', n: WEEKS },
          { event: 'reveal', n: WEEKS },
        ],
        mails: [{ n: WEEKS, weeks: WEEKS }],
      }),
    )
    const bodies = new Map(chat.received.map(({ headers, body }) => [headers['webhook-id'], body]))
    expect(new Set(bodies.values()).size).toBe(bodies.size)
  } finally {
    await server.stop()
    await chat.stop()
    await database.drop()
  }
})
