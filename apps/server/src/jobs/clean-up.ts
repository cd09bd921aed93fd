import type { Kysely } from 'kysely'
import { deleteExpiredCredentials } from '../accounts/account-links.ts'
import { forgetNewcomers } from '../accounts/newcomers.ts'
import { deleteExpiredReceipts } from '../commands/receipts.ts'
import type { Tables } from '../database/tables.ts'
import { deleteOldDeliveries } from '../outbox/claims.ts'
import type { Job } from './job.ts'

const HOUR_MS = 3_600_000
const CLEANERS = [deleteExpiredCredentials, deleteExpiredReceipts, forgetNewcomers, deleteOldDeliveries]

/** Deletes what has expired, in one of all processes: links, sessions, receipts, hashes of network addresses and old messages. */
export function cleanUpJob(db: Kysely<Tables>): Job {
  return {
    name: 'the deletion of expired data',
    leader: true,
    every: HOUR_MS,
    run: async () => {
      for (const clean of CLEANERS) await clean(db)
    },
  }
}
