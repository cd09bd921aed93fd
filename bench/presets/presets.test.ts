import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@outlast/testing/root'
import { expect, test } from 'vitest'
import { HEADINGS, presetRows } from './table.ts'

test('npm run presets computes the table of docs/rules.md', () => {
  expect(tableOf(readFileSync(join(root, 'docs/rules.md'), 'utf8'))).toEqual(presetRows())
})

/** Returns the cells of the page's table with these headings, without the formatter's padding. */
function tableOf(page: string): readonly (readonly string[])[] {
  const rows = page.split('\n').map((line) =>
    line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined,
  )
  const first = rows.findIndex((cells) => cells?.join() === HEADINGS.join())
  const body = first < 0 ? [] : rows.slice(first + 2)
  const end = body.indexOf(undefined)
  return body.slice(0, end).map((cells) => cells ?? [])
}
