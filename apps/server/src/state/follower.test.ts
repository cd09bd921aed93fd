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

test('Follower.lacks: returns false for all events of several commits in progress, until each of them ends', async () => {
  const follower = new Follower()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const committing = [follower.committing(3, () => first.promise), follower.committing(5, () => second.promise)]
  expect([follower.lacks(3), follower.lacks(5), follower.lacks(6)]).toEqual([false, false, true])
  first.resolve()
  await committing[0]
  expect([follower.lacks(5), follower.lacks(6)]).toEqual([false, true])
  second.reject(new Error('rolled back'))
  await expect(committing[1]).rejects.toThrow('rolled back')
  expect(follower.lacks(3)).toBe(true)
})
