import { expect, test } from 'vitest'
import { countSources, overBudget } from './budget.mjs'

const SOURCES: Record<string, string> = {
  'apps/web/src/a.tsx': 'a\nb\n',
  'apps/web/src/a.test.tsx': 'a\n',
  'apps/web/src/a.css': 'a\n',
  'packages/domain/src/b.ts': 'a\n',
  'packages/testing/src/c.ts': 'a\nb\nc\n',
  'migrations/0001-x.ts': 'a\n',
  'e2e/d.spec.ts': 'a\n',
  'docs/architecture.md': 'x\nThese are 67 files and 17 shapes.\n',
}

const counts = countSources(Object.keys(SOURCES), (file) => SOURCES[file] ?? '')

test('countSources counts the lines of the product, of tests and of style sheets, the files and shapes of a pick, and the words of docs', () => {
  expect(counts).toEqual({ product_lines: 4, test_lines: 5, style_lines: 1, pick_files: 67, pick_shapes: 17, docs_words: 8 })
})

test('overBudget names what is above its limit, and nothing else', () => {
  expect(overBudget(counts, { ...counts, product_lines: 3 })).toEqual([
    'product_lines: 4, and scripts/budget.json allows 3. Remove some, or raise it in this commit and say why.',
  ])
  expect(overBudget(counts, counts)).toEqual([])
})
