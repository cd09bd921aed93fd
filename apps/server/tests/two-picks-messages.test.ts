import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { eventually } from '@outlast/testing'
import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { withClient } from '@outlast/testing/postgres/database'
import { afterEach, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// What mails and chats say where a week takes two picks from an entry.

/** A mail server that is never there, so that every mail stays in the outbox. */
const MAIL = mailSetting()
const ALL = { reveal: true, pick_final: true, correction: true, week_results: true, rules: true, reminder: true }

let news: NewsPool
let stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await news.stop()
  for (const stop of stops) await stop()
  stops = []
})

async function start(rules: object = {}): Promise<void> {
  news = await startNewsPool({ config: { mail: MAIL } })
  await news.admin.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 1 }, ...rules } })
  await news.admin.call('setCurrentWeek', { body: { week_id: 1 as never } })
  await news.admin.call('updateReminders', { body: { enabled: true } })
  for (const { api } of news.entries.values()) {
    await api.call('updateNotifications', { body: { channel: 'mail', news: ALL } })
  }
}

interface Mail {
  readonly subject: string
  readonly text: string
}

async function mails(kind: string): Promise<readonly Mail[]> {
  const { rows } = await withClient(news.pool.database.connectionString, (client) =>
    client.query<Mail>('SELECT subject, text FROM deliveries WHERE purpose = $1 ORDER BY recipient, id', [kind]),
  )
  return rows.map(({ subject, text }) => ({ subject: subject.replace(/^[^:]*: /, ''), text }))
}
const subjects = async (kind: string) => (await mails(kind)).map(({ subject }) => subject)

test('a reminder to a member who lacks a pick says how many the entry has made', async () => {
  await start({ missed_pick: 'eliminated', slot_loss: 'each', lives: 2 })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'BUF')
  await news.pick('Beta', 1, 'KC', 2)
  const { api } = news.entries.get('Gamma')!
  await api.call('createEntry', { body: { user_id: 4, name: 'Gamma 2' } })
  expect(await news.admin.call('getReminders')).toMatchObject({ members_without_pick: 2 })
  expect(await news.admin.call('sendReminders', { body: {} })).toEqual({ members: 2 })
  const [alpha, gamma] = await mails('reminder')
  expect([alpha?.subject, gamma?.subject]).toEqual(['Picks for week 1 are missing', 'Picks for week 1 are missing'])
  expect(alpha?.text).toContain('“Alpha” has 1 of 2 picks for week 1. Picks close ')
  expect(alpha?.text).toContain('With a pick missing, this week costs a life.')
  expect(gamma?.text).toContain('With 2 picks missing, this week costs its last 2 lives.')
  expect(alpha?.text).toContain('Make your picks')
  expect(gamma?.text).toContain('“Gamma” has 0 of 2 picks and “Gamma 2” has 0 of 2 picks for week 1.')
  expect(`${alpha?.text} ${gamma?.text}`).not.toMatch(/Bills|BUF|Chiefs|KC/)
})

test('news of results name each pick, and no entry is through while a pick is open', async () => {
  await start({ lives: 2 })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Alpha', 1, 'KC', 2)
  await news.lock(1)
  await news.finals(1, 'BUF 7-3 MIA', 'KC v DEN')
  await eventually(async () => expect(await subjects('pick_final')).toEqual(['“Alpha” won, with 1 pick to come']))
  await news.finals(1, 'BUF 7-3 MIA', 'KC 3-7 DEN')
  await eventually(async () =>
    expect((await subjects('pick_final')).at(-1)).toBe('“Alpha” lost and is still in, with 1 life left'),
  )
})

test('a change by an admin names the teams after the lock, and none before', async () => {
  await start()
  await news.pick('Alpha', 1, 'BUF')
  const override = (slot: number, team_abbr: string) => {
    const body = { entry_id: news.entries.get('Alpha')!.id as never, week_id: 1 as never, slot, team_abbr, reason: 'a call' }
    return news.admin.call('overridePick', { body })
  }
  await override(2, 'KC')
  await eventually(async () => expect(await mails('pick_changed')).toHaveLength(1))
  await news.lock(1)
  await override(2, 'SF')
  await eventually(async () => expect(await mails('pick_changed')).toHaveLength(2))
  const [before, after] = await mails('pick_changed')
  expect(before?.text).not.toMatch(/Bills|Chiefs/)
  expect(after?.text).toContain('They are now the Bills and the 49ers. The reason given: a call')
})

test('the chat counts picks, not entries', async () => {
  await start({ missed_pick: 'auto', auto_pick: ['alphabetical'] })
  const chat = await startLocalWebhook()
  stops.push(() => chat.stop())
  await news.admin.call('createWebhook', { body: { url: chat.url, preset: 'standard', events: ['lock', 'reveal'] } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Alpha', 1, 'KC', 2)
  await news.pick('Beta', 1, 'KC', 2)
  await news.lock(1)
  await eventually(() => {
    const texts = chat.received.map(({ body }) => body).join()
    expect(texts).toContain('Week 1 is locked: 3 of 6 picks made. 3 automatic picks besides. See the picks:')
    expect(texts).toContain('Most picked: Cardinals 2, Chiefs 2, Falcons 1')
  })
})
