import { weekLabel } from '@outlast/domain'
import { type AuditLines, line } from './audit-line.ts'
import { formatTime, PROXY_ENDS } from './audit-words.ts'

/** How the audit trail shows who picks for whom. */
export const PROXY_LINES = {
  ProxyNamed: line(
    ({ endsAt, weekId }, { weekNumber }) => ({
      ...(endsAt !== undefined && { ends_at: endsAt }),
      ...(weekId !== undefined && { until_week: weekNumber(weekId) }),
    }),
    ({ ends_at, until_week }, { actor, entry, user }) =>
      `${actor} lets ${user} pick for ${entry} until ${ends_at === undefined ? `the lock of ${until_week === undefined || until_week === null ? 'a week that is gone' : `week ${weekLabel(until_week)}`}` : formatTime(ends_at)}`,
  ),
  ProxyEnded: line(
    ({ because }) => ({ because }),
    ({ because }, { entry, user }) => `${user} no longer picks for ${entry}: ${PROXY_ENDS[because]}`,
  ),
} satisfies Partial<AuditLines>
