import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Numbers of tests that passed, failed and were skipped, and a line for each failure: its file, title and the first line of its error.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */

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
    failures: [
      ...brokenFiles.map((result) => failure(result.name, 'could not be loaded', result.message)),
      ...report.testResults.flatMap((result) =>
        result.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => failure(result.name, test.fullName, test.failureMessages[0])),
      ),
    ],
  }
}

/**
 * Reads the counts from a report of Playwright's `json` reporter. A test that passed on a retry counts as passed.
 *
 * @param {string} file
 * @returns {Counts | undefined} undefined if the report is missing
 */
export function playwrightCounts(file) {
  const report = readJson(file)
  if (report?.stats === undefined) return undefined
  const { expected, flaky, unexpected, skipped } = report.stats
  const failures = report.suites.flatMap(specs).filter((spec) => !spec.ok)
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: failures.map((spec) => failure(`e2e/${spec.file}:${spec.line}`, spec.title, firstError(spec))),
  }
}

function specs(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
}

function firstError(spec) {
  const results = spec.tests.flatMap((test) => test.results)
  return results.find((result) => result.error !== undefined)?.error.message
}

/** @param {string} file @param {string} title @param {string | undefined} message */
function failure(file, title, message = '') {
  const firstLine = stripVTControlCharacters(message).split('\n', 1)[0]
  return `${relative(process.cwd(), file)} › ${title}: ${firstLine}`
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const zero = { passed: 0, failed: 0, skipped: 0, failures: [] }
  return all.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
      failures: [...total.failures, ...each.failures],
    }),
    zero,
  )
}

/**
 * Returns the counts of a suite. A suite that has no report, or exits with an error that its report does not list, has failed.
 *
 * @param {string} suite
 * @param {(Counts | undefined)[]} reports one for each part of it; undefined if it is missing
 * @param {number} code the exit code
 * @returns {Counts}
 */
export function suiteCounts(suite, reports, code) {
  const counts = sum(reports.filter((report) => report !== undefined))
  const missing = reports.length === 0 || reports.includes(undefined)
  if (missing) return sum([counts, failed(`${suite}: not all of its tests were run`)])
  return code !== 0 && counts.failed === 0 ? sum([counts, failed(`${suite}: ended with exit code ${code}`)]) : counts
}

/** @param {string} why @returns {Counts} */
const failed = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why] })

/** Formats the closing line of a run: `N passed, N failed`, followed by the number of skipped tests if there are any. */
export function closingLine(counts) {
  return `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
}

/**
 * Returns what a run prints at its end: the failures, if there are any, and the closing line as the last one.
 *
 * @param {Counts} counts
 */
export function closing(counts) {
  const failures = counts.failures.length > 0 ? `Failed:\n${counts.failures.join('\n')}\n\n` : ''
  return `${failures}${closingLine(counts)}`
}

/**
 * Adds up what several runs wrote down. One whose counts are missing has failed: it ended before it could count.
 *
 * @param {Readonly<Record<string, Counts | undefined>>} runs by the names of their commands
 * @returns {Counts}
 */
export function sumOfRuns(runs) {
  return sum(
    Object.entries(runs).map(([command, counts]) => counts ?? failed(`${command}: ended before it could count its tests`)),
  )
}

/**
 * Reads a file of JSON.
 *
 * @param {string} file
 * @returns {any} undefined if it is missing or incomplete
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
