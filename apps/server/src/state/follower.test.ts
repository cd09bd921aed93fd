import { expect, test } from 'vitest'
import { Follower } from './follower.ts'

test('what this process commits itself need not be read, while and only while it commits', async () => {
  const follower = new Follower()
  expect(follower.lacks(0)).toBe(false)
  expect(follower.lacks(3)).toBe(true)
  const committed = Promise.withResolvers<string>()
  const answer = follower.committing(3, () => committed.promise)
  expect([follower.lacks(3), follower.lacks(4)]).toEqual([false, true])
  committed.resolve('COMMIT')
  expect(await answer).toBe('COMMIT')
  expect(follower.lacks(3)).toBe(true)
  await expect(follower.committing(3, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(follower.lacks(3)).toBe(true)
})
