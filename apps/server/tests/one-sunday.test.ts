import { momentText } from '@outlast/contract/moment-text'
import { eventually } from '@outlast/testing'
import { withClient } from '@outlast/testing/postgres/database'
import { afterEach, expect, test } from 'vitest'
import { type NewsPool, startNewsPool } from './support/news-pool.ts'

// What the live board, the clubhouse screen, the summary and the messages say of one Sunday. Board and screen show `momentText` of the moments.

let news: NewsPool
afterEach(() => news.stop())

/** A mail server that is never there, so that every mail stays in the outbox. */
const MAIL = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@club.example' } as const

/** Returns the texts of all messages about the week, to members and to the chat. */
async function messages(): Promise<string> {
  const { rows } = await withClient(news.pool.database.connectionString, (client) =>
    client.query<{ text: string }>(`SELECT subject || ' ' || text AS text FROM deliveries`),
  )
  return rows.map(({ text }) => text).join('\n')
}

test('moments, summary and messages of a Sunday say the same of the same', async () => {
  news = await startNewsPool({ config: { mail: MAIL }, names: ['Alpha', 'Beta', 'Gamma', 'Delta'] })
  for (const { api } of news.entries.values())
    await api.call('updateNotifications', {
      body: {
        channel: 'mail',
        news: { reveal: true, pick_final: true, correction: true, week_results: true, rules: true },
      },
    })
  await news.admin.call('updateReminders', { body: { enabled: true } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'KC')
  await news.pick('Delta', 1, 'LAC')
  await news.lock(1)
  await news.finals(1, 'BUF 7-6 MIA', 'KC 30-3 LAC')
  const moments = await news.pool.visitor.call('weekMoments', { params: { id: 1 } })
  const said = moments.map((moment) => momentText(moment))
  expect(said).toContainEqual({ title: 'Half of the pool is gone', detail: '2 of 4 still in' })
  expect(said).toContainEqual({ title: 'BUF 7–6', detail: 'Alpha is through · Beta is out' })

  const { lines } = await news.pool.visitor.call('getWeekSummary', { params: { id: 1 } })
  const half = moments.find(({ kind }) => kind === 'half_gone')!
  expect(lines).toContain('Half of the pool is gone. 2 of 4 still in.')
  expect(lines[0]).toBe(
    `2 of ${half.total} entries went out in week 1 (“Owner Beta · Beta” and “Owner Delta · Delta”); the other ${half.alive} are still in.`,
  )
  await eventually(async () => expect(await messages()).toContain('Week 1 is complete'))
  const texts = await messages()
  expect(texts).toContain(`2 entries went out, and ${half.alive} entries are still in.`)
  for (const { through, out } of moments)
    for (const [group, fate] of [
      [through, 'is through'],
      [out, 'is out'],
    ] as const)
      for (const { entry_name: name } of group?.people ?? []) expect(texts).toContain(`“${name}” ${fate}`)
  expect(news.pool.breaches).toEqual([])
})
