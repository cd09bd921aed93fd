import pg from 'pg'

const { builtins } = pg.types

/** pg's parsers for what the tables use, and ours where pg's would lose something. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    const ours = format === 'binary' ? undefined : PARSERS.get(oid)
    return ours ?? (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown)
  },
}

const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [builtins.INT8, parseBigint],
  [builtins.TIMESTAMPTZ, parseTimestamp],
  // A day is a day: pg would make it midnight in the process's zone.
  [builtins.DATE, (value) => value],
])

/** A `bigint` as a number. Throws a RangeError past 2^53 - 1, which no position or count of ours reaches. */
export function parseBigint(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The database's ${value} is no safe integer`)
  return number
}

/**
 * A `timestamptz` as ISO 8601 in UTC with milliseconds, e.g. `2025-09-07T16:00:00.123Z`, whatever the session's time zone.
 * Microseconds are cut off, never rounded up: an instant must not move past a lock. Throws a RangeError for `infinity`.
 */
export function parseTimestamp(value: string): string {
  if (isPlainUtc(value)) {
    return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
  }
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(value)
  if (parts === null) throw new RangeError(`The database's ${value} is no instant that has an ISO form`)
  const [, day, time, fraction = '', hours, minutes = ':00'] = parts
  const millis = fraction.slice(1, 4).padEnd(3, '0')
  return new Date(`${day}T${time}.${millis}${hours}${minutes}`).toISOString()
}

/** As sessions in UTC give the instants of four-digit years. Their digits are all there: the log is read by the million. */
function isPlainUtc(value: string): boolean {
  return value.charCodeAt(10) === SPACE && value.endsWith('+00')
}
const SPACE = 0x20
