import pg from 'pg'

const { builtins } = pg.types

/** pg's type parsers, with our own for types that pg would convert with a loss. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    const own = format === 'binary' ? undefined : PARSERS.get(oid)
    return own ?? (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown)
  },
}

const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [builtins.INT8, parseBigint],
  [builtins.TIMESTAMPTZ, parseTimestamp],
  // pg would convert a date to midnight in the process's time zone.
  [builtins.DATE, (value) => value],
])

/** Parses a `bigint` to a number. Throws a RangeError beyond 2^53 - 1, which no position or count reaches. */
function parseBigint(value: string): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`The database returned ${value}, which is not a safe integer`)
  return number
}

/**
 * Parses a `timestamptz` to ISO 8601 in UTC with milliseconds, e.g. `2025-09-07T16:00:00.123Z`, in any session time zone.
 * Truncates microseconds, because rounding up could move an instant past a lock. Throws a RangeError for `infinity`.
 */
export function parseTimestamp(value: string): string {
  if (isPlainUtc(value)) {
    return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
  }
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(value)
  if (match === null) throw new RangeError(`The database returned ${value}, which has no ISO 8601 form`)
  const [, day, time, fraction = '', hours, minutes = ':00'] = match
  const millis = fraction.slice(1, 4).padEnd(3, '0')
  return new Date(`${day}T${time}.${millis}${hours}${minutes}`).toISOString()
}

/** Returns whether a value has the format of a UTC session and a four-digit year. A fast path, since the log has millions of values. */
function isPlainUtc(value: string): boolean {
  return value.charCodeAt(10) === SPACE && value.endsWith('+00')
}
const SPACE = 0x20
