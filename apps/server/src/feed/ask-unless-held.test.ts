import { expect, it } from 'vitest'
import { askUnlessHeld } from './ask-unless-held.ts'

/** Asks while a hold is on for the given milliseconds; `during` runs when the feed is asked. Returns what happened, in order. */
async function ask(heldFor: number, during: (hold: (ms: number) => void, times: number) => void = () => undefined) {
  let left = heldFor
  let times = 0
  const steps: string[] = []
  const answer = await askUnlessHeld(
    async () => {
      times += 1
      steps.push('asked')
      during((ms) => (left = ms), times)
      return times
    },
    {
      heldMs: async () => left,
      wait: async (ms) => {
        steps.push(`waited ${ms}`)
        left -= ms
      },
    },
  )
  return { answer, steps }
}

it('asks at once without a hold', async () => {
  expect(await ask(0)).toEqual({ answer: 1, steps: ['asked'] })
})

it('waits for the end of a hold, and looks every second whether it has ended early', async () => {
  expect(await ask(2_500)).toEqual({ answer: 1, steps: ['waited 1000', 'waited 1000', 'waited 500', 'asked'] })
})

it('throws away an answer that arrives during a hold, and asks again after it', async () => {
  const found = await ask(0, (hold, times) => times === 1 && hold(700))
  expect(found).toEqual({ answer: 2, steps: ['asked', 'waited 700', 'asked'] })
})

it('stops waiting with the process', async () => {
  const stopped = askUnlessHeld(async () => 'never', { heldMs: async () => 1, wait: () => Promise.reject(new Error('stopped')) })
  await expect(stopped).rejects.toThrow('stopped')
})
