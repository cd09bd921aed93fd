import type { AuditData, AuditWaivedLoss } from '@outlast/contract/audit/audit-events'
import type { EventOfType, EventType, Loss } from '@outlast/domain'

/** What a line may tell besides the event itself. */
export interface Context {
  readonly game: AuditData['GameFinalized']['game']
  readonly weekNumber: (weekId: number) => number | null
  /** Whether the viewer may know the entry's picks in a week. */
  readonly mayKnowPick: (weekId: number) => boolean
}

type Tell<T extends EventType> = (data: EventOfType<T>['data'], context: Context) => AuditData[T]

const nothing = () => ({})

/** Field by field what the audit trail tells: a field that an event gains later is not in it by itself. */
export const DETAILS: { readonly [T in EventType]: Tell<T> } = {
  UserRegistered: ({ isAdmin, origin }) => ({ is_admin: isAdmin, origin }),
  UserProfileChanged: ({ fields }) => ({ fields }),
  AdminGranted: nothing,
  AdminRevoked: nothing,
  PasswordChanged: ({ by }) => ({ by }),
  LoginsEnded: nothing,
  UserDeleted: nothing,

  EntryCreated: (data) => ({ name: nameOf(data) }),
  EntryRenamed: (data) => ({ name: nameOf(data) }),
  EntryDeleted: nothing,
  EntryEliminatedByHand: ({ seasonYear, weekNumber }) => ({ season_year: seasonYear, week_number: weekNumber }),
  EntryReinstated: ({ seasonYear, forgiven }, context) => ({
    season_year: seasonYear,
    forgiven: forgiven.map((loss) => waivedLoss(loss, context)),
  }),
  PaymentRecorded: ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
  PaymentReversed: nothing,

  PickSubmitted: ({ team, commitment, nonce }) => ({ team_abbr: team, commitment, nonce }),
  PickOverridden: ({ team, commitment, nonce, source }) => ({ team_abbr: team, commitment, nonce, source }),
  OverrideRefused: nothing,
  PickCleared: nothing,

  WeekAdded: ({ lockTime }) => ({ lock_time: lockTime }),
  WeekDeleted: nothing,
  CurrentWeekSet: nothing,
  LockTimeChanged: ({ lockTime, automatic }) => ({ lock_time: lockTime, automatic }),
  // Who missed it stays out: when the week has opened again, it is nobody's business any more.
  WeekLocked: ({ entries, picks, merkleRoot }) => ({ entries, picks, merkle_root: merkleRoot }),
  WeekReopened: ({ marked }) => ({ marked }),
  IneligibleTeamsSet: ({ teams }) => ({ teams }),
  PicksUnmasked: nothing,

  GamesSynced: ({ games }) => ({ games: games.length }),
  GameScored: (data, { game }) => ({ game, ...scoreOf(data), detail: data.detail, source: data.source }),
  GameStatusChanged: ({ status }, { game }) => ({ game, status }),
  GameFinalized: (data, { game }) => ({ game, ...scoreOf(data) }),
  ScoreCorrected: (data, { game }) => ({ game, ...scoreOf(data) }),
  GamesFinalizedByAdmin: ({ gameIds }) => ({ games: gameIds.length }),

  SiteTimeSet: ({ siteTime, running }) => ({ site_time: siteTime, running }),
  SiteTimeCleared: nothing,
  PoolRulesChanged: ({ rules }) => ({ rules }),
  BroadcastQueued: ({ recipients }) => ({ recipients }),
  UsersAndEntriesPurged: ({ users, entries, picks }) => ({ users, entries, picks }),
  WeeksPurged: ({ weeks, games, picks }) => ({ weeks, games, picks }),
  EventsRedacted: ({ positions }) => ({ events: positions.length }),
}

function nameOf(data: { readonly name: string | null }): string | null {
  return data.name
}

function scoreOf(data: { readonly awayScore: number | null; readonly homeScore: number | null }) {
  return { away_score: data.awayScore, home_score: data.homeScore }
}

function waivedLoss({ weekId, team }: Loss, { weekNumber, mayKnowPick }: Context): AuditWaivedLoss {
  const week_number = weekNumber(weekId)
  return mayKnowPick(weekId) ? { week_number, team_abbr: team } : { week_number, team_abbr: null, hidden: true }
}
