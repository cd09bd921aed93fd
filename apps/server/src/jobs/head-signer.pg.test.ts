import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentRound, instantFromMs } from '@outlast/domain'
import { generatePool } from '@outlast/testing'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { member, pickOf, seedPool, useTestLog } from '../../tests/support/log.ts'
import { createWaiter } from '../lib/wait.ts'
import { readEvents } from '../log/read.ts'
import { SignedHeads } from '../log/signed-heads.ts'
import { HeadSigner, signHead } from './head-signer.ts'

const own = useTestLog()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlast-heads-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the head of the log is signed at the start, and then once a day, however often the job runs', async () => {
  await seedPool(own.log)
  const heads = await SignedHeads.open(folder)
  let hours = 0
  const now = () => instantFromMs(Date.UTC(2026, 8, 13, hours))
  const { db, follower } = own.log
  const signer = new HeadSigner({ heads, db, follower, now, log: pino({ level: 'silent' }) })
  const runAt = async (hour: number) => {
    hours = hour
    await signer.job.run(new AbortController().signal, createWaiter())
    return (await heads.all()).map(({ position }) => position)
  }
  signer.start()
  const start = follower.position
  expect(await runAt(0)).toEqual([start])
  await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'))
  expect(await runAt(23)).toEqual([start])
  expect(await runAt(24)).toEqual([start, start + 1])
  expect(await runAt(25)).toEqual([start, start + 1])
  await signer.stop()
})

test('the head of the log is signed when the last result of a week is recorded, and on request', async () => {
  const heads = await SignedHeads.open(folder)
  const { db, follower } = own.log
  const signer = new HeadSigner({ heads, db, follower, now: () => instantFromMs(0), log: pino({ level: 'silent' }) })
  signer.start()
  await generatePool(own.connectionString, { entries: 4, entriesPerMember: 2, playedWeeks: 1, events: 60, goodPicks: 1 })
  await follower.catchUp(db)
  await signer.stop()
  const events = await readEvents(db, 0)
  const lastLock = events.findLast(({ type }) => type === 'WeekLocked')!.position
  expect(currentRound(follower.pool)?.locked).not.toBeNull()
  expect(lastLock).toBeLessThan(follower.position)
  expect((await heads.newest())?.position).toBe(follower.position)
  expect(await signHead(db, heads)).toMatchObject({ position: follower.position, hash: follower.head.hash })
})
