import { expect, it } from 'vitest'
import { coalesced } from './coalesced.ts'

it('runs once more however often it is called meanwhile', async () => {
  const done: (() => void)[] = []
  const run = coalesced(() => new Promise<void>((resolve) => void done.push(resolve)))
  run()
  run()
  run()
  expect(done).toHaveLength(1)
  done[0]!()
  await expect.poll(() => done.length).toBe(2)
  done[1]!()
  await Promise.resolve()
  await Promise.resolve()
  expect(done).toHaveLength(2)
  run()
  expect(done).toHaveLength(3)
})
