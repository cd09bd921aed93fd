import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BENCHMARKS } from './benchmarks.ts'
import { measurementsPage } from './measurements.ts'

test('docs/measurements.md shows what measurements.json has', () => {
  expect(readFileSync(new URL('../docs/measurements.md', import.meta.url), 'utf8')).toBe(measurementsPage())
})

test('the page shows every benchmark', () => {
  const shown = [...measurementsPage().matchAll(/npm run bench -- ([a-z-]+)`, /g)].map(([, name]) => name ?? '')
  expect(shown.toSorted()).toEqual(BENCHMARKS.map(({ name }) => name).toSorted())
})
