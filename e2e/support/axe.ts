import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { SCREENS } from './display-mode.ts'
import { waitUntilStill } from './still.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects that a page, or a part of it, violates no rule of WCAG 2.2 AA and no axe best practice, in light and in dark mode. In dark
 * mode only the colors are checked, since nothing else can differ.
 */
export async function expectAccessible(page: Page, { within }: { readonly within?: string } = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, axeFor(page, within).withTags(TAGS), 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, axeFor(page, within).withRules(COLOR_RULES), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Expects that a page is accessible and does not scroll sideways, on each screen in turn, and takes a picture of each. */
export async function expectAccessibleOnEachScreen(page: Page, name: string): Promise<void> {
  for (const { viewport, screen } of SCREENS) {
    await page.setViewportSize(viewport)
    await waitUntilStill(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page, `${name} on a ${screen}`)
    await page.screenshot({ path: test.info().outputPath(`${name}-${screen}.png`), fullPage: true })
  }
}

/** Expects that a page is not wider than its window. */
export async function expectNoSidewaysScroll(page: Page, name = 'the page'): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `pixels by which ${name} is wider than the window`).toBeLessThanOrEqual(0)
}

/**
 * Creates an axe run. Legacy mode opens no second page for the results, which only an app with frames needs. Reporting violations only
 * halves the time: axe then describes no elements that passed.
 */
function axeFor(page: Page, within?: string): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return within === undefined ? builder : builder.include(within)
}

async function expectNoViolations(page: Page, builder: AxeBuilder, scheme: 'light' | 'dark'): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations
    .map((violation) => ({ ...violation, nodes: violation.nodes.filter((node) => !isScrolledUnderBar(node)) }))
    .filter(({ nodes }) => nodes.length > 0)
  const descriptions = found.map(({ id, impact, help, nodes }) =>
    [
      `${id} (${impact ?? 'unknown'}): ${help}`,
      ...nodes.map(
        ({ target, html, failureSummary = '' }) =>
          `  ${target.join(' ')}\n    ${html}\n    ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
    ].join('\n'),
  )
  expect(descriptions.join('\n\n'), `axe on ${page.url()} in ${scheme} mode`).toBe('')
}

/** A link that is partly under a bar at the edge of the window comes out of it by scrolling. */
function isScrolledUnderBar({ any }: { readonly any: readonly { readonly id: string; readonly data: unknown }[] }): boolean {
  return any.some(({ id, data }) => {
    const messageKey = typeof data === 'object' && data !== null && 'messageKey' in data ? data.messageKey : undefined
    return id === 'target-size' && messageKey === 'partiallyObscured'
  })
}
