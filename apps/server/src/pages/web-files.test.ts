import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTinyApp, type TinyApp } from '../../tests/support/tiny-app.ts'

let folder: string
let app: TinyApp
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlast-web-'))
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })

const PAGE = `<!doctype html><title>Outlast</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/icon-192.png" />`

describe('webFiles with a build', () => {
  const script = `console.log("${'x'.repeat(2_000)}")`
  beforeEach(async () => {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), PAGE)
    await writeFile(join(folder, 'favicon.svg'), '<svg/>')
    await mkdir(join(folder, 'help'))
    await writeFile(join(folder, 'help', 'rules.html'), '<title>Rules</title><a href="/">← To the pool</a>')
    await writeFile(join(folder, 'manifest.webmanifest'), '{"name":"Outlast survivor pool","id":"/"}')
    await writeFile(join(folder, 'assets', 'index-Dk3f9aZ_.js'), script)
    await writeFile(join(folder, 'assets', 'index-Dk3f9aZ_.js.map'), '{}')
    app = await startTinyApp({ webFolder: folder })
  })

  it('serves hashed files as immutable and compressed', async () => {
    const response = await get('/assets/index-Dk3f9aZ_.js', { 'accept-encoding': 'br' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(await response.text()).toBe(script)
  })

  it('reads a long address at once', async () => {
    const start = performance.now()
    expect((await get(`/assets/${'-'.repeat(15_000)}`)).status).toBe(404)
    expect(performance.now() - start).toBeLessThan(1_500)
  })

  it('serves what the build compressed, and not at an address of its own', async () => {
    const compressed = brotliCompressSync('compressed by the build')
    await writeFile(join(folder, 'assets', 'late-Dk3f9aZ_.js'), script)
    await writeFile(join(folder, 'assets', 'late-Dk3f9aZ_.js.br'), compressed)
    await app.close()
    app = await startTinyApp({ webFolder: folder })
    const response = await get('/assets/late-Dk3f9aZ_.js', { 'accept-encoding': 'br' })
    expect(await response.text()).toBe('compressed by the build')
    expect(await (await get('/assets/late-Dk3f9aZ_.js')).text()).toBe(script)
    expect((await get('/assets/late-Dk3f9aZ_.js.br')).status).toBe(404)
  })

  it('serves other files with revalidation, and 304 to clients that have them', async () => {
    const response = await get('/favicon.svg')
    expect([response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual(['no-cache', 'image/svg+xml'])
    const again = await get('/favicon.svg', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('serves the manifest with the club’s name, and again when the name changes', async () => {
    const first = await get('/manifest.webmanifest')
    expect(await first.json()).toEqual({ name: 'Club & <Co>', short_name: 'Club & <Co>', id: '/' })
    app.pool.club = { name: 'Kickers', color: null, crest: null, showsOdds: true }
    const second = await get('/manifest.webmanifest')
    expect(await second.json()).toMatchObject({ name: 'Kickers' })
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  it('names the club in the guides, unless it has no name of its own', async () => {
    const guide = async () => (await get('/help/rules.html')).text()
    expect(await guide()).toBe('<title>Rules · Club &amp; &lt;Co&gt;</title><a href="/">← Club &amp; &lt;Co&gt;</a>')
    app.pool.club = { name: 'Outlast', color: null, crest: null, showsOdds: true }
    expect(await guide()).toBe('<title>Rules</title><a href="/">← To the pool</a>')
  })

  it('serves the page and the manifest with the club’s crest as their icons', async () => {
    expect(await (await get('/')).text()).toContain('href="/icon.svg"')
    const crest = 'c'.repeat(64)
    app.pool.club = { name: 'Kickers', color: null, crest, showsOdds: true }
    const page = await (await get('/')).text()
    expect(page).toContain(`<link rel="icon" href="/api/club/crest/${crest}/64" type="image/png" />`)
    expect(page).toContain(`<link rel="apple-touch-icon" href="/api/club/crest/${crest}/192" />`)
    expect(page).not.toContain('/icon')
    const { icons } = (await (await get('/manifest.webmanifest')).json()) as { icons: readonly { src: string }[] }
    expect(icons.map(({ src }) => src)).toEqual([`/api/club/crest/${crest}/192`, `/api/club/crest/${crest}/512`])
  })

  it.each(['/', '/admin/users', '/reveal/12', '/reset-password?token=x', '/index'])(
    'serves the page of the app at %s',
    async (path) => {
      const response = await get(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(await response.text()).toContain('<title>Club &amp; &lt;Co&gt;</title>')
    },
  )

  it.each([
    '/assets/index-00000000.js',
    '/assets/',
    '/assets/nothing',
    '/robots.txt',
    '/index.html',
    '/assets/index-Dk3f9aZ_.js.map',
  ])('responds with 404 at %s', async (path) => {
    const response = await get(path)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  })
})

describe('webFiles without a build', () => {
  it('serves a plain page with the club’s name', async () => {
    app = await startTinyApp({ webFolder: join(folder, 'nothing') })
    const text = await (await get('/')).text()
    expect(text).toContain('<h1>Club &amp; &lt;Co&gt;</h1>')
    expect(text).not.toMatch(/<script|<style|style=/)
    expect((await get('/favicon.ico')).status).toBe(404)
  })
})
