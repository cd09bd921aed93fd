import { systemClock } from '@outlast/server/clock'
import { openLog, type RunningLog } from '@outlast/server/open-log'
import { sql } from 'kysely'
import { pino } from 'pino'

/** Opens the log of a database in this process, as a server does. */
export function openOwnLog(connectionString: string): Promise<RunningLog> {
  return openLog({ connectionString, clock: systemClock, log: pino({ level: 'warn' }, process.stderr) })
}

/** Rejects when the read models are behind the log, because a measured time would not include them. */
export async function assertCurrent({ db }: RunningLog): Promise<void> {
  const { rows } = await sql<{ current: boolean }>`
    SELECT c.position = h.position AS current FROM projections.checkpoint AS c, log_head AS h`.execute(db)
  if (rows[0]?.current !== true) throw new Error('the read models are behind the log')
}
