import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from './database.ts'

/** Kills every process of the PostgreSQL behind a connection string, as a power cut would. Returns the id of its main process. */
export async function killPostgres(connectionString: string): Promise<number> {
  const pid = await mainProcess(connectionString)
  for (const one of postgresProcesses(pid)) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // The process has exited in the meantime.
    }
  }
  return pid
}

/** Returns the ids of every process of a PostgreSQL, the main one first. */
export function postgresProcesses(mainPid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(mainPid)], { encoding: 'utf8' })
  const children = stdout.split('\n').map(Number)
  return [mainPid, ...children.filter((pid) => pid > 0)]
}

/** Returns the id of the main process of a PostgreSQL on this machine. */
function mainProcess(connectionString: string): Promise<number> {
  return withClient(connectionString, async (client) => {
    client.on('error', () => {})
    const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`)
    return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
  })
}
