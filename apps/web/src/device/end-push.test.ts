import { afterAll, expect, test, vi } from 'vitest'
import { endPush } from './end-push.ts'

const unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
afterAll(() => vi.unstubAllGlobals())

test.each([
  [1, 'signed-out'],
  [1, 'refused'],
  [1, null],
  // The pool answered with an error: the member is still the same.
  [0, 'unanswered'],
] as const)('endPush: unsubscribes %i times after a session that ended as %s', async (times, ended) => {
  unsubscribe.mockClear()
  await endPush(ended)
  expect(unsubscribe).toHaveBeenCalledTimes(times)
})
