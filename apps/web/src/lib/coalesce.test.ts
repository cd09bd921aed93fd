import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

it('coalesce: runs the task once more for any number of calls during a run', async () => {
  const finish: (() => void)[] = []
  const run = coalesce(() => new Promise<void>((resolve) => void finish.push(resolve)))
  run()
  run()
  run()
  expect(finish).toHaveLength(1)
  finish[0]!()
  await expect.poll(() => finish.length).toBe(2)
  finish[1]!()
  await Promise.resolve()
  await Promise.resolve()
  expect(finish).toHaveLength(2)
  run()
  expect(finish).toHaveLength(3)
})
