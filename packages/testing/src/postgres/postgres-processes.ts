import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The main process of the PostgreSQL behind a connection string; it must run on this machine. */
export async function postmasterOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`)
  await client.end()
  return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Every process of a PostgreSQL, the main one first. */
export function processesOf(postmaster: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [
    postmaster,
    ...stdout
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  ]
}

/** Sends a signal to every process of a PostgreSQL at once. */
export function signalPostgres(postmaster: number, signal: NodeJS.Signals): void {
  for (const pid of processesOf(postmaster)) {
    try {
      process.kill(pid, signal)
    } catch {
      // One that ended meanwhile needs no signal.
    }
  }
}

/** Ends every process of a PostgreSQL at once, as a power cut would. @returns its main process */
export async function killPostgres(connectionString: string): Promise<number> {
  const postmaster = await postmasterOf(connectionString)
  signalPostgres(postmaster, 'SIGKILL')
  return postmaster
}
