import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instantFromMs } from '@outlast/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { member, pickOf, seedPool, useTestLog } from '../../tests/support/log.ts'
import { createWaiter } from '../lib/wait.ts'
import { SignedHeads } from '../log/signed-heads.ts'
import { HeadSigner } from './head-signer.ts'

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
