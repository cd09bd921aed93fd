import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, sharedData } from '@outlast/testing/root'
import { describe, expect, test } from 'vitest'
import { HEADINGS, presetRows, SEASONS } from './table.ts'

const files = SEASONS.map((year) => sharedData(`games-${year}.csv`))
const isHere = files.every((file) => file !== undefined)

describe.skipIf(!isHere)(`npm run presets${isHere ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
  test('computes the table of docs/rules.md', () => {
    expect(tableOf(readFileSync(join(root, 'docs/rules.md'), 'utf8'))).toEqual(presetRows(dirname(files[0] ?? '')))
  })
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
