import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

test.use({ poolOptions: { config: { clubName: 'Kickers United' } } })

onEachScreen(() => {
  test('“How this works” opens the guide to a screen, which the pool serves with its pictures', async ({ page, pool }) => {
    await signIn(page, pool.admin)
    await page.goto('/admin/payments')
    const opening = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: 'How this works' }).first().click()
    const guide = await opening
    await expect(guide).toHaveTitle('Run a season · Kickers United')
    await expect(guide.getByRole('heading', { name: 'Money', exact: true })).toBeInViewport()
    // The guides do not load the code that adds the app's faces.
    const faces = () =>
      guide.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family))
    await expect.poll(faces).toEqual(expect.arrayContaining(['Figtree', 'Barlow Condensed']))
    await expectAccessible(guide)
    await expectNoSidewaysScroll(guide, 'the guide')
    const picture = guide.getByRole('img', { name: /^The desk on Tuesday/ })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280)
    await guide.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Play', exact: true }).click()
    await expect(guide.getByRole('heading', { name: 'Play in a pool', level: 1 })).toBeVisible()
    await guide.getByRole('link', { name: 'Kickers United' }).click()
    await expect(guide.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })
})

test('the guides have the theme and the color that were chosen in the app, also after a change', async ({
  page,
  pool,
  context,
}) => {
  await signIn(page, pool.admin)
  await page.goto('/admin/club')
  const look = (one: Page) =>
    one.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return { colorScheme: style.colorScheme, background: style.backgroundColor, accent: style.getPropertyValue('--accent') }
    })
  const accentOf = async () => (await look(page)).accent
  const own = await accentOf()
  await page.getByTitle('Maroon').click()
  await page.getByRole('button', { name: 'Save Club', exact: true }).click()
  await expect.poll(accentOf).not.toBe(own)
  await page.getByRole('banner').getByRole('button', { name: 'theme and sign-out' }).click()
  await page.getByRole('button', { name: 'Theme: system. Change' }).click()
  await page.getByRole('button', { name: 'Theme: light. Change' }).click()
  await expect(page.getByRole('button', { name: 'Theme: dark. Change' })).toBeVisible()
  const guide = await context.newPage()
  await guide.goto('/help/rules.html')
  expect((await look(guide)).colorScheme).toBe('dark')
  await expect.poll(() => look(guide)).toEqual(await look(page))
  await page.getByRole('button', { name: 'Theme: dark. Change' }).click()
  await expect.poll(async () => (await look(guide)).colorScheme).toBe('light dark')
})
