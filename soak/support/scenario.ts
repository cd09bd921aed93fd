import { type AcknowledgedPick, compareWithLog, formatTable, readLog, type TestDatabase, type Traffic } from '@outlast/testing'

/** The sizes of a scenario. Each is an option of `npm run soak`. */
export type Sizes = Readonly<Record<string, number>>

/** What a scenario receives. */
export interface SoakContext {
  /** Creates a migrated database, which the scenario drops. */
  readonly createDatabase: () => Promise<TestDatabase>
  /** Prints progress to the terminal. */
  readonly progress: (message: string) => void
}

/** A fault that is caused for real, and what must follow from it. */
export interface Scenario<S extends Sizes = Sizes> {
  readonly name: string
  /** What it does, in one line. */
  readonly about: string
  /** The sizes of `npm run soak`. */
  readonly sizes: S
  /** The sizes of `npm test`. */
  readonly short: S
  run(context: SoakContext, sizes: S): Promise<SoakReport>
}

/** One row of a scenario's table. */
export interface Check {
  readonly what: string
  readonly expected: string
  readonly found: string
  /** Undefined for a row that is only informative. */
  readonly passed?: boolean
  /** Whether the row is about time, which depends on the machine: tests ignore it. */
  readonly timed?: boolean
}

/** The result of a scenario. */
export interface SoakReport {
  readonly title: string
  readonly checks: readonly Check[]
  /** What a reader of the table needs to know. */
  readonly notes: readonly string[]
  /** A table of figures besides the checks. */
  readonly details?: string
}

/** Checks that a list is empty. The row shows the first few items that it contains. */
export function isEmpty(what: string, found: readonly unknown[]): Check {
  const shown = found.slice(0, 3).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const text = found.length === 0 ? '0' : `${found.length}: ${shown.join('; ')}${found.length > 3 ? ' …' : ''}`
  return { what, expected: '0', found: text, passed: found.length === 0 }
}

/** Checks that there are enough of something; otherwise the scenario proves nothing. */
export function isAtLeast(what: string, expected: number, found: number): Check {
  return { what, expected: `≥ ${formatCount(expected)}`, found: formatCount(found), passed: found >= expected }
}

export function isAtMost(what: string, expected: number, found: number): Check {
  return { what, expected: `≤ ${formatCount(expected)}`, found: formatCount(found), passed: found <= expected }
}

export function isEqual(what: string, expected: string | number, found: string | number): Check {
  return { what, expected: String(expected), found: String(found), passed: expected === found }
}

/** Checks that each of some times is within a limit, in milliseconds. */
export function isWithin(what: string, limitMs: number, timesMs: readonly number[]): Check {
  const passed = Math.max(...timesMs) <= limitMs
  return { what, expected: `≤ ${formatSeconds(limitMs)}`, found: formatSpread(timesMs), passed, timed: true }
}

/** Returns a row that is only informative. */
export function info(what: string, found: string | number): Check {
  return { what, expected: '–', found: typeof found === 'number' ? formatCount(found) : found }
}

/** Checks what every fault must leave intact: responses are clear, and the log holds exactly the acknowledged picks. */
export async function checkTraffic(
  { acknowledged, unexpectedResponses }: Traffic,
  minPicks: number,
  connectionString: string,
  earlier: readonly AcknowledgedPick[] = [],
): Promise<readonly Check[]> {
  return [
    isAtLeast('picks acknowledged', minPicks, acknowledged.length),
    isEmpty('responses that are neither a success nor a 503 with Retry-After', unexpectedResponses),
    ...(await checkLog(connectionString, [...earlier, ...acknowledged])),
  ]
}

/** Checks that the log holds exactly the picks that were acknowledged, each once, and that its hash chain is intact. */
export async function checkLog(connectionString: string, acknowledged: readonly AcknowledgedPick[]): Promise<readonly Check[]> {
  const { lost, duplicated, chainProblems } = compareWithLog(await readLog(connectionString), acknowledged)
  return [
    isEmpty('acknowledged picks that the log lacks or holds differently', lost),
    isEmpty('picks acknowledged or recorded twice', duplicated),
    isEmpty('problems in the hash chain', chainProblems),
  ]
}

/** Returns the checks that failed. */
export function failedChecks({ checks }: SoakReport, { timed }: { readonly timed: boolean }): readonly Check[] {
  return checks.filter((check) => check.passed === false && (timed || check.timed !== true))
}

const HEADINGS = ['', 'expected', 'found', ''] as const

/** Formats a report as a Markdown table. */
export function formatReport({ title, checks, notes, details }: SoakReport): string {
  const verdict = ({ passed, timed }: Check) =>
    passed === undefined ? '' : passed ? 'passed' : timed === true ? 'LATE' : 'FAILED'
  const rows = checks.map((check) => [check.what, check.expected, check.found, verdict(check)])
  const table = formatTable(title, HEADINGS, rows, notes)
  return details === undefined ? table : `${table}\n${details}\n`
}

/** Formats the median of some times, with the shortest and the longest. */
function formatSpread(timesMs: readonly number[]): string {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (index: number): string => formatSeconds(sorted[index] ?? Number.NaN)
  return `${at(Math.floor(sorted.length / 2))} (${at(0)}–${at(sorted.length - 1)})`
}

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const formatCount = (number: number): string => number.toLocaleString('en-US')
