import { expect, test } from 'vitest'
import { sayingThatItRuns } from './progress.mjs'

test('sayingThatItRuns prints lines until the task ends, and returns its result', async () => {
  const lines: string[] = []
  let end: (value: number) => void = () => {}
  const task = new Promise<number>((resolve) => (end = resolve))
  const print = (line: string): void => {
    lines.push(line)
    if (lines.length === 2) end(7)
  }
  expect(await sayingThatItRuns('Building', task, { everyMs: 1, print })).toBe(7)
  expect(lines).toEqual([expect.stringMatching(/^Building: \d+ seconds \.\.\.$/), expect.stringMatching(/^Building: /)])
})
