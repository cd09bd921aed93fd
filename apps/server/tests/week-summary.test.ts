import { afterEach, describe, expect, test } from 'vitest'
import { withClient } from '@outlast/testing/postgres/database'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

/** Nothing listens there, so mails stay in the outbox. */
const MAIL = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'pool@club.example' } as const

let news: NewsPool
afterEach(() => news.stop())

const params = { id: 1 }
const select = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
  withClient(news.pool.database.connectionString, async (client) => (await client.query(statement)).rows)
const read = () => news.pool.visitor.call('getWeekSummary', { params })

/** Beta goes out in week 1 by one point. */
async function playWeek(): Promise<void> {
  news = await startNewsPool({ config: { mail: MAIL } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'KC')
  await news.lock(1)
  await news.finals(1, 'BUF 7-6 MIA', 'KC 30-3 LAC')
}

const WRITTEN = [
  '1 of 3 entries went out in week 1 (“Owner Beta · Beta”); the other 2 are still in.',
  'Closest escape: “Owner Alpha · Alpha” on the Bills, 7–6 against the Dolphins.',
  'Loneliest survivor: “Owner Alpha · Alpha”, alone on the Bills.',
  'Biggest upset: the Dolphins, with 1 pick, lost 6–7 against the Bills.',
]

describe('the summary of a week', () => {
  test('is written from the log as soon as the week is complete, and follows corrections', async () => {
    await playWeek()
    await expect(news.pool.visitor.call('getWeekSummary', { params: { id: 2 } })).rejects.toMatchObject({
      status: 409,
      code: 'week_not_complete',
    })
    await expect(news.pool.visitor.call('getWeekSummary', { params: { id: 9 } })).rejects.toMatchObject({ status: 404 })
    const summary = await read()
    expect(summary).toMatchObject({ week_id: 1, season_year: SEASON, week_number: 1, is_edited: false, is_pinned: false })
    expect(summary.lines.slice(0, 4)).toEqual(WRITTEN)
    expect(summary.lines.at(-1)).toMatch(/^Week 2 locks on Sunday, .* at 12:00 PM ET\.$/)
    await news.finals(1, 'BUF 5-6 MIA', 'KC 30-3 LAC')
    expect((await read()).lines).toContain('One final score was corrected.')
    expect((await read()).lines[0]).toContain('“Owner Alpha · Alpha”')
  })

  test('is what an admin wrote until the text is removed', async () => {
    await playWeek()
    const text = '  What a Sunday!\n\nBeta is out.  '
    const edited = await news.admin.call('updateWeekSummary', { params, body: { text } })
    expect(edited).toMatchObject({ lines: ['What a Sunday!', 'Beta is out.'], is_edited: true, is_pinned: false })
    expect(await read()).toEqual(edited)
    const back = await news.admin.call('updateWeekSummary', { params, body: { text: ' ' } })
    expect(back.is_edited).toBe(false)
    expect(back.lines.slice(0, 4)).toEqual(WRITTEN)
  })

  test('can be pinned, which everybody’s view of the pool shows, and one at a time', async () => {
    await playWeek()
    const pinned = async () => (await news.pool.visitor.call('liveSnapshot', { params: { topic: 'pool' } })).view
    await news.admin.call('updateWeekSummary', { params, body: { is_pinned: true } })
    expect(await pinned()).toMatchObject({ pinned_summary_week_id: 1 })
    expect(await read()).toMatchObject({ is_pinned: true })
    await news.admin.call('updateWeekSummary', { params, body: { is_pinned: false } })
    expect(await pinned()).toMatchObject({ pinned_summary_week_id: null })
  })

  test('is mailed to every account, with a link to the week', async () => {
    await playWeek()
    expect(await news.admin.call('mailWeekSummary', { params, body: {}, idempotencyKey: 'mail-1' })).toEqual({ sent: 4 })
    expect(await news.admin.call('mailWeekSummary', { params, body: {}, idempotencyKey: 'mail-1' })).toEqual({ sent: 4 })
    const mails = await select("SELECT text FROM deliveries WHERE purpose = 'week_summary'")
    expect(mails).toHaveLength(4)
    expect(await news.admin.call('mailWeekSummary', { params, body: { audience: 'admins' } })).toEqual({ sent: 1 })
    for (const { text } of mails) {
      expect(text).toContain(WRITTEN[1])
      expect(text).toContain('/reveal/1')
    }
  })

  test('leaves the text out of the log, and deletes it with its week', async () => {
    await playWeek()
    await news.admin.call('updateWeekSummary', { params, body: { text: 'Ann Archer had a bad day.' } })
    const events = await select("SELECT data FROM events WHERE type = 'WeekSummaryChanged'")
    expect(events).toEqual([{ data: { weekId: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/), isPinned: false } }])
    await news.admin.call('setCurrentWeek', { body: { week_id: 2 } })
    await news.admin.call('deleteWeek', { params })
    expect(await select('SELECT * FROM week_summaries')).toEqual([])
  })
})
