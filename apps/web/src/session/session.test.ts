import { ApiError } from '@outlast/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { api } from '../api/client.ts'
import { saveToken } from '../api/token.ts'
import { forgetSession, startSession } from './session.ts'

vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('localStorage', undefined)
afterAll(() => vi.unstubAllGlobals())

function start(): readonly unknown[] {
  const visits: unknown[] = []
  startSession(
    () => {},
    (ended) => visits.push(ended),
  )
  return visits
}

test('startSession: says at the start that nobody is signed in, so that nothing of the last member stays', () => {
  expect(start()).toEqual([null])
})

test.each([
  ['signed-out', () => Promise.resolve({ id: 1 }), forgetSession],
  ['unanswered', () => Promise.reject(new ApiError('Internal error', { status: 500 })), () => {}],
] as const)('startSession: tells a session that ended because it was %s', async (ended, answer, end) => {
  saveToken('a.b.c')
  const call = vi.spyOn(api, 'call').mockImplementation(answer as never)
  const visits = start()
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  end()
  await vi.waitFor(() => expect(visits).toEqual([ended]))
})
