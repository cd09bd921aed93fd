import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose result depends on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Expects that a page, or a part of it, violates no rule of WCAG 2.2 AA and no axe best practice. */
export async function expectAccessible(page: Page, { within }: { readonly within?: string } = {}): Promise<void> {
  const builder = axeFor(page).withTags(TAGS)
  await expectNoViolations(page, within === undefined ? builder : builder.include(within))
}

/** Checks the colors alone, for a page that was fully checked in the other color scheme. */
export async function expectAccessibleColors(page: Page): Promise<void> {
  await expectNoViolations(page, axeFor(page).withRules(COLOR_RULES))
}

/**
 * Creates an axe run. Legacy mode opens no second page for the results, which only an app with frames needs. Reporting violations only
 * halves the time: axe then describes no elements that passed.
 */
const axeFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function expectNoViolations(page: Page, builder: AxeBuilder): Promise<void> {
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
  expect(descriptions.join('\n\n'), `axe on ${page.url()}`).toBe('')
}

/** A link that is partly under a bar at the edge of the window comes out of it by scrolling. */
function isScrolledUnderBar({ any }: { readonly any: readonly { readonly id: string; readonly data: unknown }[] }): boolean {
  return any.some(({ id, data }) => {
    const messageKey = typeof data === 'object' && data !== null && 'messageKey' in data ? data.messageKey : undefined
    return id === 'target-size' && messageKey === 'partiallyObscured'
  })
}
