import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { migrate } from '@outlast/server/database'
import { startEmbeddedPostgres } from '@outlast/server/postgres'
import { createTemporaryFolder, withClient } from '@outlast/testing'
import type { Scenario } from '../support/scenario.ts'
import { DiskFiller } from './disk-filler.ts'
import { type OutageSizes, runOutages } from './outage.ts'

const silent = { info: () => undefined, warn: () => undefined }
/** A new cluster takes about half of it. */
const DISK_MIB = 128
const FILL_INTERVAL_MS = 100

/** Fills the database's disk, a small file system of its own. Needs Linux and root, because it mounts that file system. */
export const diskFull: Scenario<OutageSizes> = {
  name: 'disk-full',
  about: 'the disk of the database is full: a small file system, filled to the last byte (as root on Linux)',
  sizes: { seconds: 30, rate: 100 },
  short: { seconds: 5, rate: 60 },
  async run(context, sizes) {
    const disk = mountDisk()
    try {
      const postgres = await startEmbeddedPostgres({ dataDir: disk, log: silent })
      const { connectionString } = postgres
      try {
        await migrate({ connectionString })
        const begin = () => fill(disk, connectionString)
        return {
          title: `The database’s disk full for ${sizes.seconds} s`,
          checks: await runOutages(context, connectionString, sizes, [
            { what: 'the disk is full', begin, stopsPicks: true, seconds: sizes.seconds },
          ]),
          notes: [
            `A tmpfs of ${DISK_MIB} MiB. PostgreSQL panics when it cannot write its write-ahead log, and is restarted repeatedly.`,
          ],
        }
      } finally {
        await postgres.stop()
      }
    } finally {
      unmount(disk)
    }
  },
}

/** Returns whether this process may mount a file system. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const capabilities = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const CAP_SYS_ADMIN = 21n
  return (BigInt(`0x${capabilities ?? '0'}`) & (1n << CAP_SYS_ADMIN)) !== 0n
}

function mountDisk(): string {
  const folder = createTemporaryFolder('disk')
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`)
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}

function unmount(folder: string): void {
  const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the small disk could not be unmounted: ${stderr}`)
  rmSync(folder, { recursive: true, force: true })
}

/** Fills the disk and keeps it full. Makes PostgreSQL need a new file at once, instead of after the next 16 MiB. */
async function fill(disk: string, connectionString: string): Promise<() => Promise<void>> {
  const filler = new DiskFiller(disk)
  filler.fill()
  const filling = setInterval(() => filler.fill(), FILL_INTERVAL_MS)
  await withClient(connectionString, async (client) => {
    client.on('error', () => {})
    await client.query('SELECT pg_switch_wal()')
  }).catch(() => {})
  return async () => {
    clearInterval(filling)
    filler.empty()
  }
}
