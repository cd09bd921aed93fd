import { CARD_SIZES, cardAddress, type CardKind, type CardSize } from '@outlast/contract/cards'
import { afterEach, describe, expect, test } from 'vitest'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

let news: NewsPool
afterEach(() => news.stop())

/** Requests a card. */
async function get(kind: CardKind, id: number | string, size: string = '1200x630', init: RequestInit = {}, query = '') {
  const response = await fetch(`${news.pool.url}${cardAddress(kind, id as number, size as CardSize)}${query}`, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  const header = (name: string) => response.headers.get(name)
  return {
    status: response.status,
    bytes,
    etag: header('etag') ?? '',
    cache: header('cache-control'),
    type: header('content-type'),
  }
}

const dimensions = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]
const idOf = (name: string) => news.entries.get(name)!.id

/** Beta goes out in week 1. */
async function playWeek(): Promise<void> {
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'KC')
  await news.lock(1)
  await news.finals(1, 'BUF 7-6 MIA', 'KC 30-3 LAC')
}

describe('cards to share', () => {
  test('are PNG images in two sizes, of a week, an entry, an elimination and a champion', async () => {
    news = await startNewsPool()
    await playWeek()
    for (const [size, { width, height }] of Object.entries(CARD_SIZES)) {
      for (const [kind, id] of [
        ['week', 1],
        ['week', 2],
        ['entry', idOf('Alpha')],
        ['elimination', idOf('Beta')],
      ] as const) {
        const { status, type, bytes } = await get(kind, id, size)
        expect([kind, status, type, dimensions(bytes)]).toEqual([kind, 200, 'image/png', ['PNG', width, height]])
      }
    }
    expect((await get('champion', SEASON)).status).toBe(404)
    await news.pick('Alpha', 2, 'SF')
    await news.pick('Gamma', 2, 'DAL')
    await news.lock(2)
    await news.finals(2, 'SF 7-6 DAL')
    expect(dimensions((await get('champion', SEASON)).bytes)).toEqual(['PNG', 1200, 630])
  })

  test('of an open week stay the same byte by byte while members pick, and change with the lock', async () => {
    news = await startNewsPool()
    const before = await get('week', 1)
    await news.pick('Alpha', 1, 'BUF')
    await news.pick('Beta', 1, 'MIA')
    const after = await get('week', 1)
    expect(after).toEqual(before)
    expect(after.status).toBe(200)
    await news.lock(1)
    expect((await get('week', 1)).etag).not.toBe(before.etag)
  })

  test('have their version as a strong ETag, and can be kept at the address that names it', async () => {
    news = await startNewsPool()
    const { etag, cache, bytes } = await get('week', 1)
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
    expect(cache).toBe('public, no-cache')
    const version = etag.slice(1, -1)
    const named = await get('week', 1, '1200x630', {}, `?v=${version}`)
    expect([named.cache, named.etag]).toEqual(['public, max-age=31536000, immutable', etag])
    expect(named.bytes.equals(bytes)).toBe(true)
    expect((await get('week', 1, '1200x630', {}, '?v=earlier')).cache).toBe('public, no-cache')
    const unchanged = await get('week', 1, '1200x630', { headers: { 'if-none-match': etag } })
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
    const head = await get('week', 1, '1200x630', { method: 'HEAD' })
    expect([head.status, head.etag, head.bytes.length]).toEqual([200, etag, 0])
  })

  test('reject addresses that no card has, with a sentence', async () => {
    news = await startNewsPool()
    for (const [kind, id] of [
      ['week', 99],
      ['entry', 99],
      ['elimination', idOf('Alpha')],
      ['champion', SEASON],
      ['champion', 2029],
    ] as const) {
      const { status, bytes } = await get(kind, id)
      expect([kind, status, JSON.parse(bytes.toString())]).toMatchObject([kind, 404, { code: 'card_not_found' }])
    }
    expect((await get('week', 'one')).status).toBe(400)
    expect((await get('week', 1, '10x10')).status).toBe(400)
    expect((await get('poster' as CardKind, 1)).status).toBe(400)
    expect((await fetch(`${news.pool.url}/og/week`)).status).toBe(404)
    expect((await get('week', 1, '1200x630', { method: 'POST' })).status).toBe(405)
  })

  test('show the club’s crest, and change with it', async () => {
    news = await startNewsPool()
    const { etag } = await get('week', 1)
    const crest = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="5" cy="5" r="4"/></svg>'
    await news.admin.call('updateClub', { body: { crest: Buffer.from(crest).toString('base64') } })
    const changed = await get('week', 1)
    expect(changed.status).toBe(200)
    expect(changed.etag).not.toBe(etag)
  })
})
