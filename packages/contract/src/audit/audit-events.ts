import type { EventOfType, EventType, Loss, PoolEvent } from '@outlast/domain'
import type { AuditLine } from '../rest/audit.ts'
import {
  AUTO_PICK_REASONS,
  capitalize,
  JOINING,
  REMINDER_TIMES,
  UNDONE_ACTIONS,
  WEBHOOK_NEWS,
  WEBHOOK_OFF,
  WEBHOOK_ON,
  WEBHOOK_SERVICES,
} from './audit-words.ts'

/** The audit trail's part of every event type: the data that a viewer may see, and its sentence. audit-kinds.ts has its kind. */

/** What the data of an event depends on besides the event. */
export interface AuditContext {
  /** The teams of the event's game; null when the game was deleted. */
  readonly game: { readonly away_team_abbr: string; readonly home_team_abbr: string } | null
  /** The name that an entry had before it was renamed; null after redaction, and for other events. */
  readonly previousName: string | null
  /** Returns the number of a week; null when the week was deleted. */
  readonly weekNumber: (weekId: number) => number | null
  /** Whether the viewer may see the entry's pick in a week. */
  readonly maySeePick: (weekId: number) => boolean
}

type Data<T extends EventType> = EventOfType<T>['data']

const noData = () => ({})
/** A name is null after it was redacted. */
const redactableName = ({ name }: { readonly name: string | null }) => ({ name })

/**
 * Selects the data of each event type that the audit trail shows. Names every field, so that a field added to an event
 * later is not shown automatically.
 */
const AUDIT_DATA = {
  // Leaves out the invitation: through which link somebody joined is nobody else's business.
  UserRegistered: ({ isAdmin, origin, waiting = false }) => ({ is_admin: isAdmin, origin, waiting }),
  UserApproved: noData,
  JoiningChanged: ({ mode }) => ({ mode }),
  InvitationCreated: ({ invitationId, maxUses, expiresAt }) => ({
    invitation_id: invitationId,
    max_uses: maxUses,
    expires_at: expiresAt,
  }),
  InvitationRevoked: ({ invitationId }) => ({ invitation_id: invitationId }),
  UserProfileChanged: ({ fields }) => ({ fields }),
  EmailChangedByAdmin: ({ sealedUntil }) => ({ sealed_until: sealedUntil }),
  PicksUnsealed: ({ by }) => ({ by }),
  PasswordChosenByAdmin: noData,
  AdminPasswordReplaced: noData,
  AdminGranted: noData,
  AdminRevoked: noData,
  PasswordChanged: ({ by }) => ({ by }),
  LoginsEnded: noData,
  SessionEnded: noData,
  PasskeyAdded: noData,
  PasskeyRemoved: noData,
  UserDeleted: noData,

  EntryCreated: redactableName,
  EntryRenamed: ({ name }, { previousName }) => ({ name: name as string | null, previous_name: previousName }),
  EntryDeleted: noData,
  EntryEliminatedByHand: ({ seasonYear, weekNumber }) => ({ season_year: seasonYear, week_number: weekNumber }),
  EntryReinstated: ({ seasonYear, forgiven }, context) => ({
    season_year: seasonYear,
    forgiven: forgiven.map((loss) => waivedLoss(loss, context)),
  }),
  PaymentRecorded: ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
  PaymentReversed: noData,
  BalancePaid: ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
  PaymentClaimed: noData,
  PaymentClaimWithdrawn: noData,
  PaymentClaimDeclined: noData,
  TreasurerChanged: ({ fields }) => ({ fields }),

  PickSubmitted: ({ team, commitment, nonce }) => ({ team_abbr: team, commitment, nonce }),
  PickOverridden: ({ team, commitment, nonce, source }) => ({ team_abbr: team, commitment, nonce, source }),
  OverrideRefused: noData,
  PicksRandomized: ({ overwrite, created, updated, skipped }) => ({ overwrite, created, updated, skipped }),
  PickCleared: noData,
  PickAssigned: ({ team, commitment, nonce, rule }) => ({ team_abbr: team, commitment, nonce, rule }),
  AssignedPickWithdrawn: noData,
  // A ranking stays secret after the lock, because it says what the member will do next.
  RankingSet: noData,

  BuybackRequested: buybackData,
  BuybackConfirmed: ({ feeCents, ...data }, context) => ({ ...buybackData(data, context), fee_cents: feeCents }),
  BuybackDeclined: buybackData,
  BuybackWithdrawn: buybackData,

  WeekAdded: ({ lockTime }) => ({ lock_time: lockTime }),
  WeekDeleted: noData,
  CurrentWeekSet: noData,
  LockTimeChanged: ({ lockTime, automatic }) => ({ lock_time: lockTime, automatic }),
  // Leaves out who missed the week, which is no longer public after the week is reopened.
  WeekLocked: ({ entries, picks, merkleRoot }) => ({ entries, picks, merkle_root: merkleRoot }),
  WeekReopened: ({ marked }) => ({ marked }),
  IneligibleTeamsSet: ({ teams }) => ({ teams }),
  PicksUnmasked: noData,

  GamesSynced: ({ games }) => ({ games: games.length }),
  GameScored: (data, { game }) => ({ game, ...scoreOf(data), detail: data.detail, source: data.source }),
  GameStatusChanged: ({ status }, { game }) => ({ game, status }),
  GameFinalized: (data, { game }) => ({ game, ...scoreOf(data) }),
  ScoreCorrected: (data, { game }) => ({ game, ...scoreOf(data) }),
  GamesFinalizedByAdmin: ({ gameIds }) => ({ games: gameIds.length }),

  SeasonStarted: ({ seasonYear }) => ({ season_year: seasonYear }),
  EntryRenewed: ({ seasonYear }) => ({ season_year: seasonYear }),

  SiteTimeSet: ({ siteTime, running }) => ({ site_time: siteTime, running }),
  SiteTimeCleared: noData,
  PoolRulesChanged: ({ rules }) => ({ rules }),
  ClubChanged: ({ name, color, crest = null, showsOdds = true }) => ({ name, color, crest, shows_odds: showsOdds }),
  ClubhouseScreenChanged: ({ scenes, names }) => ({ scenes: [...scenes], names }),
  SetupStepMarked: ({ step, mark }) => ({ step, mark }),
  RemindersChanged: ({ enabled, hoursBefore }) => ({ enabled, hours_before: hoursBefore }),
  ReminderSent: ({ offset, members }) => ({ offset, members }),
  WeekSummaryChanged: ({ digest, isPinned }) => ({ digest, is_pinned: isPinned }),
  BroadcastQueued: ({ recipients }) => ({ recipients }),
  WebhookAdded: ({ preset, events }) => ({ preset, events }),
  WebhookRemoved: noData,
  WebhookSwitched: ({ isOn }) => ({ is_on: isOn }),
  // Leaves out the losses, which can be of a week that is hidden again.
  ActionUndone: ({ undone, action }) => ({ undone, action }),
  UsersAndEntriesPurged: ({ users, entries, picks }) => ({ users, entries, picks }),
  WeeksPurged: ({ weeks, games, picks }) => ({ weeks, games, picks }),
  EventsRedacted: ({ positions }) => ({ events: positions.length }),
} satisfies { readonly [T in EventType]: (data: Data<T>, context: AuditContext) => object }

/** The data that the audit trail shows, by event type. */
export type AuditData = { readonly [T in EventType]: ReturnType<(typeof AUDIT_DATA)[T]> }

/** Returns the part of an event that the audit trail shows. */
export function auditEventOf(event: PoolEvent, context: AuditContext): AuditEvent {
  const select = AUDIT_DATA[event.type] as (data: PoolEvent['data'], context: AuditContext) => AuditEvent['data']
  return { type: event.type, data: select(event.data, context) } as AuditEvent
}

/** A loss that was waived or bought back. A null team is a missed pick, or a pick that the viewer may not see yet (`hidden`). */
interface AuditWaivedLoss {
  /** Null when the week was deleted. */
  readonly week_number: number | null
  readonly team_abbr: string | null
  readonly hidden?: true
}

function waivedLoss({ weekId, team }: Loss, { weekNumber, maySeePick }: AuditContext): AuditWaivedLoss {
  const week_number = weekNumber(weekId)
  return maySeePick(weekId) ? { week_number, team_abbr: team } : { week_number, team_abbr: null, hidden: true }
}

function buybackData({ seasonYear, loss }: Data<'BuybackRequested'>, context: AuditContext) {
  return { season_year: seasonYear, loss: waivedLoss(loss, context) }
}

function scoreOf(data: { readonly awayScore: number | null; readonly homeScore: number | null }) {
  return { away_score: data.awayScore, home_score: data.homeScore }
}

/** The type of an event with its {@link AuditData}. */
export type AuditEvent = { readonly [T in EventType]: { readonly type: T; readonly data: AuditData[T] } }[EventType]

/** An event as the viewer may see it, with the names that its sentence needs. */
export type AuditRecord = AuditEvent & {
  readonly position: number
  readonly recorded_at: string
  readonly site_time: string
  readonly actor: AuditLine['actor']
  /** The entry that the event concerns. Its name is null after redaction. */
  readonly entry: { readonly id: number; readonly name: string | null } | null
  readonly week: { readonly id: number; readonly season_year: number; readonly week_number: number } | null
  /** The user that the event concerns. The name is null when the account was deleted. */
  readonly user: { readonly id: number; readonly name: string | null } | null
  readonly reason: string | null
  /** The hash chain's value after this event, in hex. */
  readonly hash: string
}

/** The names in a sentence. */
interface Names {
  readonly actor: string
  readonly entry: string
  readonly week: string
  readonly user: string
}

type Describe<T extends EventType> = (data: AuditData[T], names: Names) => string

/** Describes an event in one sentence, without its reason. */
export function describeAuditRecord(record: AuditRecord): string {
  const describe = SENTENCES[record.type] as (data: AuditRecord['data'], names: Names) => string
  return `${describe(record.data, namesOf(record))}.`
}

const SENTENCES: { readonly [T in EventType]: Describe<T> } = {
  UserRegistered: ({ origin, is_admin, waiting }, { actor, user }) =>
    `${origin === 'self' ? `${user} registered` : `${actor} created the account of ${user}`}${is_admin ? ' and is an admin' : ''}${waiting ? ' and waits for approval' : ''}`,
  UserApproved: (_, { actor, user }) => `${actor} approved the account of ${user}`,
  JoiningChanged: ({ mode }, { actor }) => `${actor} changed who may join: ${JOINING[mode]}`,
  InvitationCreated: ({ invitation_id, max_uses, expires_at }, { actor }) =>
    `${actor} created invitation ${invitation_id}${max_uses === null ? '' : ` for ${count(max_uses, 'account')}`}${expires_at === null ? '' : `, valid until ${formatTime(expires_at)}`}`,
  InvitationRevoked: ({ invitation_id }, { actor }) => `${actor} revoked invitation ${invitation_id}`,
  UserProfileChanged: ({ fields }, { actor, user }) => `${actor} changed ${list(fields.map(nameField))} of ${user}`,
  EmailChangedByAdmin: (_, { user }) => `An admin changed the e-mail address of ${user}`,
  PicksUnsealed: ({ by }, { user }) =>
    by === 'confirmation'
      ? `The new e-mail address of ${user} was confirmed through the old one, so the hidden picks are no longer sealed`
      : `The hidden picks of ${user} are no longer sealed: 7 days have passed`,
  PasswordChosenByAdmin: (_, { actor, user }) => `${actor} chose the password of ${user}`,
  AdminPasswordReplaced: (_, { user }) => `${user} replaced the password that an admin had chosen`,
  AdminGranted: (_, { actor, user }) => `${actor} made ${user} an admin`,
  AdminRevoked: (_, { actor, user }) => `${actor} took admin rights from ${user}`,
  PasswordChanged: ({ by }, { user }) => `${user} ${by === 'reset' ? 'set a new password by e-mail' : 'changed the password'}`,
  LoginsEnded: (_, { user }) => `${user} signed out everywhere`,
  SessionEnded: (_, { user }) => `${user} signed out of a device`,
  PasskeyAdded: (_, { user }) => `${user} added a passkey`,
  PasskeyRemoved: (_, { user }) => `${user} removed a passkey`,
  UserDeleted: (_, { actor, user }) => `${actor} deleted the account of ${user} with all its entries`,

  EntryCreated: ({ name }, { actor }) => `${actor} created ${nameEntry(name)}`,
  EntryRenamed: ({ name, previous_name }, { actor }) =>
    `${actor} renamed ${nameEntry(previous_name)}${name === null ? '' : ` to “${name}”`}`,
  EntryDeleted: (_, { actor, entry }) => `${actor} deleted ${entry}`,
  EntryEliminatedByHand: ({ week_number }, { actor, entry }) => `${actor} eliminated ${entry} by hand in week ${week_number}`,
  EntryReinstated: ({ forgiven }, { actor, entry }) =>
    `${actor} reinstated ${entry}${forgiven.length === 0 ? '' : `, forgiving ${list(forgiven.map(describeWaivedLoss))}`}`,
  PaymentRecorded: ({ payment_type, paid_date }, { actor, entry }) =>
    `${actor} recorded the payment for ${entry} by ${payment_type} on ${paid_date}`,
  PaymentReversed: (_, { actor, entry }) => `${actor} took back the payment for ${entry}`,
  BalancePaid: ({ payment_type, paid_date }, { actor, entry }) =>
    `${actor} recorded a further payment for ${entry} by ${payment_type} on ${paid_date}`,
  PaymentClaimed: (_, { actor, entry }) => `${actor} said that ${entry} is paid`,
  PaymentClaimWithdrawn: (_, { actor, entry }) => `${actor} took back that ${entry} is paid`,
  PaymentClaimDeclined: (_, { actor, entry }) => `${actor} did not find the payment for ${entry}`,
  TreasurerChanged: (_, { actor }) => `${actor} changed where members pay`,

  PickSubmitted: ({ team_abbr }, { actor, entry, week }) => `${actor} picked ${team_abbr} for ${entry} in ${week}`,
  PickOverridden: ({ team_abbr, source }, { actor, entry, week }) =>
    source === 'randomized'
      ? `${actor} gave ${entry} a random pick in ${week}: ${team_abbr}`
      : `${actor} set the pick of ${entry} in ${week} to ${team_abbr}`,
  OverrideRefused: (_, { actor, entry, week }) =>
    `${actor} tried to set the pick of ${entry} in ${week} to a team of another pick that is still hidden, and was refused`,
  PicksRandomized: ({ created, updated, skipped }, { actor, week }) =>
    `${actor} randomized the picks of ${week}: ${created} created, ${updated} replaced, ${skipped} skipped`,
  PickCleared: (_, { actor, entry, week }) => `${actor} cleared the pick of ${entry} in ${week}`,
  PickAssigned: ({ team_abbr, rule }, { entry, week }) =>
    `${capitalize(entry)} got an automatic pick in ${week}: ${team_abbr}, ${AUTO_PICK_REASONS[rule]}`,
  AssignedPickWithdrawn: (_, { entry, week }) => `The automatic pick of ${entry} in ${week} was withdrawn`,
  RankingSet: (_, { actor, entry }) => `${actor} changed the ranking of ${entry}`,

  BuybackRequested: ({ loss }, { actor, entry }) => `${actor} asked to buy ${entry} back in after ${describeWaivedLoss(loss)}`,
  BuybackConfirmed: (_, { actor, entry }) => `${actor} confirmed the buyback of ${entry}`,
  BuybackDeclined: (_, { actor, entry }) => `${actor} declined the buyback of ${entry}`,
  BuybackWithdrawn: (_, { entry }) => `The request to buy ${entry} back in ended, because the entry is alive again`,

  WeekAdded: ({ lock_time }, { actor, week }) => `${actor} added ${week}, which locks at ${formatTime(lock_time)}`,
  WeekDeleted: (_, { actor, week }) => `${actor} deleted ${week} with its picks and games`,
  CurrentWeekSet: (_, { actor, week }) => `${actor} made ${week} the current week`,
  LockTimeChanged: ({ lock_time, automatic }, { actor, week }) =>
    `${actor} moved the lock of ${week} to ${formatTime(lock_time)}${automatic ? ' (automatic)' : ''}`,
  WeekLocked: ({ entries, picks }, { week }) =>
    `${capitalize(week)} locked with ${count(picks, 'pick')} of ${count(entries, 'entry', 'entries')}`,
  WeekReopened: ({ marked }, { actor, week }) => `${actor} reopened ${week}${marked ? ' after its reveal' : ''}`,
  IneligibleTeamsSet: ({ teams }, { actor, week }) =>
    teams.length === 0 ? `${actor} made every team eligible in ${week}` : `${actor} made ${list(teams)} ineligible in ${week}`,
  PicksUnmasked: (_, { actor, week }) => `${actor} opened the picks list of ${week} to the admins before the lock`,

  GamesSynced: ({ games }, { actor, week }) => `${actor} updated the schedule of ${count(games, 'game')} in ${week}`,
  GameScored: ({ source, detail, ...score }, { week }) =>
    `${describeScore(score)} in ${week}${detail === null ? '' : ` (${detail})`}${source === 'randomized' ? ', a random score for a rehearsal' : ''}`,
  GameStatusChanged: ({ status, game }, { week }) => `${nameGame(game)} in ${week} is ${status}`,
  GameFinalized: (score, { week }) => `${describeScore(score)} is final in ${week}`,
  ScoreCorrected: (score, { week }) => `The final score in ${week} was corrected to ${describeScore(score)}`,
  GamesFinalizedByAdmin: ({ games }, { actor, week }) => `${actor} set ${count(games, 'game')} of ${week} to final`,

  SeasonStarted: ({ season_year }, { actor }) => `${actor} started the ${season_year} season`,
  EntryRenewed: ({ season_year }, { actor, entry }) => `${actor} renewed ${entry} for the ${season_year} season`,

  SiteTimeSet: ({ site_time, running }, { actor }) =>
    `${actor} set the site time to ${formatTime(site_time)}${running ? ', running on from there' : ''}`,
  SiteTimeCleared: (_, { actor }) => `${actor} cleared the site-time override`,
  PoolRulesChanged: (_, { actor }) => `${actor} changed the pool’s rules`,
  ClubChanged: ({ name, color, crest, shows_odds }, { actor }) =>
    `${actor} set the club’s name to ${name === null ? 'the configured one' : `“${name}”`} and its color to ${color ?? 'the default'}${typeof crest === 'string' ? ', with a crest' : ''}${shows_odds === false ? ', with the odds off' : ''}`,
  ClubhouseScreenChanged: ({ scenes, names }, { actor }) =>
    `${actor} chose ${count(scenes.length, 'scene')} for the clubhouse screen, with ${names === 'full' ? 'names' : 'initials'}`,
  SetupStepMarked: ({ step, mark }, { actor }) =>
    `${actor} ${mark === 'done' ? 'finished' : 'skipped'} the step ${step} of the setup`,
  RemindersChanged: ({ enabled, hours_before }, { actor }) =>
    enabled
      ? `${actor} set reminders to ${list(hours_before.map(String))} hours before each lock`
      : `${actor} switched reminders off`,
  ReminderSent: ({ offset, members }, { actor, week }) =>
    `${actor} reminded ${count(members, 'member')} of ${week}, ${REMINDER_TIMES[typeof offset === 'number' ? 'hours' : offset](Number(offset))}`,
  WeekSummaryChanged: ({ digest, is_pinned }, { actor, week }) =>
    `${actor} ${digest === null ? 'uses the summary from the log for' : 'wrote the summary of'} ${week}, ${is_pinned ? 'pinned' : 'not pinned'} to the dashboard`,
  BroadcastQueued: ({ recipients }, { actor }) => `${actor} sent a mail to ${count(recipients, 'recipient')}`,
  WebhookAdded: ({ preset, events }, { actor }) =>
    `${actor} connected ${WEBHOOK_SERVICES[preset]} to the pool’s public news: ${list(events.map((event) => WEBHOOK_NEWS[event]))}`,
  WebhookRemoved: (_, { actor }) => `${actor} disconnected a service from the pool’s public news`,
  WebhookSwitched: ({ is_on }, { actor }) => (is_on ? `${actor} ${WEBHOOK_ON}` : WEBHOOK_OFF),
  ActionUndone: ({ undone, action }, { actor, entry, week }) =>
    `${actor} took back event ${undone}: ${UNDONE_ACTIONS[action]({ entry, week })}`,
  UsersAndEntriesPurged: ({ users, entries, picks }, { actor }) =>
    `${actor} deleted all users and entries: ${count(users, 'user')}, ${count(entries, 'entry', 'entries')}, ${count(picks, 'pick')}`,
  WeeksPurged: ({ weeks, games, picks }, { actor }) =>
    `${actor} deleted all weeks: ${count(weeks, 'week')}, ${count(games, 'game')}, ${count(picks, 'pick')}`,
  EventsRedacted: ({ events }) => `Names were removed from ${count(events, 'earlier event')} on the deletion of their owner`,
}

function namesOf({ actor, entry, week, user }: AuditRecord): Names {
  return {
    actor: nameActor(actor),
    entry: nameEntry(entry?.name ?? null),
    week: week === null ? 'a week that is gone' : `week ${week.week_number} of ${week.season_year}`,
    user: user?.name ?? 'a former member',
  }
}

function nameActor({ id, name, role }: AuditRecord['actor']): string {
  if (role === 'system') return 'The pool'
  if (id === null) return 'A visitor'
  return `${name ?? 'A former member'}${role === 'admin' ? ' (admin)' : ''}`
}

function nameEntry(name: string | null): string {
  return name === null || name === '' ? 'an entry' : `“${name}”`
}

function nameGame(game: AuditData['GameFinalized']['game']): string {
  return game === null ? 'A game that is gone' : `${game.away_team_abbr} at ${game.home_team_abbr}`
}

function describeScore({ game, away_score, home_score }: AuditData['GameFinalized']): string {
  if (away_score === null || home_score === null) return nameGame(game)
  if (game === null) return `A game that is gone, ${away_score}–${home_score},`
  return `${game.away_team_abbr} ${away_score}–${home_score} ${game.home_team_abbr}`
}

function describeWaivedLoss({ week_number, team_abbr, hidden }: AuditWaivedLoss): string {
  const week = week_number === null ? 'a week that is gone' : `week ${week_number}`
  if (hidden === true) return `the loss of ${week}`
  return team_abbr === null ? `the missed pick of ${week}` : `the loss with ${team_abbr} in ${week}`
}

function nameField(field: string): string {
  return field === 'email' ? 'the e-mail' : `the ${field.replaceAll('_', ' ')}`
}

/** Formats a time in UTC, because the sentence is the same for every viewer. */
function formatTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing'
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
