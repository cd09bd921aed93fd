import { migrate } from '@outlast/server/database'
import { startEmbeddedPostgres } from '@outlast/server/postgres'
import { startOpenPool } from '@outlast/testing'
import { DatabaseProxy } from '@outlast/testing/postgres/database-proxy'
import type { Check, Scenario, SoakContext } from '../support/scenario.ts'
import { DiskFiller } from './disk-filler.ts'
import { type OutageSizes, runOutagesOn, SMALL_POOL } from './outage.ts'
import { mountDisk, saysFull, unmount } from './small-disk.ts'

const silent = { info: () => undefined, warn: () => undefined }
/** A new cluster takes about half of it. */
const DISK_MIB = 128

/** Fills the database's disk, a small file system of its own. Needs Linux and root, because it mounts that file system. */
export const diskFull: Scenario<OutageSizes> = {
  name: 'disk-full',
  about: 'the disk of the database is full: a small file system, filled to the last byte (as root on Linux)',
  sizes: { seconds: 30, rate: 100 },
  short: { seconds: 1, rate: 60 },
  async run(context, sizes) {
    return {
      title: `The database’s disk full for ${sizes.seconds} s`,
      checks: [...(await fillDisk(context, sizes, true)), ...(await fillDisk(context, sizes, false))],
      notes: [
        `A tmpfs of ${DISK_MIB} MiB. PostgreSQL panics when it cannot write its write-ahead log, and is restarted repeatedly. The pool reaches the database through its socket, and as one on another machine over TCP.`,
      ],
    }
  },
}

/** @param isHere false: the pool reaches the database over TCP, and cannot know its disk */
async function fillDisk(context: SoakContext, sizes: OutageSizes, isHere: boolean): Promise<readonly Check[]> {
  const disk = mountDisk(DISK_MIB)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: disk, log: silent })
    const { connectionString } = postgres
    const proxy = new DatabaseProxy(connectionString)
    try {
      await migrate({ connectionString })
      const serverConnectionString = isHere ? connectionString : await proxy.startOnTcp()
      const database = { connectionString, drop: () => Promise.resolve() }
      const pool = await startOpenPool(database, { ...SMALL_POOL, serverConnectionString, env: { LOG_LEVEL: 'warn' } })
      const what = `the disk of a database ${isHere ? 'on this machine' : 'elsewhere'} is full`
      const said = () =>
        saysFull(`${what}: the log says so and what to do`, pool.servers[0]?.output() ?? '', isHere ? disk : 'the database')
      const shows = () => said().passed === true
      const outage = {
        what,
        begin: () => fill(disk, isHere ? connectionString : undefined),
        stopsPicks: true,
        seconds: sizes.seconds,
        shows,
      }
      const checks = await runOutagesOn(context, pool, connectionString, sizes, [outage])
      return [...checks, said()]
    } finally {
      await proxy.stop()
      await postgres.stop()
    }
  } finally {
    unmount(disk)
  }
}

/**
 * Fills the disk and keeps it full.
 * @param panics the database that panics immediately. Undefined for a database on another machine: its pool learns the reason only
 * from a statement that fails before the panic.
 */
async function fill(disk: string, panics: string | undefined): Promise<() => Promise<void>> {
  const filler = new DiskFiller(disk)
  if (panics === undefined) filler.keepFull()
  else await filler.keepFullForLog(panics)
  return async () => filler.empty()
}
