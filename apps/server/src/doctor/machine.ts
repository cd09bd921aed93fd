import { existsSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEY_FILES } from '../backup/manifest.ts'
import { DiskFull, isDiskFull, LOW_BYTES } from '../lib/disk-space.ts'
import { fail, type Finding, formatBytes, ok, warn } from './check.ts'

const MB = 1_000_000
const LOW_DISK = 1000 * MB
const LOW_MEMORY = 150 * MB
const NO_MEMORY = 50 * MB
const SLOW_CLOCK_MS = 2_000
const WRONG_CLOCK_MS = 30_000

export function checkDisk(folder: string, free: number): Finding {
  const found = `${formatBytes(free)} free on the disk of ${folder}`
  if (isDiskFull(folder, () => free)) return fail('disk', new DiskFull(folder).message)
  if (free < LOW_BYTES) return fail('disk', `Only ${found}: delete something, or picks cannot be stored soon`)
  if (free < LOW_DISK) return warn('disk', `Only ${found}: make room, the database needs some`)
  return ok('disk', found)
}

/**
 * Warns when a folder of backups is on the disk of the database or of the keys, since both would be lost with it.
 *
 * @param data the folders with data on this machine that exist
 */
export function checkBackupDisk(folder: string, data: readonly string[]): Finding<'backup_disk'> {
  const disk = diskOf(folder)
  if (!data.some((place) => diskOf(place) === disk)) return ok('backup_disk', 'The backups are on another disk than the data')
  return warn(
    'backup_disk',
    'The backups are on the same disk as the data, and would be lost with it: set BACKUP_DIR to a folder on another disk, or copy them to another machine',
  )
}

/** Returns the number of the disk of a folder, which may not exist yet. */
function diskOf(folder: string): number {
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  return statSync(existing).dev
}

/** @param available bytes that are available to this process, within the limit of its container if it has one */
export function checkMemory(available: number): Finding {
  const found = `${formatBytes(available)} of memory available`
  if (available < NO_MEMORY) return fail('memory', `Only ${found}: end other programs, or add memory or swap`)
  if (available < LOW_MEMORY) return warn('memory', `Only ${found}: Outlast needs about 200 MB; add memory or swap`)
  return ok('memory', found)
}

/** @param aheadMs how far the clock of this machine is ahead of the database's, by which weeks lock */
export function checkClock(aheadMs: number): Finding<'clock'> {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
  const found = `This machine's clock is ${seconds} s ${aheadMs >= 0 ? 'ahead of' : 'behind'} the database's, by which weeks lock`
  const advice = 'turn on time synchronization (NTP) on both machines'
  if (Math.abs(aheadMs) > WRONG_CLOCK_MS) return fail('clock', `${found}: ${advice}`)
  if (Math.abs(aheadMs) > SLOW_CLOCK_MS) return warn('clock', `${found}: ${advice}`)
  return ok('clock', `The clock of this machine and the database's agree to ${seconds} s`)
}

const OTHERS_MAY_READ = 0o077

/** Checks that nobody else can read the keys in the data folder. */
export async function checkKeyFiles(dataDir: string): Promise<Finding> {
  const names = KEY_FILES.filter((name) => existsSync(join(dataDir, name)))
  const open: string[] = []
  for (const name of names) if (((await stat(join(dataDir, name))).mode & OTHERS_MAY_READ) !== 0) open.push(name)
  if (open.length > 0) {
    const paths = open.map((name) => join(dataDir, name)).join(' ')
    return fail('keys', `Other users of this machine can read ${open.join(', ')}: run chmod 600 ${paths}`)
  }
  return ok('keys', names.length === 0 ? 'The data folder has no keys yet' : `Only their owner can read ${names.join(', ')}`)
}
