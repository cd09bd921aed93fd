import { readFileSync } from 'node:fs'

/** Numbers of tests that passed, failed and were skipped. @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Reads the counts from a report of Vitest's `json` reporter. A test file that could not be loaded counts as one failure.
 *
 * @param {string} file
 * @returns {Counts | undefined} undefined if the report is missing
 */
export function vitestCounts(file) {
  const report = readJson(file)
  if (report === undefined) return undefined
  const brokenFiles = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}

/**
 * Reads the counts from a report of Playwright's `json` reporter. A test that passed on a retry counts as passed.
 *
 * @param {string} file
 * @returns {Counts | undefined} undefined if the report is missing
 */
export function playwrightCounts(file) {
  const stats = readJson(file)?.stats
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const zero = { passed: 0, failed: 0, skipped: 0 }
  return all.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
    }),
    zero,
  )
}

/** Formats the closing line of a run: `N passed, N failed`, followed by the number of skipped tests if there are any. */
export function closingLine(counts) {
  return `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
