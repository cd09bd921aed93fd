import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '@outlast/server/database'
import { startEmbeddedPostgres } from '@outlast/server/postgres'
import type { Scenario } from '../support/scenario.ts'
import { goThrough, type OutageSizes } from './outage.ts'

const silent = { info: () => undefined, warn: () => undefined }
/** A new cluster takes about half of it. */
const DISK_MIB = 128

/** The database's disk is full: a small file system of its own, filled to the last byte. Linux, and root, which may mount one. */
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
      await migrate({ connectionString })
      try {
        const outages = [
          { what: 'the disk is full', begin: () => fill(disk, connectionString), stopsPicks: true, seconds: sizes.seconds },
        ]
        const demands = await goThrough(context, { connectionString, drop: async () => {} }, sizes, outages)
        return {
          title: `The database’s disk full for ${sizes.seconds} s`,
          demands,
          notes: [
            `A tmpfs of ${DISK_MIB} MiB. PostgreSQL panics when it can't write its log ahead, and is started again and again.`,
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

/** Whether this process may mount a file system. */
export function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const capabilities = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const CAP_SYS_ADMIN = 21n
  return (BigInt(`0x${capabilities ?? '0'}`) & (1n << CAP_SYS_ADMIN)) !== 0n
}

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outlast-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`)
  // The account that PostgreSQL runs as must be able to enter it.
  chmodSync(folder, 0o711)
  return folder
}

function unmount(folder: string): void {
  const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the small disk could not be unmounted: ${stderr}`)
  rmSync(folder, { recursive: true, force: true })
}

/** Fills the disk, and keeps filling what becomes free; lets PostgreSQL run into it at once, not after the next 16 MiB. */
async function fill(disk: string, connectionString: string): Promise<() => Promise<void>> {
  let files = 0
  const fillUp = (): void => {
    const { bavail, bsize } = statfsSync(disk)
    const bytes = bavail * bsize
    if (bytes > 0) writeFileSync(join(disk, `filler-${(files += 1)}`), Buffer.alloc(bytes))
  }
  fillUp()
  const filling = setInterval(fillUp, 100)
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect().catch(() => {})
  await client.query('SELECT pg_switch_wal()').catch(() => {})
  await client.end().catch(() => {})
  return async () => {
    clearInterval(filling)
    for (let n = 1; n <= files; n += 1) rmSync(join(disk, `filler-${n}`))
  }
}
