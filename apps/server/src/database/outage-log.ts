import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../lib/errors.ts'
import { isDatabaseUnavailable } from './faults.ts'
import type { OutageMonitor } from './outage-monitor.ts'

const REPEAT_AFTER_MS = 60_000

/**
 * Returns a logger that omits failures that are only a consequence of an unreachable database, because the monitor logs the outage
 * itself. While the database is reachable, the same failure is logged at most once a minute.
 */
export function withoutConsequencesOfOutages(log: Logger, monitor: Pick<OutageMonitor, 'checkNow'>): Logger {
  const lastLogged = new Map<string, number>()
  const filter =
    (write: (details: object, message: string) => void) =>
    (details: unknown, message = ''): void => {
      if (!isConsequence(details)) return write(details as object, message)
      void monitor.checkNow().then((isDown) => {
        const now = performance.now()
        if (isDown || now - (lastLogged.get(message) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return
        lastLogged.set(message, now)
        write(details, message)
      })
    }
  const filtered = log.child({})
  filtered.warn = filter((details, message) => log.warn(details, message))
  filtered.error = filter((details, message) => log.error(details, message))
  return filtered
}

function isConsequence(details: unknown): details is object {
  if (typeof details !== 'object' || details === null || !('err' in details)) return false
  return details.err instanceof DatabaseUnavailable || isDatabaseUnavailable(details.err)
}
