import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, instantFromMs, instantToMs } from '@outlast/domain'

/** Backups that the pool makes. A schedule, the admins and upgrades do not delete each other's. */
const SERIES = ['outlast', 'outlast-by-hand', 'outlast-upgrade'] as const
export type BackupSeries = (typeof SERIES)[number]

const DAY_MS = 86_400_000
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`

/** Returns the name of a backup; names of a series sort by time. Colons are not possible on every file system. */
export function backupName(series: BackupSeries, now: Instant): string {
  return `${series}-${now.slice(0, 19).replaceAll(':', '-')}Z.tar`
}

/**
 * Deletes all but the newest backups of each series, and what killed processes left behind: parts of a backup that began a day ago or
 * earlier. Another process may be writing a later one. Returns the deleted names.
 */
export async function deleteOldBackups(folder: string, keep: number, now: Instant): Promise<readonly string[]> {
  const names = (await readdir(folder)).toSorted()
  const dayAgo = instantFromMs(instantToMs(now) - DAY_MS)
  const old = SERIES.flatMap((series) => [
    ...names.filter((name) => new RegExp(`^${series}-${TIME}\\.tar$`).test(name)).slice(0, -keep),
    ...names.filter(
      (name) => new RegExp(`^\\.${series}-${TIME}\\.tar\\.partial-`).test(name) && name.slice(1) < backupName(series, dayAgo),
    ),
  ])
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  return old
}

/** Deletes what killed processes left of backups of a series that nobody else is writing. */
export async function deletePartsOf(folder: string, series: BackupSeries): Promise<void> {
  const pattern = new RegExp(`^\\.${series}-${TIME}\\.tar\\.partial-`)
  for (const name of await readdir(folder)) if (pattern.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}
