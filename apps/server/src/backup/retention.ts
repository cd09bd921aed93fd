import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '@outlast/domain'

/** The names of scheduled backups, which sort by time. Other files in the folder are never deleted. */
const SCHEDULED = /^outlast-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/
/** What a scheduled backup leaves behind if its process is killed. */
const LEFTOVER = /^\.outlast-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.partial-/

/** Returns the name of a scheduled backup. Colons are not possible on every file system. */
export function scheduledName(now: Instant): string {
  return `outlast-${now.slice(0, 19).replaceAll(':', '-')}Z.tar`
}

/** Deletes all but the newest scheduled backups, and what killed processes left behind. Returns the deleted names. */
export async function deleteOldBackups(folder: string, keep: number): Promise<readonly string[]> {
  const names = await readdir(folder)
  const scheduled = names.filter((name) => SCHEDULED.test(name)).toSorted()
  const old = [...scheduled.slice(0, -keep), ...names.filter((name) => LEFTOVER.test(name))]
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  return old
}
