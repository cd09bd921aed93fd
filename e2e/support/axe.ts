import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe finds wrong with a page, as people can read it: WCAG 2.2 AA and axe's best practices. */
export async function axe(page: Page, { within }: { readonly within?: string } = {}): Promise<void> {
  const builder = new AxeBuilder({ page }).withTags(TAGS)
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze()
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
