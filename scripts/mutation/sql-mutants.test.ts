import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../lib/run.mjs'
import { AREAS } from './areas.mjs'
import { sqlMutants, withMutant } from './sql-mutants.mjs'

const mutantsOf = (source: string) => sqlMutants(source).map((mutant) => withMutant(source, mutant))

it('sqlMutants changes only the literal text of SQL templates, one place at a time', () => {
  const source = 'const a = b === true ? sql<Row>`SELECT x FROM t WHERE a = ${c === true} AND b IS NOT NULL` : false'
  expect(mutantsOf(source)).toEqual([
    source.replace('WHERE', 'WHERE true OR'),
    source.replace('a = $', 'a <> $'),
    source.replace('AND', 'OR'),
    source.replace('IS NOT NULL', 'IS NULL'),
  ])
})

it('sqlMutants finds templates inside the placeholders of other templates and after them', () => {
  const source = 'sql`a ${x ? sql`true` : { y: `OR ${z}` }} OR b`'
  expect(mutantsOf(source)).toEqual([source.replace('true', 'false'), source.replace('} OR b', '} AND b')])
})

it('sqlMutants replaces each operator that it knows and nothing else', () => {
  const mutated = (text: string) => mutantsOf(`sql\`${text}\``).map((source) => source.slice(4, -1))
  expect(mutated('x IS NULL')).toEqual(['x IS NOT NULL'])
  expect(mutated('x > 1')).toEqual(['x >= 1'])
  expect(mutated('NOT EXISTS (y)')).toEqual(['EXISTS (y)'])
  expect(mutated('a LEFT JOIN b')).toEqual(['a JOIN b'])
  expect(mutated('CASE WHEN x THEN y END')).toEqual(['CASE WHEN true OR x THEN y END', 'CASE WHEN false AND x THEN y END'])
  expect(mutated('SELECT band, oracle FROM truest')).toEqual([])
})

it('AREAS names only files and tests that exist', () => {
  for (const part of Object.values(AREAS).flat()) {
    for (const file of [...(part.mutate ?? []), ...(part.sql ?? [])]) expect(readFileSync(join(root, file), 'utf8')).not.toBe('')
    for (const pattern of part.tests) expect(globSync(pattern.replace(/^!/, ''), { cwd: root })).not.toEqual([])
  }
})
