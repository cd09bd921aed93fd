import type { ServerCheck } from '@outlast/contract/rest/admin/checks'
import { count } from '@outlast/contract/words'

/** The result of one check: one line that says what was found and, unless it is ok, what to do. */
export interface Finding<Name extends string = string> {
  readonly check: Name
  readonly level: ServerCheck['level']
  readonly message: string
}

type Find = <Name extends string>(check: Name, message: string) => Finding<Name>
export const ok: Find = (check, message) => ({ check, level: 'ok', message })
export const warn: Find = (check, message) => ({ check, level: 'warn', message })
export const fail: Find = (check, message) => ({ check, level: 'fail', message })

/** Returns the code of an error, also of one that `fetch` wraps, e.g. `ECONNREFUSED`; empty if it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return codeOf(error.cause)
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? codeOf(error) : error.message
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Returns a number of bytes as text, e.g. `12 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.max(0, Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${Math.floor(bytes / 1000 ** power)} ${UNITS[power]}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns a duration as text, e.g. `3 hours`. */
export function formatAge(ms: number): string {
  if (ms < HOUR_MS) return count(Math.floor(ms / MINUTE_MS), 'minute')
  return ms < 2 * DAY_MS ? count(Math.floor(ms / HOUR_MS), 'hour') : count(Math.floor(ms / DAY_MS), 'day')
}
