import { type AuditLines, line } from './audit-line.ts'

/** How the audit trail shows events of whole seasons. */
export const SEASON_LINES = {
  SeasonStarted: line(
    ({ seasonYear }) => ({ season_year: seasonYear }),
    ({ season_year }, { actor }) => `${actor} started the ${season_year} season`,
  ),
  EntryRenewed: line(
    ({ seasonYear }) => ({ season_year: seasonYear }),
    ({ season_year }, { actor, entry }) => `${actor} renewed ${entry} for the ${season_year} season`,
  ),
  PastChampionsSet: line(
    ({ seasonYear, digest }) => ({ season_year: seasonYear, digest }),
    ({ season_year, digest }, { actor }) =>
      `${actor} ${digest === null ? 'removed' : 'entered'} the champions of ${season_year}, which was not played in this pool`,
  ),
} satisfies Partial<AuditLines>
