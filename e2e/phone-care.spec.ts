import type { Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { openWeek } from './support/locked-week.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
] as const

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Returns the controls that are smaller than a thumb needs. Links in a line of text are as high as the line. */
const smallControls = (page: Page, within: string): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    const THUMB = 44
    const all = [...document.querySelectorAll<HTMLElement>(`${selector} :is(button, a, summary, input:not([type=hidden]))`)]
    const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('p') === null)
    if (shown.length === 0) return ['no controls']
    return shown.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
      return width < THUMB - 0.5 || height < THUMB - 0.5 ? [`“${name}” is ${Math.round(width)} × ${Math.round(height)}`] : []
    })
  }, within)

/** What has the focus: whether a ring shows it, and whether it is in view and not covered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const isCovered = top === null || !(element.contains(top) || top.contains(element))
    const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
    const id = [...document.querySelectorAll('*')].indexOf(element)
    return { id, name, hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2, isCovered }
  })

test('on a phone every control is as large as a thumb, and each stop of the keyboard is in view with a ring', async ({
  page,
  pool,
}) => {
  const { people } = await openWeek(pool, GAMES, { Mia: { Ace: 'CHI', Lucky: null } })
  await signIn(page, people.Mia!)
  await page.goto('/')
  await expect(page.getByRole('article', { name: 'Ace' })).toContainText('Saved')
  await waitUntilStill(page)
  expect.soft(await smallControls(page, 'main')).toEqual([])
  expect.soft(await smallControls(page, 'nav')).toEqual([])

  const stops = new Map<number, string>()
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (stop === null || stops.has(stop.id)) break
    stops.set(stop.id, stop.name)
    expect.soft(stop).toMatchObject({ name: stop.name, hasRing: true, isCovered: false })
  }
  expect([...stops.values()]).toEqual(expect.arrayContaining(['Pick now for Lucky', 'Submit Pick', 'Create Entry']))

  await page.getByRole('button', { name: 'Team for Lucky' }).click()
  await expect(page.getByRole('dialog').getByText('Chiefs')).toBeVisible()
  await waitUntilStill(page)
  expect.soft(await smallControls(page, '[role=dialog]')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Kansas City Chiefs' }).click()
  await expect(page.getByRole('region', { name: 'Picks that are not submitted' })).toBeVisible()
  expect.soft(await smallControls(page, '[aria-label="Picks that are not submitted"]')).toEqual([])
  await expect(page.getByRole('button', { name: 'Team for Lucky' })).toBeFocused()
})
