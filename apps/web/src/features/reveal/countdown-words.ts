const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long until something, in words: `2 days 3 hours 4 minutes 5 seconds`. Undefined when it is now, or has been. */
export function countdownWords(ms: number): string | undefined {
  let left = Math.ceil(ms / 1000)
  if (left <= 0) return undefined
  const words: string[] = []
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0 || words.length > 0) words.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return words.join(' ')
}
