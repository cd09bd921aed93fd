import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'
import type { PageContent } from './page-content.ts'

const PAGE = `<!doctype html><html><head>
<meta
  name="description"
  content="Outlast is a survivor pool."
/>
<title>Outlast</title>
</head><body><div id="root"></div></body></html>`

const CONTENT: PageContent = {
  path: '/reveal/9',
  title: 'Week 9',
  description: '62 of 81 are still in. Out: “<b>Ace</b>” & co.',
  picture: { kind: 'week', id: 9, version: 'abc' },
  firstView: { kicker: 'Week 9', headline: '62 of 81 are still in', line: 'Out: <script>alert(1)</script>', pool: null },
}

let folder: string
let app: TinyApp
let content: (path: string) => Promise<PageContent | undefined>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlast-pages-'))
  await writeFile(join(folder, 'index.html'), PAGE)
  content = (path) => Promise.resolve(path === '/reveal/9' ? CONTENT : undefined)
  app = await startTinyApp({ webFolder: folder, content: (path) => content(path) })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, init: RequestInit = {}) => fetch(app.url + path, init)

describe('Pages', () => {
  it('put the title, the description and absolute tags of an address into the page, escaped', async () => {
    const text = await (await get('/reveal/9?team=KC')).text()
    expect(text).toContain('<title>Week 9 · Club &amp; &lt;Co&gt;</title>')
    expect(text.match(/name="description"/g)).toHaveLength(1)
    const escaped = '62 of 81 are still in. Out: “&lt;b&gt;Ace&lt;/b&gt;” &amp; co.'
    expect(text).toContain(`<meta name="description" content="${escaped}" />`)
    expect(text).toContain(`<meta property="og:description" content="${escaped}" />`)
    expect(text).toContain('<meta property="og:site_name" content="Club &amp; &lt;Co&gt;" />')
    expect(text).toContain('<meta property="og:url" content="http://localhost:8080/reveal/9" />')
    const image = 'http://localhost:8080/og/week/9/1200x630.png?v=abc'
    expect(text).toContain(`<meta property="og:image" content="${image}" />`)
    expect(text).toContain(`<meta name="twitter:image" content="${image}" />`)
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />')
  })

  it('put the first view into the app’s element, escaped, without scripts or styles', async () => {
    const text = await (await get('/reveal/9')).text()
    expect(text).toMatch(/<div id="root"><div class="first-view">.*<h1>62 of 81 are still in<\/h1>.*<\/div><\/div>/s)
    expect(text).toContain('<p>Out: &lt;script&gt;alert(1)&lt;/script&gt;</p>')
    expect(text).not.toMatch(/<script|<style|style=/)
  })

  it('show visitors of the pool’s own address its games and the ways in, and name what the app will ask for', async () => {
    const pool = { topics: ['week:9', 'season:2026'], games: ['DAL 17–10 GB', 'KC at BUF'], isOpenToNewMembers: true } as const
    content = () => Promise.resolve({ ...CONTENT, path: '/', firstView: { ...CONTENT.firstView!, pool } })
    const text = await (await get('/')).text()
    expect(text).toContain('data-topics="week:9 season:2026"')
    expect(text).toMatch(/<li>DAL 17–10 GB<\/li>\s*<li>KC at BUF<\/li>/)
    expect(text).toMatch(/<a href="\/auth\?register">Join the pool<\/a>\s*<a href="\/auth">Sign in<\/a>/)
    content = () =>
      Promise.resolve({
        ...CONTENT,
        path: '/',
        firstView: { ...CONTENT.firstView!, pool: { ...pool, isOpenToNewMembers: false } },
      })
    expect(await (await get('/')).text()).not.toContain('Join the pool')
  })

  it('name only the club at other addresses, and have nothing in the app’s element', async () => {
    const text = await (await get('/account')).text()
    expect(text).toContain('<title>Club &amp; &lt;Co&gt;</title>')
    expect(text).toContain('og:site_name')
    expect(text).not.toContain('og:image')
    expect(text).toContain('<div id="root"></div>')
  })

  it('have an ETag of their content: 304 while it stays the same, and the new page when it changes', async () => {
    const first = await get('/reveal/9')
    const etag = first.headers.get('etag') ?? ''
    expect([first.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^(W\/)?"[\w-]{22}"$/)])
    expect((await get('/reveal/9', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await get('/reveal/9', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    content = () => Promise.resolve({ ...CONTENT, title: 'Week 10' })
    const changed = await get('/reveal/9', { headers: { 'if-none-match': etag } })
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('<title>Week 10 · ')])
  })

  it('are served without content when it cannot be read', async () => {
    content = () => Promise.reject(new Error('the database is away'))
    const failed = await get('/reveal/9')
    expect([failed.status, await failed.text()]).toEqual([200, expect.stringContaining('<div id="root"></div>')])
    content = () => new Promise(() => {})
    expect((await get('/reveal/9')).status).toBe(200)
  })
})
