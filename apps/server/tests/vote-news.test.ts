import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { eventually } from '@outlast/testing'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { createTestDatabase, type TestDatabase, withClient } from '@outlast/testing/postgres/database'
import { setDatabaseClock } from '@outlast/testing/postgres/movable-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// Messages about votes on sharing (docs/rules.md §18). Votes are held in real time, which the tests move.

/** A mail server that is never there, so that every mail stays in the outbox. */
const MAIL = mailSetting()
const ABOUT_A_VOTE = /vote on sharing|share the title/

let news: NewsPool
let database: TestDatabase

/** Alpha and Beta can vote in week 2, and Gamma fell in week 1. */
beforeEach(async ({ task }) => {
  database = await createTestDatabase()
  await setDatabaseClock(database.connectionString, '2030-09-03T12:00:00Z')
  news = await startNewsPool({ database, config: { mail: MAIL } })
  const prizes = task.name.includes('prizes') ? { shares: [60, 40], weekly_cents: 0 } : null
  await news.admin.call('updateRules', { body: { split: { at_most: 2, from_week: 2 }, prizes } })
  for (const { api } of [{ api: news.admin }, ...news.entries.values()]) {
    await api.call('updateNotifications', { body: { channel: 'mail' } })
  }
  await news.admin.call('updateReminders', { body: { enabled: true } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'KC')
  await news.pick('Gamma', 1, 'MIA')
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA', 'KC 7-3 DEN')
  await news.admin.call('setCurrentWeek', { body: { week_id: 2 } })
})

afterEach(async () => {
  await news.stop()
  await database.drop()
})

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mails about votes, once everything so far has been compared. */
async function mails(): Promise<Mail[]> {
  return withClient(database.connectionString, async (client) => {
    await eventually(async () => {
      const { rows } = await client.query(
        `SELECT c.position >= (SELECT max(position) FROM events WHERE type NOT IN ('SplitVoteCast')) AS done FROM news_cursor AS c`,
      )
      expect(rows).toEqual([{ done: true }])
    })
    const { rows } = await client.query<Mail>(
      `SELECT split_part(recipient, '@', 1) AS to, regexp_replace(subject, '^[^:]*: ', '') AS subject, text FROM deliveries ORDER BY id, recipient`,
    )
    return rows.filter(({ subject }) => ABOUT_A_VOTE.test(subject))
  })
}

const told = async () => (await mails()).map(({ to, subject }) => `${to}: ${subject}`)

async function vote(name: string, choice: 'share' | 'play_on'): Promise<void> {
  const { id, api } = news.entries.get(name)!
  await api.call('castSplitVote', { params: { id }, body: { choice } })
}

/** Moves to the close of the vote, 24 hours before the lock on Sunday at noon in New York. */
async function close(): Promise<void> {
  await setDatabaseClock(database.connectionString, '2030-09-14T16:00:00Z')
  await news.admin.call('setSiteTime', { body: { now_iso: null } })
}

const OPENED = ['owner.alpha: A vote on sharing is open', 'owner.beta: A vote on sharing is open']

describe('news about votes on sharing', () => {
  test('tell the club’s chat the champions at the close, and not again at the lock', async () => {
    expect(await told()).toEqual(OPENED)
    const chat = await startLocalWebhook()
    await news.admin.call('createWebhook', { body: { url: chat.url, events: ['champion', 'lock'] } })
    const texts = () => chat.received.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text)
    await vote('Alpha', 'share')
    await vote('Beta', 'share')
    await close()
    await eventually(() =>
      expect(texts()).toEqual([
        expect.stringContaining(
          'We have champions! Owner Alpha · Alpha and Owner Beta · Beta share the title, decided in week 2.',
        ),
      ]),
    )
    await news.lock(2)
    await eventually(() => expect(texts().slice(1)).toEqual([expect.stringContaining('Week 2 is locked')]))
    await chat.stop()
  })

  test('remind all voters once, whoever has voted, and tell them that they share the title', async () => {
    expect(await told()).toEqual(OPENED)
    const [first] = await mails()
    expect(first?.text).toContain(
      '2 entries are alive in week 2. If all of them say yes, they are champions together and share the pot. The vote closes on Saturday, September 14 at 12:00 PM ET.',
    )
    await vote('Alpha', 'share')
    await vote('Beta', 'play_on')
    await vote('Beta', 'share')
    expect(await told()).toEqual(OPENED)
    await close()
    expect((await told()).slice(2)).toEqual(['owner.alpha: You share the title', 'owner.beta: You share the title'])
    const last = (await mails()).at(-1)
    expect(last?.text).toContain(
      'All said yes: “Owner Alpha · Alpha” and “Owner Beta · Beta” are champions together and share the pot.',
    )
    expect(last?.text).toContain('The picks of week 2 cost nothing.')
    expect(news.pool.breaches).toEqual([])
  })

  test('say in a pool with prizes that the champions share those of their places', async () => {
    const [first] = await mails()
    expect(first?.text).toContain('they are champions together and share the prizes of their places.')
    await vote('Alpha', 'share')
    await vote('Beta', 'share')
    await close()
    expect((await mails()).at(-1)?.text).toContain(
      '“Owner Alpha · Alpha” and “Owner Beta · Beta” are champions together and share the prizes of their places.',
    )
  })

  test('tell the voters who said no, and that they play on', async () => {
    expect(await told()).toEqual(OPENED)
    await vote('Alpha', 'share')
    await close()
    expect((await told()).slice(2)).toEqual(['owner.alpha: The vote on sharing failed', 'owner.beta: The vote on sharing failed'])
    expect((await mails()).at(-1)?.text).toContain(
      'You play on: it takes all entries that are alive. Yes: “Owner Alpha · Alpha”. Not voted: “Owner Beta · Beta”.',
    )
  })

  test('tell why a vote ended, and ask those anew who can vote again', async () => {
    await vote('Alpha', 'share')
    expect(await told()).toEqual(OPENED)
    await news.finals(1, 'BUF 3-7 MIA', 'KC 7-3 DEN')
    expect((await told()).slice(2).toSorted()).toEqual([
      'owner.alpha: The vote on sharing ended without a result',
      'owner.beta: The vote on sharing begins anew',
      'owner.gamma: The vote on sharing begins anew',
    ])
    const ended = (await mails()).find(({ subject }) => subject.includes('ended'))
    expect(ended?.text).toContain(
      'Other entries are alive than when it began, so the vote on sharing ended without a result. You play on.',
    )
  })

  test('tell that the rules or the lock ended a vote, and that the same entries are asked again', async () => {
    expect(await told()).toEqual(OPENED)
    await news.admin.call('updateWeek', { params: { id: 2 }, body: { lock_time: '2030-09-04T00:00:00Z' } })
    expect((await told()).slice(2)).toEqual(
      ['owner.alpha', 'owner.beta'].map((to) => `${to}: The vote on sharing ended without a result`),
    )
    expect((await mails()).at(-1)?.text).toContain('The lock moved to an earlier time')
    await news.admin.call('updateWeek', { params: { id: 2 }, body: { lock_time: '2030-09-15T16:00:00Z' } })
    expect((await told()).slice(4)).toEqual(OPENED)
  })
})
