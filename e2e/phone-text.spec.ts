import type { Locator, Page } from '@playwright/test'
import { signIn } from '@outlast/testing/browser/sign-in'
import { expectNoSidewaysScroll } from './support/axe.ts'
import { lockWeek, openWeek } from './support/locked-week.ts'
import { waitUntilStill } from './support/still.ts'
import { expect, test } from './support/test.ts'

const GAMES = [
  ['CHI', 'NE'],
  ['NYJ', 'BUF'],
  ['LV', 'KC'],
  ['CLE', 'PIT'],
  ['DAL', 'PHI'],
  ['MIN', 'SEA'],
] as const

const PICKS = { Mia: { 'Mia’s Mavericks': 'CHI', Lucky: null }, Otto: { Comets: 'NE' } }

const BAR = '[aria-label="Picks that are not submitted"]'

/** Doubles the size of all text, as the browser's setting does. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { font-size: 200% !important }')
    document.adoptedStyleSheets.push(sheet)
  })

/**
 * Returns what is wrong with the texts within an element: a line that overlaps one of another text, that something cuts off, that leaves
 * the window or the box on which it is written, or a word in two lines. Empty when nothing is.
 */
const textFaults = (page: Page, within: string): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    interface Line {
      readonly text: string
      readonly node: Node
      readonly box: DOMRect
      readonly clip: DOMRect
      /** The box of what it is written on: a button, a chip, a card. */
      readonly ground: DOMRect
      /** Whether it is in the visible part of what scrolls. */
      readonly isShown: boolean
    }
    const INFINITE = new DOMRect(-1e6, -1e6, 2e6, 2e6)
    /** The part of the page in which an element is painted. What scrolls can be scrolled to. */
    const clipOf = (element: Element | null): DOMRect => {
      if (element === null || element === document.body) return INFINITE
      const { overflowX, overflowY } = getComputedStyle(element)
      const [own, outer] = [element.getBoundingClientRect(), clipOf(element.parentElement)]
      const cuts = (overflow: string) => ['hidden', 'clip'].includes(overflow)
      const [x, right] = cuts(overflowX) ? [own.x, own.right] : [outer.x, outer.right]
      const [y, bottom] = cuts(overflowY) ? [own.y, own.bottom] : [outer.y, outer.bottom]
      return new DOMRect(x, y, right - x, bottom - y)
    }
    const groundOf = (element: Element): DOMRect => {
      const { backgroundColor, borderTopWidth, overflowY } = getComputedStyle(element)
      if (['auto', 'scroll'].includes(overflowY)) return INFINITE
      const isGround = !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor) || borderTopWidth !== '0px'
      if (isGround || element.parentElement === null) return element.getBoundingClientRect()
      return groundOf(element.parentElement)
    }
    const scrollerOf = (element: Element | null): DOMRect => {
      if (element === null || element === document.body) return INFINITE
      const isScroller = ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
      return isScroller ? element.getBoundingClientRect() : scrollerOf(element.parentElement)
    }
    const linesOf = (node: Node): readonly Line[] => {
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (text === '' || parent === null || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return []
      const clip = clipOf(parent)
      // Texts for screen readers alone.
      if (clip.width <= 1 || clip.height <= 1) return []
      const range = document.createRange()
      range.selectNodeContents(node)
      const scroller = scrollerOf(parent)
      return [...range.getClientRects()].map((rect) => {
        // The ink of a line is lower than its font's box.
        const box = new DOMRect(rect.x, rect.y + rect.height * 0.2, rect.width, rect.height * 0.6)
        return { text, node, box, clip, ground: groundOf(parent), isShown: box.bottom > scroller.y && box.y < scroller.bottom }
      })
    }
    const lines: Line[] = []
    for (const root of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) lines.push(...linesOf(walker.currentNode))
    }
    if (lines.length === 0) return ['no text']
    const say = ({ text, box }: Line) => `“${text}” (${[box.x, box.y, box.right, box.bottom].map(Math.round).join(' ')})`
    const isIn = (inner: DOMRect, outer: DOMRect) =>
      inner.x >= outer.x - 1 && inner.right <= outer.right + 1 && inner.y >= outer.y - 1 && inner.bottom <= outer.bottom + 1
    const isOver = (a: Line, b: Line) =>
      a.node !== b.node &&
      a.isShown &&
      b.isShown &&
      Math.min(a.box.right, b.box.right) - Math.max(a.box.x, b.box.x) > 1 &&
      Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.y, b.box.y) > 1
    return [
      ...lines.filter(({ box }) => box.x < 0 || box.right > innerWidth).map((line) => `${say(line)} leaves the window`),
      ...lines.filter(({ box, clip }) => !isIn(box, clip)).map((line) => `${say(line)} is cut`),
      ...lines.filter(({ box, ground }) => !isIn(box, ground)).map((line) => `${say(line)} leaves its box`),
      ...lines
        .filter(({ text, node }, index) => !/[\s–-]/.test(text) && lines[index - 1]?.node === node)
        .map((line) => `${say(line)} is broken`),
      ...lines.flatMap((a, index) =>
        lines.slice(index + 1).flatMap((b) => (isOver(a, b) ? [`${say(a)} and ${say(b)} overlap`] : [])),
      ),
    ]
  }, within)

/** Expects that texts are whole and beside each other, in both color schemes. */
async function expectWhole(page: Page, moment: string, within = 'main'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitUntilStill(page)
    await page.screenshot({ path: test.info().outputPath(`${moment}-${colorScheme}.png`), fullPage: within === 'main' })
    expect.soft(await textFaults(page, within), `${moment}, ${colorScheme}`).toEqual([])
    await expectNoSidewaysScroll(page, moment)
  }
}

/** Counts the elements that are in view with all of their box: within the window, and within what scrolls them. */
const countWhole = (elements: Locator): Promise<number> =>
  elements.evaluateAll((all) => {
    const viewOf = (element: Element | null): DOMRect => {
      if (element === null) return new DOMRect(0, 0, innerWidth, innerHeight)
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
      return scrolls ? element.getBoundingClientRect() : viewOf(element.parentElement)
    }
    return all.filter((element) => {
      const [box, view] = [element.getBoundingClientRect(), viewOf(element)]
      return box.top >= view.top && box.bottom <= Math.min(view.bottom, innerHeight) && box.left >= 0 && box.right <= innerWidth
    }).length
  })

test('at 200 % text nothing overlaps and nothing is cut on a phone', async ({ page, pool }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const week = await openWeek(pool, GAMES, PICKS)
  const [mine] = (await pool.admin.api.call('adminListEntries')).filter(({ name }) => name === 'Mia’s Mavericks')
  await pool.admin.api.call('setPayment', { params: { id: mine!.id }, body: { is_paid: true, payment_type: 'cash' } })
  await signIn(page, week.people.Mia!)
  await page.goto('/')
  await doubleText(page)
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('Mia’s Mavericks').getByText('✓ Saved', { exact: true })).toBeVisible()
  await expect(card('Mia’s Mavericks').getByText('Paid', { exact: true })).toBeVisible()
  await expectWhole(page, 'before the lock')
  await card('Lucky').getByRole('button', { name: 'Team for Lucky' }).click()
  await expect(page.getByRole('dialog').getByText('Kansas City')).toBeVisible()
  await expectWhole(page, 'the picker', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Buffalo Bills' }).click()
  await expect(page.locator(BAR)).toBeVisible()
  await expectWhole(page, 'the bar', BAR)
  await expectWhole(page, 'a choice')
  await pool.setSiteTime('2026-09-13T15:59:30.000Z')
  await expect(page.getByRole('main').getByRole('timer')).toHaveAccessibleName(/30 seconds/)
  await expectWhole(page, 'the last minute')
  await expectWhole(page, 'the bar in the last minute', BAR)
  await week.lock()
  await week.play('CHI', 17, 10, '8:00 - 3rd')
  await expect(page.getByTestId('hero')).toContainText('CHI leads 17–10.')
  await expectWhole(page, 'after the lock')
})

for (const [name, viewport] of Object.entries({
  'a phone on its side': { width: 844, height: 390 },
  'a small phone': { width: 320, height: 568 },
})) {
  test(`on ${name} the picker shows four whole games at once`, async ({ page, pool }) => {
    const week = await lockWeek(pool, GAMES, { Mia: { Lucky: 'CHI' }, Otto: { Comets: 'NYJ', Zebras: 'KC' } })
    await week.finishAll(GAMES.map(([away, home]) => [away, 20, home === 'KC' ? 27 : 17]))
    await openWeek(pool, GAMES, { Mia: { Lucky: null } }, 2)
    const mia = week.people.Mia!
    await page.setViewportSize(viewport)
    await signIn(page, mia)
    await page.goto('/')
    await page.getByRole('button', { name: 'Team for Lucky' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Used: CHI (W1)')
    await expect(dialog.getByText('used by 1').first()).toBeAttached()
    await waitUntilStill(page)
    await page.screenshot({ path: test.info().outputPath('picker.png') })
    const games = dialog.getByRole('listitem')
    await expect(games).toHaveCount(GAMES.length)
    expect(await countWhole(games)).toBeGreaterThanOrEqual(4)
  })
}
