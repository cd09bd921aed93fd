import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

function filesBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)node_modules\//.test(name))
    .map((name) => join(folder, name))
}

/** A table read in SQL: after FROM or JOIN, however it is spelled. Deleting is no reading. */
const READS =
  /(?<!DELETE\s)\b(?:FROM|JOIN|USING)\s+(?:ONLY\s+)?(?:\$\{\s*(?:LIVE|\w*[tT]ables?)\s*\.\s*|projections(?:_\w+)?\.)["']?(picks|locked_picks|forgiven)\b/
const WITHOUT_INSERT_TARGET = (text: string) => text.replaceAll(/INSERT INTO \$\{tables\.(?:picks|locked_picks|forgiven)\}/g, '')

describe('the one way to a pick', () => {
  it('leads through picks/: no other file reads picks, leaves or forgiven losses', () => {
    const others = filesBelow(source).filter((file) => !file.startsWith(join(source, 'picks')))
    expect(others.length).toBeGreaterThan(15)
    const readers = others.filter((file) => READS.test(WITHOUT_INSERT_TARGET(readFileSync(file, 'utf8'))))
    expect(readers.map((file) => file.slice(source.length))).toEqual([])
  })

  it('is not passed by in the server', () => {
    const files = filesBelow(join(root, 'apps/server/src'))
    const readers = files.filter((file) =>
      /projections(_\w+)?\s*["'.]+\s*(picks|locked_picks|forgiven)\b/.test(readFileSync(file, 'utf8')),
    )
    expect(readers).toEqual([])
  })

  it('would be seen', () => {
    for (const sql of [
      'SELECT * FROM ${LIVE.picks}',
      'JOIN ${tables.locked_picks} AS l',
      'select 1 FROM projections.picks p',
      'FROM ${LIVE.forgiven}',
    ]) {
      expect(READS.test(sql)).toBe(true)
    }
    expect(READS.test('DELETE FROM ${tables.picks}')).toBe(false)
  })
})
