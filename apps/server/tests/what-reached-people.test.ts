import { eventually } from '@outlast/testing'
import { type LocalPush, startLocalPush } from '@outlast/testing/fakes/local-push'
import { type LocalSmtp, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import type { Person } from '@outlast/testing/server/people'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ZONE_AT_NOON } from '@outlast/testing/zone-at-noon'

// What admins read of a sending is compared with what the mail server and the push service took.

let smtp: LocalSmtp
let push: LocalPush
let pool: TestPool
let root: Person
let ann: Person
let bob: Person

beforeEach(async () => {
  smtp = await startLocalSmtp()
  push = await startLocalPush()
})
afterEach(async () => {
  await pool.stop()
  await push.stop()
  await smtp.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

/** Ann and Bob play, and have not picked. Ann gets mails, Bob gets pushes. */
async function open(mail: 'smtp' | 'files'): Promise<void> {
  const config =
    mail === 'smtp' ? { config: { mail: { kind: 'smtp' as const, url: smtp.url, from: 'Club <pool@club.example>' } } } : {}
  pool = await startTestPool({ ...config, overrides: { mailPace: { timeoutMs: 2000, retryMs: 10 } } })
  root = await pool.register('Root')
  ;[ann, bob] = [await pool.register('Ann'), await pool.register('Bob')]
  await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  await root.api.call('updateReminders', { body: { enabled: true } })
  for (const { api, id } of [ann, bob]) await api.call('createEntry', { body: { user_id: id, name: 'One' } })
  await ann.api.call('updateNotifications', { body: { channel: 'mail', news: {}, time_zone: ZONE_AT_NOON } })
  await bob.api.call('updateNotifications', { body: { channel: 'push', news: {}, time_zone: ZONE_AT_NOON } })
}

const mailed = () => smtp.received.flatMap(({ to }) => to).toSorted()
const broadcast = (): Promise<unknown> =>
  root.api.call('broadcast', { body: { subject: 'News', text: 'Kickoff is on Thursday.' } })
const broadcasts = async () => (await root.api.call('deliveries')).broadcasts
/** What the desk says of reminders. Each person reads the same of the own ones, and nobody those of others. */
const arrivals = async () => {
  const { sent, reminded } = await root.api.call('getReminders')
  for (const person of [ann, bob]) {
    const read = (by: Person) => by.api.call('userReminders', { params: { id: person.id } })
    const own = reminded.filter(({ user_id }) => user_id === person.id).map(({ arrived }) => arrived)
    expect((await read(person)).map(({ arrived }) => arrived)).toEqual(own)
    expect(await read(root)).toEqual(await read(person))
    await expect(read(person === ann ? bob : ann)).rejects.toMatchObject({ code: 'user_not_found' })
  }
  return {
    reached: sent.map(({ reached }) => reached),
    people: reminded.map(({ name, arrived }) => `${name}: ${arrived}`).sort(),
  }
}

describe('what the desk says was sent', () => {
  test('is what the mail server and the push service took', async () => {
    await open('smtp')
    const browser = push.subscribe()
    await bob.api.call('addPushSubscription', { body: browser.subscription })
    await broadcast()
    await eventually(async () =>
      expect(await broadcasts()).toMatchObject([{ recipients: 3, sent: 3, written: 0, waiting: 0, failed: 0 }]),
    )
    expect(mailed()).toEqual([ann.email, bob.email, root.email].toSorted())
    expect(await root.api.call('sendReminders', { body: {} })).toEqual({ members: 2 })
    await eventually(async () => expect(await arrivals()).toEqual({ reached: [2], people: ['Ann Test: sent', 'Bob Test: sent'] }))
    expect(mailed().filter((to) => to === ann.email)).toHaveLength(2)
    expect(push.received).toHaveLength(1)
  })

  test('is nothing while the mail server refuses, and who was not reached has a name', async () => {
    await open('smtp')
    smtp.failWith('refuse')
    await bob.api.call('updateNotifications', { body: { channel: 'mail', news: {} } })
    await root.api.call('sendReminders', { body: {} })
    await eventually(async () =>
      expect(await arrivals()).toEqual({ reached: [0], people: ['Ann Test: failed', 'Bob Test: failed'] }),
    )
    expect(mailed()).toEqual([])
  })

  test('is nobody without a mail server: mails are written to files', async () => {
    await open('files')
    const browser = push.subscribe()
    await bob.api.call('addPushSubscription', { body: browser.subscription })
    await broadcast()
    await eventually(async () =>
      expect(await broadcasts()).toMatchObject([{ recipients: 3, sent: 0, written: 3, waiting: 0, failed: 0 }]),
    )
    await root.api.call('sendReminders', { body: {} })
    await eventually(async () =>
      expect(await arrivals()).toEqual({ reached: [1], people: ['Ann Test: written', 'Bob Test: sent'] }),
    )
    expect([mailed(), push.received.length]).toEqual([[], 1])
  })
})
