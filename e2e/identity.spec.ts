import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { CHROMIUM_ARGS } from '@outlast/testing/browser/chromium'
import { expectAccessible } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

const executablePath = process.env['CHROMIUM_PATH']
// With scrollbars, as on a desktop: without them, everything reaches the right edge.
test.use({
  launchOptions: {
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
})

const SHIELD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 56"><path d="M4 4h40v26c0 12-9 19-20 23C13 49 4 42 4 30z" fill="#7a0019"/><path d="M24 12l4 9 9 1-7 6 2 10-8-5-8 5 2-10-7-6 9-1z" fill="#ffb612"/></svg>`
const svgFile = (content: string, name = 'crest.svg') => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(content) })

const clubCard = (page: Page) => page.getByRole('region', { name: 'Club', exact: true })
const chooseImage = (page: Page) => page.getByLabel(/^Choose (Image|Another Image)$/)
const crestIn = (page: Page) => page.getByRole('banner').locator('img')
const pixelsOf = (page: Page) => crestIn(page).evaluate((image: HTMLImageElement) => image.naturalWidth)

onEachScreen(() => {
  test('an admin gives the club a crest, which everybody sees at once, and takes it away', async ({ page, pool, openPage }) => {
    const visitor = await openPage()
    await visitor.goto('/auth')
    await expect(visitor.getByRole('banner')).toBeVisible()
    await expect(crestIn(visitor)).toHaveCount(0)

    await signIn(page, pool.admin)
    await page.goto('/admin/club')
    await chooseImage(page).setInputFiles(svgFile(SHIELD))
    await expect(page.getByRole('img', { name: 'New club crest' })).toBeVisible()
    await expect(crestIn(page)).toHaveCount(0)
    await clubCard(page).getByRole('button', { name: 'Save Club' }).click()
    await expect(page.getByRole('img', { name: 'Club crest', exact: true })).toBeVisible()
    await expect.poll(() => pixelsOf(page)).toBe(64)
    await expectAccessible(page)

    await expect.poll(() => pixelsOf(visitor)).toBe(64)
    await expect(visitor.getByRole('complementary', { name: 'About the pool' }).locator('img')).toBeVisible()
    await visitor.reload()
    await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute('href', /^\/api\/club\/crest\/[0-9a-f]{64}\/64$/)
    await expectAccessible(visitor)

    await clubCard(page).getByRole('button', { name: 'Remove Crest' }).click()
    await clubCard(page).getByRole('button', { name: 'Save Club' }).click()
    await expect(crestIn(page)).toHaveCount(0)
    await expect(crestIn(visitor)).toHaveCount(0)
  })
})

test('an admin reads why an image cannot be the crest, and the club keeps its own', async ({ page, pool, problems }) => {
  problems.allow(/status of 400/)
  await pool.admin.api.call('updateClub', { body: { crest: Buffer.from(SHIELD).toString('base64') } })
  await signIn(page, pool.admin)
  await page.goto('/admin/club')
  await expect.poll(() => pixelsOf(page)).toBe(64)
  const source = await crestIn(page).getAttribute('src')
  await chooseImage(page).setInputFiles(svgFile(SHIELD.padEnd(200_001)))
  await expect(clubCard(page)).toContainText('The crest can be 200 kB at most')
  await chooseImage(page).setInputFiles(svgFile(SHIELD.replace('<path', '<text>FC</text><path')))
  await clubCard(page).getByRole('button', { name: 'Save Club' }).click()
  await expect(clubCard(page)).toContainText('The SVG contains text: convert it to paths, since its font is not here')
  expect(await crestIn(page).getAttribute('src')).toBe(source)
})

test('the pool serves the text face itself, in less than 45 kB, and figures have one width', async ({ page, pool }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const [, name] = /\/assets\/(figtree-\S+)\.woff2$/.exec(response.url()) ?? []
    if (name !== undefined) sizes.set(name, (await response.body()).length)
  })
  await page.goto(`${pool.url}/auth`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.evaluate(async () => {
    await Promise.all([document.fonts.load('16px Figtree', 'a'), document.fonts.load('16px Figtree', 'ł')])
  })
  const widths = await page.evaluate(() => {
    const measure = (text: string): number => {
      const span = document.createElement('span')
      span.textContent = text
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    return [measure('1111'), measure('0000')]
  })
  expect(widths[0]).toBe(widths[1])
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Figtree/)
  expect(sizes.size).toBe(2)
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000)
})

test('no part of the page moves when the faces arrive after the text, and words by less than is noticed', async ({ page }) => {
  const { promise: shown, resolve: show } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await shown
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { readonly value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/auth', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const about = page.getByRole('complementary', { name: 'About the pool' })
  const before = await about.boundingBox()
  const arrival = page.waitForResponse(/figtree-latin-wght/)
  show()
  await (await arrival).finished()
  await page.evaluate(() => document.fonts.ready)
  expect(await about.boundingBox()).toEqual(before)
  // A local face of the same width on average has words that are a pixel wider or narrower.
  const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[])
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005)
})

test('the links of an admin leave room for the club, from a small desktop to a large one', async ({ page, pool }) => {
  const body = { name: 'Lakeside Survivor Club', crest: Buffer.from(SHIELD).toString('base64') }
  await pool.admin.api.call('updateClub', { body })
  await signIn(page, pool.admin)
  await page.goto('/admin')
  const banner = page.getByRole('banner')
  for (const width of [960, 1100, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(banner.getByRole('link', { name: 'Broadcast' })).toBeVisible({ visible: width >= 1280 })
    const first = banner.getByRole('link', { name: 'Dashboard' })
    // The crest appears after the name.
    await expect(async () => {
      const name = await banner.getByText(body.name).boundingBox()
      const link = await first.boundingBox()
      const crest = await crestIn(page).boundingBox()
      expect(name!.x, `at ${width} px`).toBeGreaterThanOrEqual(crest!.x + crest!.width)
      expect(name!.width, `at ${width} px`).toBeGreaterThan(60)
      expect(name!.x + name!.width, `at ${width} px`).toBeLessThanOrEqual(link!.x)
    }).toPass()
  }
})

test('the bar at the top and the scrim of a dialog reach the right edge', async ({ page, pool }) => {
  await signIn(page, pool.admin)
  await page.goto('/account')
  const ask = page.getByRole('button', { name: 'Sign out everywhere' })
  await expect(ask).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const edge = await page.evaluate(() => document.documentElement.clientWidth)
  expect(edge).toBeLessThan(1280)
  const bar = await page.getByRole('banner').boundingBox()
  expect(bar!.x + bar!.width).toBe(edge)

  const plain = await background()
  await ask.click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  // The place of the scrollbar belongs to the root: it is as dark as the scrim beside it.
  expect(await background()).not.toBe(plain)
  const { mixed, scrim } = await page.evaluate(() => {
    const probe = document.createElement('div')
    probe.style.backgroundColor = 'color-mix(in srgb, var(--surface), var(--scrim-color) var(--scrim-strength))'
    document.body.append(probe)
    const colors = { mixed: getComputedStyle(probe).backgroundColor, scrim: document.querySelector('[data-scrim]') !== null }
    probe.remove()
    return colors
  })
  expect([await background(), scrim]).toEqual([mixed, true])
  await page.keyboard.press('Escape')
  await expect.poll(background).toBe(plain)
})

test('a toast covers no control', async ({ page, pool }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await signIn(page, pool.admin)
  await page.goto('/admin/club')
  const save = clubCard(page).getByRole('button', { name: 'Save Club' })
  await clubCard(page).getByLabel('Club name').fill('The Owls')
  await page.evaluate(() => {
    const covered: string[] = []
    Reflect.set(window, 'covered', covered)
    Reflect.set(window, 'toasts', 0)
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('output > span')) {
        Reflect.set(window, 'toasts', 1)
        const a = toast.getBoundingClientRect()
        for (const control of document.querySelectorAll('a, button, input, select')) {
          const b = control.getBoundingClientRect()
          if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) covered.push(control.outerHTML)
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
  // At the bottom of the window, where toasts appear.
  await save.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await save.click()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'toasts') as number)).toBe(1)
  expect(await page.evaluate(() => Reflect.get(window, 'covered') as string[])).toEqual([])
})
