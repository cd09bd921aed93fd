import { signIn } from '@outlast/testing/browser/sign-in'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { expect, onEachScreen, test } from './support/test.ts'

onEachScreen(() => {
  test('“How this works” opens the guide to a screen, which the pool serves with its pictures', async ({ page, pool }) => {
    await signIn(page, pool.admin)
    await page.goto('/admin/payments')
    const opening = page.waitForEvent('popup')
    await page.getByRole('main').getByRole('link', { name: 'How this works' }).first().click()
    const guide = await opening
    await expect(guide).toHaveTitle('Run a season')
    await expect(guide.getByRole('heading', { name: 'Money', exact: true })).toBeInViewport()
    // The guides have no script that adds the app's faces.
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
    await guide.getByRole('link', { name: 'To the pool' }).click()
    await expect(guide.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })
})
