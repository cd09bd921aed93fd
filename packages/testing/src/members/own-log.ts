import { systemClock } from '@outlast/server/clock'
import { openLog, type RunningLog } from '@outlast/server/open-log'
import { pino } from 'pino'

/** Opens the log of a database in this process, as a server does. */
export function openOwnLog(connectionString: string): Promise<RunningLog> {
  return openLog({ connectionString, clock: systemClock, log: pino({ level: 'warn' }, process.stderr) })
}
