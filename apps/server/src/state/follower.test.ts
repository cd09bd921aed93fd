import { expect, test } from 'vitest'
import { Follower } from './follower.ts'

test('Follower.lacks: returns false for events that this process is committing, only during the commit', async () => {
  const follower = new Follower()
  expect(follower.lacks(0)).toBe(false)
  expect(follower.lacks(3)).toBe(true)
  const committed = Promise.withResolvers<string>()
  const result = follower.committing(3, () => committed.promise)
  expect([follower.lacks(3), follower.lacks(4)]).toEqual([false, true])
  committed.resolve('COMMIT')
  expect(await result).toBe('COMMIT')
  expect(follower.lacks(3)).toBe(true)
  await expect(follower.committing(3, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(follower.lacks(3)).toBe(true)
})
