import { expect, it } from 'vitest'
import { countdownWords } from './countdown-words.ts'

it.each([
  [183_845_000, '2 days 3 hours 4 minutes 5 seconds'],
  [86_400_000, '1 day 0 hours 0 minutes 0 seconds'],
  [61_000, '1 minute 1 second'],
  [400, '1 second'],
  [0, undefined],
  [-5_000, undefined],
])('%d ms are %s', (ms, words) => {
  expect(countdownWords(ms)).toBe(words)
})
