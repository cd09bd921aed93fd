import { expect, it } from 'vitest'
import { updateInBatches } from './batches.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

it('updateInBatches: updates ten items at a time and reports the progress', async () => {
  let running = 0
  let peak = 0
  const progress: number[] = []
  const update = async () => {
    running += 1
    peak = Math.max(peak, running)
    await Promise.resolve()
    running -= 1
  }
  const result = await updateInBatches(upTo(25), update, (completed) => progress.push(completed))
  expect({ ...result, peak, progress }).toEqual({
    updated: 25,
    failed: 0,
    firstError: undefined,
    peak: 10,
    progress: [10, 20, 25],
  })
})

it('updateInBatches: counts failures and continues', async () => {
  const update = (item: number) => (item % 10 === 3 ? Promise.reject(new Error(`no ${item}`)) : Promise.resolve())
  expect(await updateInBatches(upTo(25), update, () => {})).toEqual({ updated: 22, failed: 3, firstError: new Error('no 3') })
})
