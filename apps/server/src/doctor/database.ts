import { type Instant, instantToMs } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { type BackupHistory, backupProblem } from '../backup/status.ts'
import { isPostponed, readMigrations } from '../database/migrations.ts'
import { appliedMigrations as namesOfApplied } from '../database/schema-version.ts'
import type { Tables } from '../database/tables.ts'
import { commandForm } from '../lib/command-form.ts'
import type { RefusedDevice } from '../channels/push/push-subscriptions.ts'
import type { OutboxStatus } from '../outbox/status.ts'
import { fail, type Finding, formatAge, ok, warn } from './check.ts'

const HOUR_S = 3600
/** Without a schedule, a backup is old after this. */
const OLD_BACKUP_MS = 7 * 86_400_000

/** Returns the applied migrations, or undefined for a database without a pool. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[] | undefined> {
  const names = await namesOfApplied(db)
  return names.length === 0 ? undefined : names
}

export async function checkMigrations(applied: readonly string[]): Promise<Finding> {
  const known = await readMigrations()
  const ahead = applied.filter((name) => !known.some((migration) => migration.name === name))
  if (ahead.length > 0)
    return fail('migrations', `The database is of a newer version of Outlast (${ahead.join(', ')}): start that version`)
  const pending = known.filter((migration) => !applied.includes(migration.name) && !isPostponed(migration))
  const changesData = pending.some(({ effect }) => effect.changesData === true)
  if (pending.length > 0)
    return warn(
      'migrations',
      `The next start applies ${pending.map(({ name }) => name).join(', ')}${changesData ? ', and writes a backup first' : ''}`,
    )
  return ok('migrations', `The schema is up to date (${applied.at(-1)})`)
}

export function checkOutbox({ givenUp, waiting, oldestWaitingSeconds, resting }: OutboxStatus): Finding<'outbox'> {
  if (oldestWaitingSeconds > HOUR_S)
    return fail(
      'outbox',
      `${waiting} messages wait, the oldest for ${formatAge(oldestWaitingSeconds * 1000)}: see the mail check, and the server's log`,
    )
  if (givenUp > 0)
    return warn(
      'outbox',
      `${givenUp} messages could not be delivered and are not retried: the server's log says why; correct the addresses`,
    )
  if (resting > 0)
    return warn(
      'outbox',
      `${resting} endpoints failed several times in a row and rest: the admins’ page of the web app says which and why`,
    )
  return ok('outbox', waiting === 0 ? 'No message waits' : `${waiting} messages are about to be sent`)
}

/** Counts browsers whose push service refuses the pool's messages. */
export function checkDevices(refused: readonly RefusedDevice[]): Finding<'push_devices'> {
  if (refused.length === 0) return ok('push_devices', 'No device refused its last push message')
  const statuses = [...new Set(refused.map(({ status }) => status))].toSorted((a, b) => a - b).join(', ')
  const devices = refused.length === 1 ? '1 device' : `${refused.length} devices`
  return warn(
    'push_devices',
    `The push services of ${devices} refused the last message (${statuses}): set PUBLIC_URL to the https address of the pool; owners see it on their account page and can switch push off and on`,
  )
}

/** @param everyMs the interval of scheduled backups; undefined without a schedule */
export function checkBackups(status: BackupHistory, everyMs: number | undefined, now: Instant): Finding<'backup'> {
  const { lastSuccessAt, failures } = status
  const age = lastSuccessAt === null ? undefined : instantToMs(now) - instantToMs(lastSuccessAt)
  const last = age === undefined ? 'There is no backup' : `The last backup is ${formatAge(age)} old`
  if (everyMs !== undefined) {
    const problem = backupProblem(status, everyMs, now)
    if (problem === 'failed')
      return fail(
        'backup',
        `${last}, and ${failures} failed since: the server's log says why; check the folder of backups (BACKUP_DIR)`,
      )
    if (problem === 'late') return fail('backup', `${last}, although they are scheduled: check that the pool runs, and its log`)
    return ok('backup', age === undefined ? 'The first scheduled backup is about to be made' : last)
  }
  const advice = `switch on daily backups on the desk, set BACKUP_DIR, or run ${commandForm('backup <file>')}`
  if (age === undefined) return warn('backup', `${last}: ${advice}`)
  return age > OLD_BACKUP_MS ? warn('backup', `${last}: ${advice}`) : ok('backup', last)
}
