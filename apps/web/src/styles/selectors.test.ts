import { expect, it } from 'vitest'

const sheets: Readonly<Record<string, string>> = import.meta.glob('../**/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const modules: Readonly<Record<string, string>> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Returns the classes that a style sheet has rules for. */
const classesOf = (css: string): readonly string[] => {
  const selectors = css.replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|\{[^{}]*\}/gs, ' ')
  return [...new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))]
}

it('every class of a style sheet is used by a module that imports it', () => {
  const unused = Object.entries(sheets).flatMap(([file, css]) => {
    const name = file.slice(file.lastIndexOf('/'))
    if (!name.endsWith('.module.css')) return []
    const users = Object.values(modules).filter((source) => source.includes(`${name}'`))
    const isUsed = (used: string) => users.some((source) => new RegExp(String.raw`\.${used}\b|'${used}'`).test(source))
    return classesOf(css)
      .filter((used) => !isUsed(used))
      .map((used) => `${file}: ${used}`)
  })
  expect(unused).toEqual([])
})

const weightsIn = (css: string): readonly string[] => [...css.matchAll(/font-weight: ([^;]+);/g)].map(([, weight = '']) => weight)

it('texts have the weights 400, 600 and 700', () => {
  const weights = Object.entries(sheets).flatMap(([file, css]) => (file.endsWith('fonts.css') ? [] : weightsIn(css)))
  expect([...new Set(weights)].toSorted()).toEqual(['400', '600', '700', 'inherit'])
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
