import { startLocalWebhook } from '@outlast/testing/fakes/local-webhook'
import { readRaw, withoutTimesAndIds } from '@outlast/testing/http/readable-addresses'
import { expect, test, vi } from 'vitest'
import { startNewsPool } from './support/news-pool.ts'

/** A team in any spelling. */
const CANARY = /\bSEA\b|Seattle|Seahawks/i

interface Leaving {
  /** Every byte that leaves the pool for a chat. */
  readonly messages: readonly string[]
  readonly calendar: string
  /** What the admin's page shows of the webhook. */
  readonly webhooks: string
  readonly log: readonly string[]
  /** Differs between the runs, or the test would prove nothing. */
  readonly owner: string
}

/** Plays a week with all its news, while entries have hidden picks of the next week. */
async function play(hidden: readonly [alpha: string, beta: string]): Promise<Leaving> {
  const chat = await startLocalWebhook()
  const log: string[] = []
  const news = await startNewsPool({ onLogLine: (line) => void log.push(JSON.stringify(line)) })
  await news.admin.call('createWebhook', { body: { url: chat.url } })
  const { url } = await news.admin.call('createCalendarAddress', { body: {} })
  await news.pick('Alpha', 2, hidden[0])
  await news.pick('Gamma', 2, hidden[1])
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.lock(1)
  await vi.waitFor(() => expect(chat.received).toHaveLength(2), { timeout: 20_000 })
  await news.pick('Gamma', 2, hidden[0])
  await news.finals(1, 'BUF 7-3 MIA')
  await vi.waitFor(() => expect(chat.received).toHaveLength(4), { timeout: 20_000 })
  const webhooks = await vi.waitFor(async () => {
    const [webhook] = await news.admin.call('listWebhooks')
    expect(webhook?.deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
    return webhook
  })
  const { id, api } = news.entries.get('Alpha')!
  const leaving = {
    messages: chat.received.map(({ body }) => withoutTimesAndIds(body)),
    calendar: withoutTimesAndIds(await readRaw(news.pool.url, new URL(url ?? '').pathname, undefined)),
    webhooks: withoutTimesAndIds(JSON.stringify(webhooks)),
    log,
    owner: JSON.stringify(await api.call('entryPicks', { params: { id } })),
  }
  await news.stop()
  await chat.stop()
  return leaving
}

test('messages of webhooks, the calendar and logs are the same whatever the hidden picks are, and never name their teams', async () => {
  const one = await play(['SEA', 'DEN'])
  const two = await play(['LAR', 'SEA'])
  expect(two.messages).toEqual(one.messages)
  expect(two.calendar).toBe(one.calendar)
  expect(two.webhooks).toBe(one.webhooks)
  for (const { messages, calendar, webhooks, log } of [one, two]) {
    expect([...messages, calendar, webhooks, ...log].filter((text) => CANARY.test(text))).toEqual([])
  }
  expect(one.calendar).toContain('SUMMARY:Week 1')
  expect(two.owner).not.toBe(one.owner)
})
