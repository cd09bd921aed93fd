import { formatCount } from '../../lib/numbers.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Formats milliseconds in the two largest units: `2 days 3 hours`, `1 hour 5 minutes`, `18 seconds`. */
export function formatDuration(ms: number): string {
  const first = UNITS.findIndex(([, size]) => ms >= size)
  if (first < 0) return 'less than a second'
  let remaining = ms
  const parts: string[] = []
  for (const [name, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    if (count > 0) parts.push(formatCount(count, name))
  }
  return parts.join(' ')
}
