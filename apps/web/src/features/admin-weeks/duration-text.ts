const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 days 3 hours`, `1 hour 5 minutes`, `less than a minute`: the two largest units of a length of time in milliseconds. */
export function lengthText(ms: number): string {
  const first = UNITS.findIndex(([, size]) => ms >= size)
  if (first < 0) return 'less than a minute'
  let left = ms
  const words: string[] = []
  for (const [name, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) words.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return words.join(' ')
}
