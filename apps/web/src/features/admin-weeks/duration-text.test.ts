import { expect, it } from 'vitest'
import { formatDuration } from './duration-text.ts'

it.each([
  [0, 'less than a second'],
  [18_400, '18 seconds'],
  [78_000, '1 minute 18 seconds'],
  [60_000, '1 minute'],
  [3_900_000, '1 hour 5 minutes'],
  [7_200_000, '2 hours'],
  [2 * 86_400_000 + 3 * 3_600_000 + 59_000, '2 days 3 hours'],
  [86_400_000 + 120_000, '1 day'],
])('formatDuration: formats %d ms as "%s"', (ms, text) => expect(formatDuration(ms)).toBe(text))
