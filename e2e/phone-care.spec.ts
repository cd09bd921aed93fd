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

/** What a thumb needs, in pixels. */
const THUMB = 44
/** The least that WCAG allows, for the links in the cells of a table and in lists of names. */
const LEAST = 24

const CONTROLS = ':is(button, a, summary, input:not([type=hidden]))'

/** Returns the controls that are smaller than `least` pixels. Links in a line of text are as high as the line. */
const smallControls = (page: Page, selector: string, least = THUMB): Promise<readonly string[]> =>
  page.evaluate(
    ([selected, size]) => {
      const all = [...document.querySelectorAll<HTMLElement>(selected)]
      const isInText = ({ parentElement }: HTMLElement) =>
        [...(parentElement?.childNodes ?? [])].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      const shown = all.filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('p') === null && !isInText(element),
      )
      if (shown.length === 0) return ['no controls']
      return shown.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
        return width < size - 0.5 || height < size - 0.5 ? [`“${name}” is ${Math.round(width)} × ${Math.round(height)}`] : []
      })
    },
    [selector, least] as const,
  )

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
  expect.soft(await smallControls(page, `main ${CONTROLS}`)).toEqual([])
  expect.soft(await smallControls(page, `nav ${CONTROLS}`)).toEqual([])

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
  expect.soft(await smallControls(page, `[role=dialog] ${CONTROLS}`)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Kansas City Chiefs' }).click()
  await expect(page.getByRole('region', { name: 'Picks that are not submitted' })).toBeVisible()
  expect.soft(await smallControls(page, `[aria-label="Picks that are not submitted"] ${CONTROLS}`)).toEqual([])
  await expect(page.getByRole('button', { name: 'Team for Lucky' })).toBeFocused()
})

test('the link of an entry is a target on every screen, however short its name is', async ({ page, pool }) => {
  const { people, ...week } = await openWeek(pool, GAMES, { Mia: { I: 'CHI', Q4: 'NYJ' }, Rob: { L: 'LV', R2: 'LV' } })
  await signIn(page, people.Mia!)
  const expectTargets = async (path: string, link: string): Promise<void> => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link', { name: link, exact: true }).first()).toBeVisible()
      expect.soft(await smallControls(page, 'main a', LEAST), `${path} with ${width} px`).toEqual([])
    }
  }
  await week.lock()
  await expectTargets('/reveal', 'Q4')
  await expectTargets('/history', 'Q4')
  await week.finish('LV', 3, 20)
  await expectTargets('/', 'Rob Member · L')
  await week.finishAll([
    ['CHI', 20, 3],
    ['NYJ', 3, 20],
  ])
  await expectTargets('/', 'I')
  await expectTargets('/history?tab=leaderboard', 'I')
  await expectTargets('/hall-of-fame', '2026')
})
