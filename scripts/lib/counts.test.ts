import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closing, closingLine, playwrightCounts, suiteCounts, sum, sumOfRuns, vitestCounts } from './counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'outlast-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('vitestCounts counts a test file that could not be loaded as a failure, and names every failure', () => {
  const broken = { name: 'a.test.ts', status: 'failed', message: 'No such file', assertionResults: [] }
  const failed = { status: 'failed', fullName: 'a pick is saved', failureMessages: ['expected 1\n  at b.test.ts:3'] }
  const fine = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] }
  const file = report({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, testResults: [broken, fine] })
  expect(vitestCounts(file)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: ['a.test.ts › could not be loaded: No such file', 'b.test.ts › a pick is saved: expected 1'],
  })
})

test('playwrightCounts counts a flaky test as passed, and names every failure', () => {
  const error = { message: '\u001B[31mnot visible\u001B[39m\n  at a.spec.ts:5' }
  const failed = { ok: false, title: 'a pick is saved', file: 'a.spec.ts', line: 5, tests: [{ results: [{}, { error }] }] }
  const suites = [{ specs: [{ ok: true }], suites: [{ specs: [failed] }] }]
  expect(playwrightCounts(report({ suites, stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 0 } }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    failures: ['e2e/a.spec.ts:5 › a pick is saved: not visible'],
  })
})

test('vitestCounts and playwrightCounts return undefined for a missing report', () => {
  expect(vitestCounts(join(folder, 'absent.json'))).toBeUndefined()
  expect(playwrightCounts(join(folder, 'absent.json'))).toBeUndefined()
})

test('closingLine formats the sum of all suites and mentions skipped tests only if there are any', () => {
  const passed = (count: number) => ({ passed: count, failed: 0, skipped: 0, failures: [] })
  expect(closingLine(sum([passed(0), passed(2), passed(3)]))).toBe('5 passed, 0 failed')
  expect(closingLine({ passed: 5, failed: 1, skipped: 2, failures: [] })).toBe('5 passed, 1 failed, 2 skipped')
})

test('closing names the failures before its last line', () => {
  const counts = { passed: 5, failed: 1, skipped: 0, failures: ['a.test.ts › a pick is saved: expected 1'] }
  expect(closing(counts)).toBe('Failed:\na.test.ts › a pick is saved: expected 1\n\n5 passed, 1 failed')
  expect(closing({ ...counts, failed: 0, failures: [] })).toBe('5 passed, 0 failed')
})

test('sumOfRuns adds up runs with their failures, and counts one that did not end as a failure', () => {
  const runs = { 'npm test': { passed: 3, failed: 1, skipped: 0, failures: ['a'] }, 'npm run test:more': undefined }
  const failures = ['a', 'npm run test:more: ended before it could count its tests']
  expect(sumOfRuns(runs)).toEqual({ passed: 3, failed: 2, skipped: 0, failures })
})

test('suiteCounts fails a suite without reports, with a missing report, or with an exit code that its reports do not explain', () => {
  const fine = { passed: 2, failed: 0, skipped: 0, failures: [] }
  const broken = { passed: 1, failed: 1, skipped: 0, failures: ['a.test.ts › fails: no'] }
  expect(suiteCounts('unit', [fine, fine], 0)).toEqual({ ...fine, passed: 4 })
  expect(suiteCounts('unit', [fine, broken], 1)).toEqual({ ...broken, passed: 3 })
  expect(suiteCounts('unit', [fine, undefined], 0)).toEqual({
    ...fine,
    failed: 1,
    failures: ['unit: not all of its tests were run'],
  })
  expect(suiteCounts('e2e', [undefined], 0)).toMatchObject({ failed: 1, failures: ['e2e: not all of its tests were run'] })
  expect(suiteCounts('e2e', [], 0)).toMatchObject({ failed: 1 })
  expect(suiteCounts('e2e', [fine], 137)).toMatchObject({ failed: 1, failures: ['e2e: ended with exit code 137'] })
})
