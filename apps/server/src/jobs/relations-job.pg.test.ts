import { createRelations, readCheckpoint } from '@outlast/projections'
import { loseLastEvents } from '@outlast/testing/rewritten-log'
import { expect, test } from 'vitest'
import { seedPool, useTestLog } from '../../tests/support/log.ts'
import { createWaiter } from '../lib/wait.ts'
import { viewReader } from '../live/view-reader.ts'
import { LogDiverged } from '../pool/follower.ts'
import { People } from '../pool/people.ts'
import { relationsJob } from './relations-job.ts'

const own = useTestLog()

test('a server whose database has lost commits leaves the tables for readers of SQL at what the log has', async () => {
  const { db, follower } = own.log
  await createRelations(db)
  const reader = viewReader({ follower, people: new People(db, follower), clubName: 'Club' })
  const job = relationsJob({ db, follower, reader, versions: { current: () => follower.position } })
  const run = () => job.run(new AbortController().signal, createWaiter())
  const position = async () => (await readCheckpoint(db))?.position
  await seedPool(own.log)
  await run()
  expect(await position()).toBe(follower.position)
  await loseLastEvents(db, 1)
  await expect(run()).rejects.toThrow(LogDiverged)
  expect(await position()).toBe(follower.position - 1)
  expect(await follower.diverged).toBeInstanceOf(LogDiverged)
})
