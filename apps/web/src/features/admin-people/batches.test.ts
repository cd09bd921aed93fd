import { expect, it } from 'vitest'
import { inBatches } from './batches.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

it('acts on ten at a time, and tells how far it is', async () => {
  let running = 0
  let most = 0
  const progress: number[] = []
  const act = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  }
  const outcome = await inBatches(upTo(25), act, (done) => progress.push(done))
  expect({ ...outcome, most, progress }).toEqual({
    updated: 25,
    failed: 0,
    firstFailure: undefined,
    most: 10,
    progress: [10, 20, 25],
  })
})

it('counts what fails, and goes on', async () => {
  const act = (item: number) => (item % 10 === 3 ? Promise.reject(new Error(`no ${item}`)) : Promise.resolve())
  expect(await inBatches(upTo(25), act, () => {})).toEqual({ updated: 22, failed: 3, firstFailure: new Error('no 3') })
})
