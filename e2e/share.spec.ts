import type { Page } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import { SCREENS } from './support/display-mode.ts'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['DAL', 'GB'],
  ['NYJ', 'BUF'],
] as const
const PICKS = { Mia: { Anchors: 'DAL' }, Otto: { Comets: 'GB' } }

test.use({ poolOptions: { config: { clubName: 'Harbor & Sons' } } })

/** The tags of a page as chats read them: without running its JavaScript. */
async function tagsOf(pool: BrowserPool, path: string): Promise<ReadonlyMap<string, string>> {
  const html = await (await fetch(`${pool.url}${path}`)).text()
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g)]
  return new Map(tags.map(([, name = '', content = '']) => [name, content]))
}

/** Width and height of a PNG. */
async function sizeOf(address: string): Promise<readonly number[]> {
  const response = await fetch(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = Buffer.from(await response.arrayBuffer())
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** The address of a page's picture on this server. */
function pictureOf(pool: BrowserPool, tags: ReadonlyMap<string, string>): string {
  const { pathname, search } = new URL(tags.get('og:image') ?? '')
  return `${pool.url}${pathname}${search}`
}

test('each public page has tags with absolute addresses, and a picture of its own', async ({ pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await week.finish('DAL', 3, 20)
  const { entries } = await pool.admin.api.call('getMatrix', { query: {} })
  const out = entries.find(({ name }) => name === 'Anchors')!.id
  const alive = entries.find(({ name }) => name === 'Comets')!.id
  for (const [path, picture, title, description] of [
    ['/reveal', `week/${week.id}`, 'Week 1 · live', '1 of 2 is still in. Out: Anchors. One game is still open.'],
    [`/reveal/${week.id}`, `week/${week.id}`, 'Week 1 · live', '1 of 2 is still in. Out: Anchors. One game is still open.'],
    [`/entry/${out}`, `elimination/${out}`, 'Anchors', 'Out. Out in week 1. It picked the Cowboys; they lost 3–20.'],
    [`/entry/${alive}`, `entry/${alive}`, 'Comets', 'Still in. Survived one week, the only one left.'],
  ] as const) {
    const tags = await tagsOf(pool, path)
    expect([path, tags.get('og:title'), tags.get('og:description')]).toEqual([path, `${title} · Harbor &amp; Sons`, description])
    expect(tags.get('og:url')).toMatch(new RegExp(`^http.*${path}$`))
    expect(tags.get('og:image')).toMatch(new RegExp(`^http.*/og/${picture}/1200x630\\.png\\?v=[0-9a-f]{16}$`))
    expect(tags.get('twitter:card')).toBe('summary_large_image')
    expect(tags.get('twitter:image')).toBe(tags.get('og:image'))
    expect(await sizeOf(pictureOf(pool, tags))).toEqual([1200, 630])
  }
  for (const path of ['/', '/history']) expect((await tagsOf(pool, path)).get('og:image')).toContain('/og/')
})

test('the page and the picture of an open week have the lock time and nothing that members do', async ({ pool }) => {
  const week = await openWeek(pool, GAMES, { Mia: { Anchors: null } })
  const paths = ['/', '/history', '/reveal', `/reveal/${week.id}`]
  const read = () => Promise.all(paths.map(async (path) => (await fetch(`${pool.url}${path}`)).text()))
  const before = await read()
  const tags = await tagsOf(pool, '/reveal')
  expect(tags.get('og:description')).toBe('Picks lock on Sunday, September 13, at 12:00 PM ET.')
  const picture = pictureOf(pool, tags)
  const bytes = async () => Buffer.from(await (await fetch(picture)).arrayBuffer())
  const drawn = await bytes()
  const { entries } = await pool.admin.api.call('getMatrix', { query: {} })
  const body = { entry_id: entries[0]!.id, week_id: week.id, team_abbr: 'DAL' }
  await week.people['Mia']!.api.call('submitPick', { body })
  expect(await read()).toEqual(before)
  expect((await bytes()).equals(drawn)).toBe(true)
})

test('a phone shares a week with its own sheet, and other devices copy the link', async ({ page, pool, openPage, context }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/reveal')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${pool.url}/reveal/${week.id}`)

  const phone = await openPage({ mode: SCREENS.find(({ screen }) => screen === 'phone')! })
  await stubSheet(phone)
  await phone.goto('/reveal')
  await phone.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.poll(() => sharedOn(phone)).toEqual([{ url: `${pool.url}/reveal/${week.id}`, title: 'Week 1 reveal' }])
})

test('a browser that blocks copying shows the link, selected', async ({ page, pool }) => {
  const week = await lockWeek(pool, GAMES, PICKS)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.goto(`/reveal/${week.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const field = page.getByRole('dialog').getByLabel('Link', { exact: true })
  await expect(field).toHaveValue(`${pool.url}/reveal/${week.id}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the picture of an entry can be downloaded in the size of a phone’s screen', async ({ page, pool }) => {
  await lockWeek(pool, GAMES, PICKS)
  const { entries } = await pool.admin.api.call('getMatrix', { query: {} })
  await page.goto(`/entry/${entries[0]!.id}`)
  const address = await page.getByRole('link', { name: 'Picture' }).getAttribute('href')
  expect(await sizeOf(`${pool.url}${address}`)).toEqual([1080, 1920])
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Picture' }).click()])
  expect(download.suggestedFilename()).toBe(`entry-${entries[0]!.id}.png`)
})

test('the state of the week is there before any JavaScript, and the app replaces it with the club’s name in the same place', async ({
  pool,
  openPage,
  browser,
  viewport,
}) => {
  const week = await openWeek(pool, GAMES, PICKS)
  const blocked = await browser.newPage({ javaScriptEnabled: false, viewport })
  for (const path of ['/', '/reveal']) {
    await blocked.goto(`${pool.url}${path}`)
    await expect(blocked.getByText('Harbor & Sons')).toBeVisible()
    await expect(blocked.getByRole('heading', { level: 1 })).toHaveText('Picks lock Sunday, September 13')
    await expect(blocked.getByText('12:00 PM ET')).toBeVisible()
  }
  await blocked.goto(pool.url)
  await expect(blocked.getByRole('listitem')).toHaveText(GAMES.map(([away, home]) => `${away} at ${home}`))
  await expect(blocked.getByRole('link', { name: 'Join the pool' })).toHaveAttribute('href', '/auth?register')
  await expect(blocked.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  await week.lock()
  await blocked.goto(`${pool.url}/reveal`)
  await expect(blocked.getByRole('heading', { level: 1 })).toHaveText('2 of 2 are still in')
  const before = await blocked.getByText('Harbor & Sons').boundingBox()
  await blocked.close()

  const page = await openPage()
  if (viewport !== null) await page.setViewportSize(viewport)
  await page.goto('/reveal')
  await expect(page.getByRole('table', { name: 'Picks' })).toBeVisible()
  await expect(page.locator('.first-view')).toHaveCount(0)
  const after = await page.getByText('Harbor & Sons').first().boundingBox()
  expect([after?.x, Math.round(centerOf(after))]).toEqual([before?.x, Math.round(centerOf(before))])
})

const centerOf = (box: { readonly y: number; readonly height: number } | null): number => (box?.y ?? 0) + (box?.height ?? 0) / 2

/** Replaces the phone's own sheet by a list of what was shared. */
const stubSheet = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shared: [] })
    Object.defineProperty(navigator, 'share', {
      value: (data: ShareData) => Promise.resolve((window as typeof window & { shared: ShareData[] }).shared.push(data)),
    })
  })

const sharedOn = (page: Page) => page.evaluate(() => (window as typeof window & { shared: ShareData[] }).shared)
