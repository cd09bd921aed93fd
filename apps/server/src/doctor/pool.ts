import { type Instant, instantToMs } from '@outlast/domain'
import { count } from '@outlast/contract/words'
import type { CheckName } from '@outlast/contract/rest/admin/checks'
import type { Kysely } from 'kysely'
import { scheduleOf } from '../backup/schedule.ts'
import { readBackupStatus } from '../backup/status.ts'
import { refusedDevices } from '../channels/push/push-subscriptions.ts'
import type { Config } from '../config/config.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import type { Tables } from '../database/tables.ts'
import type { AutoSyncStatus } from '../feed/auto-sync.ts'
import { readFeedStatus } from '../feed/feed-status.ts'
import { systemClock } from '../lib/clock.ts'
import { type MailHistory, outboxStatus, readMailHistory } from '../outbox/status.ts'
import { fail, type Finding, formatAge, ok, warn } from './check.ts'
import { checkBackups, checkDevices, checkOutbox } from './database.ts'
import { checkBackupDisk, checkClock } from './machine.ts'
import { checkPush } from './services.ts'

/** A request to the scoreboard that is this late means that nobody makes any. */
const LATE_REQUEST_MS = 900_000

/**
 * Checks how a pool is doing, by its database and the clock of this process. The running pool and the doctor without one ask the same.
 *
 * @param dataFolders the folders with data on this machine that exist
 */
export async function checkPool(
  config: Config,
  db: Kysely<Tables>,
  dataFolders: readonly string[],
): Promise<readonly Finding<CheckName>[]> {
  const before = systemClock.nowMs()
  const now = await readDatabaseTime(db)
  const aheadMs = (before + systemClock.nowMs()) / 2 - instantToMs(now)
  const backups = await readBackupStatus(db)
  const schedule = scheduleOf(config, backups)
  return [
    checkClock(aheadMs),
    checkBackups(backups, schedule?.everyMs, now),
    ...(schedule === undefined ? [] : [checkBackupDisk(schedule.folder, dataFolders)]),
    checkScoreboard(config, await readFeedStatus(db), now),
    checkMails(config, await readMailHistory(db), now),
    checkOutbox(await outboxStatus(db)),
    await checkPush(config),
    checkDevices(await refusedDevices(db)),
  ]
}

const since = (time: Instant, now: Instant): string => formatAge(Math.max(0, instantToMs(now) - instantToMs(time)))

export function checkScoreboard(
  { autoSync }: Pick<Config, 'autoSync'>,
  { lastAsked, nextAsk, failures, lastError }: AutoSyncStatus,
  now: Instant,
): Finding<'scoreboard'> {
  const check = 'scoreboard'
  if (!autoSync) return ok(check, 'AUTO_SYNC is off: an admin enters or syncs the games')
  if (nextAsk !== null && instantToMs(now) - instantToMs(nextAsk) > LATE_REQUEST_MS)
    return fail(check, `The scoreboard should have been asked ${since(nextAsk, now)} ago: see the log, and restart the pool`)
  if (lastError !== null)
    return warn(
      check,
      `The last ${count(failures, 'request')} of the scoreboard failed, the newest ${since(lastError.at, now)} ago (${lastError.message}): allow outgoing https, or check ESPN_BASE_URL; picks and locks work without it`,
    )
  return ok(
    check,
    lastAsked === null ? 'There was nothing to ask the scoreboard yet' : `The scoreboard answered ${since(lastAsked, now)} ago`,
  )
}

export function checkMails(
  { mail }: Pick<Config, 'mail'>,
  { lastDeliveredAt, lastFailedAt }: MailHistory,
  now: Instant,
): Finding<'mail'> {
  const check = 'mail'
  if (mail.kind === 'files')
    return warn(check, 'Mails are only written to files, so members get none: set SMTP_URL and MAIL_FROM')
  const last =
    lastDeliveredAt === null ? 'No mail has been sent yet' : `The last mail was sent ${since(lastDeliveredAt, now)} ago`
  if (lastFailedAt === null) return ok(check, last)
  return fail(
    check,
    `A mail failed ${since(lastFailedAt, now)} ago, and none was sent since. ${last}: see the log, and check SMTP_URL and MAIL_FROM`,
  )
}
