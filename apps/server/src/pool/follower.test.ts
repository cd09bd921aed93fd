import { randomUUID } from 'node:crypto'
import { DEFAULT_RULES, instantFromMs, type PoolRules, type RecordedEvent } from '@outlast/domain'
import { expect, test } from 'vitest'
import { GENESIS, seal } from '../log/chain.ts'
import { Follower } from './follower.ts'

const AT = instantFromMs(Date.UTC(2030, 7, 1))

/** A preset follows from the other rules. */
const RULES = (Object.keys(DEFAULT_RULES) as (keyof PoolRules)[]).filter((rule) => rule !== 'preset')

test.for(RULES)('Follower.ingest: a pool whose rules were changed before %s was a rule has its default', (rule) => {
  const { [rule]: _later, ...rules } = DEFAULT_RULES
  const envelope = { position: 1, recordedAt: AT, siteTime: AT, metadata: { actor: null, role: 'system' } }
  const event = { ...envelope, stream: 'pool', type: 'PoolRulesChanged', data: { rules } }
  const follower = new Follower()
  follower.ingest([seal(event as RecordedEvent, 1, randomUUID(), GENESIS)])
  expect(Object.keys(follower.pool.rules).sort()).toEqual(Object.keys(DEFAULT_RULES).sort())
  expect(follower.pool.rules[rule]).toEqual(DEFAULT_RULES[rule])
})

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
