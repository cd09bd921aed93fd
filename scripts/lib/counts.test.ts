import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLine, playwrightCounts, sum, vitestCounts } from './counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'outlast-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('vitestCounts counts a test file that could not be loaded as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] }
  const fine = { status: 'passed', assertionResults: [{}, {}] }
  const file = report({ numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, testResults: [broken, fine] })
  expect(vitestCounts(file)).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('playwrightCounts counts a flaky test as passed', () => {
  expect(playwrightCounts(report({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } }))).toEqual({
    passed: 4,
    failed: 2,
    skipped: 0,
  })
})

test('vitestCounts and playwrightCounts return undefined for a missing report', () => {
  expect(vitestCounts(join(folder, 'absent.json'))).toBeUndefined()
  expect(playwrightCounts(join(folder, 'absent.json'))).toBeUndefined()
})

test('closingLine formats the sum of all suites and mentions skipped tests only if there are any', () => {
  const none = { passed: 0, failed: 0, skipped: 0 }
  expect(closingLine(sum([none, { passed: 2, failed: 0, skipped: 0 }, { passed: 3, failed: 0, skipped: 0 }]))).toBe(
    '5 passed, 0 failed',
  )
  expect(closingLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped')
})
