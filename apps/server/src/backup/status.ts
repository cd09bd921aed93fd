import { type Instant, instantToMs } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

// Raw SQL fragments: the database's clock, and a counter.

/** How a pool's backups went, whichever process makes them. */
export interface BackupHistory {
  readonly lastSuccessAt: Instant | null
  /** Failures since the last success. */
  readonly failures: number
  /** When the first backup was made or scheduled; null if neither has happened. */
  readonly watchedSince: Instant | null
}

export interface BackupStatus extends BackupHistory {
  /** Whether an admin switched on daily backups. */
  readonly isDaily: boolean
}

export async function readBackupStatus(db: Kysely<Tables>): Promise<BackupStatus> {
  const row = await db.selectFrom('backup_status').selectAll().executeTakeFirst()
  if (row === undefined) return { lastSuccessAt: null, failures: 0, watchedSince: null, isDaily: false }
  return {
    lastSuccessAt: row.last_success_at,
    failures: row.failures,
    watchedSince: row.watched_since,
    isDaily: row.is_daily,
  }
}

/** Begins to watch the backups, unless they are watched already. */
export async function watchBackups(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('backup_status')
    .values({ last_success_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Switches daily backups on or off. */
export async function setDailyBackups(db: Kysely<Tables>, isDaily: boolean): Promise<void> {
  await db
    .insertInto('backup_status')
    .values({ last_success_at: null, is_daily: isDaily })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ is_daily: isDaily }))
    .execute()
}

/**
 * Records a successful backup and resets the count of failures.
 * @param at the time of the snapshot, so that the age of the backup is the age of its data
 */
export async function recordSuccess(db: Kysely<Tables>, at: Instant): Promise<void> {
  await db
    .insertInto('backup_status')
    .values({ last_success_at: at })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({
        failures: 0,
        last_success_at: sql<Instant>`greatest(backup_status.last_success_at, excluded.last_success_at)`,
      }),
    )
    .execute()
}

export async function recordFailure(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('backup_status')
    .values({ last_success_at: null, failures: 1 })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ failures: sql<number>`backup_status.failures + 1` }))
    .execute()
}

/** What is wrong with the scheduled backups. */
export type BackupProblem = 'failed' | 'late'

/** A backup may take some time: it is late after one and a half of its intervals. */
const LATE_AFTER_INTERVALS = 1.5

/** Returns the problem of scheduled backups, or null if there is none. */
export function backupProblem(status: BackupHistory, everyMs: number, now: Instant): BackupProblem | null {
  if (status.failures > 0) return 'failed'
  const since = status.lastSuccessAt ?? status.watchedSince
  if (since === null) return null
  return instantToMs(now) - instantToMs(since) > LATE_AFTER_INTERVALS * everyMs ? 'late' : null
}

/** Returns when the next scheduled backup is due: at once if there was none. */
export function nextBackupAt({ lastSuccessAt }: BackupHistory, everyMs: number): number {
  return lastSuccessAt === null ? 0 : instantToMs(lastSuccessAt) + everyMs
}
