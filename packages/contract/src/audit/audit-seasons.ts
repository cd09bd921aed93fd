import { type AuditLines, line } from './audit-line.ts'

/** How the audit trail shows events of whole seasons, and whose an entry is. */
export const SEASON_LINES = {
  SeasonStarted: line(
    ({ seasonYear }) => ({ season_year: seasonYear }),
    ({ season_year }, { actor }) => `${actor} started the ${season_year} season`,
  ),
  EntryHandedOver: line(
    ({ byHand = false }) => ({ by_hand: byHand }),
    ({ by_hand }, { actor, entry, entryAlone, user }) =>
      by_hand
        ? `${actor} made ${user} the keeper of ${entryAlone}, whose person has no account`
        : `${actor} gave ${entry}, played by hand until then, to the account of ${user}`,
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
