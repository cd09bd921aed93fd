import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What can be wrong in one color scheme and right in the other. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Fails with what axe finds wrong with a page, as people can read it: WCAG 2.2 AA and axe's best practices. */
export async function axe(page: Page, { within }: { readonly within?: string } = {}): Promise<void> {
  const builder = builderFor(page).withTags(TAGS)
  await expectNothing(page, within === undefined ? builder : builder.include(within))
}

/** The same for colors alone, of a page that was looked at in its other color scheme. */
export async function axeOfColors(page: Page): Promise<void> {
  await expectNothing(page, builderFor(page).withRules(COLOR_RULES))
}

/** Without frames, which the app has none of, axe needs no second page for its results. */
const builderFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()

async function expectNothing(page: Page, builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, impact, help, nodes }) =>
    [
      `${id} (${impact ?? 'unknown'}): ${help}`,
      ...nodes.map(
        ({ target, html, failureSummary = '' }) => `  ${target.join(' ')}\n    ${html}\n    ${inOneLine(failureSummary)}`,
      ),
    ].join('\n'),
  )
  expect(found.join('\n\n'), `axe on ${page.url()}`).toBe('')
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
