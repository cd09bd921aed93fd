import { expect, it } from 'vitest'

const sheets: Readonly<Record<string, string>> = import.meta.glob('../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

// A rule for any element after any other, such as `.list > * + *`, makes the browser style all rows of a list again, wherever it is, when
// one row comes or goes: four times as many elements while The Grid scrolls.
it('no style sheet has a rule for any element after another', () => {
  const selectors = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/[^{}]+(?=\{)/g)].map(([selector]) => `${file}: ${selector.trim()}`),
  )
  expect(selectors.length).toBeGreaterThan(1_000)
  expect(selectors.filter((selector) => /\+\s*(?:\*|:)/.test(selector))).toEqual([])
})
