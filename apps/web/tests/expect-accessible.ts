import axe from 'axe-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is about whole pages. */
const PAGE_RULES = ['region', 'page-has-heading-one', 'landmark-one-main', 'document-title', 'html-has-lang']

/** Expects that an element violates no rule of WCAG 2.2 AA and no axe best practice, in light and in dark mode, and fits its width. */
export async function expectAccessible(element: HTMLElement): Promise<void> {
  const root = document.documentElement
  const rules = Object.fromEntries(PAGE_RULES.map((id) => [id, { enabled: false }]))
  for (const theme of ['light', 'dark']) {
    root.dataset['theme'] = theme
    const { violations } = await axe.run(element, { runOnly: TAGS, rules, resultTypes: ['violations'] })
    const found = violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ html }) => html).join(', ')}`)
    expect(found, `violations in ${theme} mode`).toEqual([])
  }
  delete root.dataset['theme']
  expect(element.scrollWidth, 'the width of the content').toBeLessThanOrEqual(element.clientWidth)
}
