import { combine, type Instant, type Loss, type WeekId, weekLabel } from '@outlast/domain'
import { lapseReason, toLapsed } from '../buyback.ts'
import { ADMIN_ACTION_LINES } from './audit-admin-actions.ts'
import { GAME_LINES } from './audit-games.ts'
import { type AuditContext, type AuditLines, line, waivedLoss } from './audit-line.ts'
import { PICK_LINES } from './audit-picks.ts'
import { PROXY_LINES } from './audit-proxies.ts'
import { SEASON_LINES } from './audit-seasons.ts'
import { SPLIT_VOTE_LINES } from './audit-split-votes.ts'
import {
  AUDIENCE_WORDS,
  CLAIM_ENDS,
  describeWaivedLoss,
  formatTime,
  JOINING,
  list,
  nameEntry,
  nameField,
  nameToken,
  REMINDER_TIMES,
  SCOPE_WORDS,
  WEBHOOK_NEWS,
  WEBHOOK_OFF,
  WEBHOOK_ON,
  WEBHOOK_SERVICES,
} from './audit-words.ts'
import { capitalize, count } from '../words.ts'

const noData = () => ({})

/** A name is null after it was redacted. */
const tokenName = (_: unknown, context: AuditContext) => ({ name: context.tokenName })
const redactableName = ({ name }: { readonly name: string | null }) => ({ name })

const OTHER_LINES = {
  // Leaves out the invitation: through which link somebody joined is nobody else's business.
  UserRegistered: line(
    ({ isAdmin, origin, waiting = false }) => ({ is_admin: isAdmin, origin, waiting }),
    ({ origin, is_admin, waiting }, { actor, user }) =>
      `${origin === 'self' ? `${user} registered` : `${actor} created the account of ${user}`}${is_admin ? ' and is an admin' : ''}${waiting ? ' and waits for approval' : ''}`,
  ),
  UserApproved: line(noData, (_, { actor, user }) => `${actor} approved the account of ${user}`),
  JoiningChanged: line(
    ({ mode }) => ({ mode }),
    ({ mode }, { actor }) => `${actor} changed who may join: ${JOINING[mode]}`,
  ),
  InvitationCreated: line(
    ({ invitationId, maxUses, expiresAt }) => ({
      invitation_id: invitationId,
      max_uses: maxUses,
      expires_at: expiresAt,
    }),
    ({ invitation_id, max_uses, expires_at }, { actor }) =>
      `${actor} created invitation ${invitation_id}${max_uses === null ? '' : ` for ${count(max_uses, 'account')}`}${expires_at === null ? '' : `, valid until ${formatTime(expires_at)}`}`,
  ),
  InvitationRevoked: line(
    ({ invitationId }) => ({ invitation_id: invitationId }),
    ({ invitation_id }, { actor }) => `${actor} revoked invitation ${invitation_id}`,
  ),
  UserProfileChanged: line(
    ({ fields }) => ({ fields }),
    ({ fields }, { actor, user }) =>
      fields.length === 0
        ? `The log committed to the names of ${user}`
        : `${actor} changed ${list(fields.map(nameField))} of ${user}`,
  ),
  EmailChangedByAdmin: line(
    ({ sealedUntil }) => ({ sealed_until: sealedUntil }),
    (_, { user }) => `An admin changed the e-mail address of ${user}`,
  ),
  PicksUnsealed: line(
    ({ by }) => ({ by }),
    ({ by }, { user }) =>
      by === 'confirmation'
        ? `The new e-mail address of ${user} was confirmed through the old one, so the hidden picks are no longer sealed`
        : `The hidden picks of ${user} are no longer sealed: 7 days have passed`,
  ),
  PasswordChosenByAdmin: line(noData, (_, { actor, user }) => `${actor} chose the password of ${user}`),
  AdminPasswordReplaced: line(noData, (_, { user }) => `${user} replaced the password that an admin had chosen`),
  AdminGranted: line(noData, (_, { actor, user }) => `${actor} made ${user} an admin`),
  AdminRevoked: line(noData, (_, { actor, user }) => `${actor} took admin rights from ${user}`),
  RoleGiven: line(
    ({ role }) => ({ role }),
    ({ role }, { actor, user }) => `${actor} made ${user} a ${role}`,
  ),
  RoleTaken: line(
    ({ role }) => ({ role }),
    ({ role }, { actor, user }) => `${user} is no longer a ${role}: ${actor} took the role`,
  ),
  PasswordChanged: line(
    ({ by }) => ({ by }),
    ({ by }, { user }) => `${user} ${by === 'reset' ? 'set a new password by e-mail' : 'changed the password'}`,
  ),
  LoginsEnded: line(noData, (_, { user }) => `${user} signed out everywhere`),
  SessionEnded: line(noData, (_, { user }) => `${user} signed out of a device`),
  PasskeyAdded: line(noData, (_, { user }) => `${user} added a passkey`),
  PasskeyRemoved: line(noData, (_, { user }) => `${user} removed a passkey`),
  ProgramTokenCreated: line(
    ({ scopes, endsAt }, { tokenName }) => ({ name: tokenName, scopes, ends_at: endsAt }),
    ({ name, scopes, ends_at }, { user }) =>
      `${user} created ${nameToken(name)} for ${list(scopes.map((scope) => SCOPE_WORDS[scope]))}, until ${formatTime(ends_at)}`,
  ),
  ProgramTokenRevoked: line(tokenName, ({ name }, { user }) => `${user} revoked ${nameToken(name)}`),
  ProgramTokenUsed: line(
    ({ scope }, { tokenName }) => ({ name: tokenName, scope }),
    ({ name, scope }, { user }) => `A program used ${nameToken(name)} of ${user} for ${SCOPE_WORDS[scope]}`,
  ),
  UserDeleted: line(noData, (_, { actor, user }) => `${actor} deleted the account of ${user} with all its entries`),

  ...PROXY_LINES,
  EntryCreated: line(redactableName, ({ name }, { actor, ofOwner }) => `${actor} created ${nameEntry(name)}${ofOwner}`),
  EntryRenamed: line(
    ({ name }, { previousName }) => ({ name: name as string | null, previous_name: previousName }),
    ({ name, previous_name }, { actor, ofOwner }) =>
      `${actor} renamed ${nameEntry(previous_name)}${ofOwner}${name === null ? '' : ` to “${name}”`}`,
  ),
  EntryDeleted: line(noData, (_, { actor, entry }) => `${actor} deleted ${entry}`),
  EntryEliminatedByHand: line(
    ({ seasonYear, weekNumber }) => ({ season_year: seasonYear, week_number: weekNumber }),
    ({ week_number }, { actor, entry }) => `${actor} eliminated ${entry} by hand in week ${weekLabel(week_number)}`,
  ),
  EntryReinstated: line(
    ({ seasonYear, forgiven }, context) => ({
      season_year: seasonYear,
      waived: forgiven.map((loss) => waivedLoss(loss, context)),
    }),
    ({ waived }, { actor, entry }) =>
      `${actor} reinstated ${entry}${waived.length === 0 ? '' : `, forgiving ${list(waived.map(describeWaivedLoss))}`}`,
  ),
  PaymentRecorded: line(
    ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
    ({ payment_type, paid_date }, { actor, entry }) =>
      `${actor} recorded the payment for ${entry} by ${payment_type} on ${paid_date}`,
  ),
  PaymentReversed: line(noData, (_, { actor, entry }) => `${actor} took back the payment for ${entry}`),
  BalancePaid: line(
    ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
    ({ payment_type, paid_date }, { actor, entry }) =>
      `${actor} recorded a further payment for ${entry} by ${payment_type} on ${paid_date}`,
  ),
  PartPaymentRecorded: line(
    ({ paymentType, paidDate }) => ({ payment_type: paymentType, paid_date: paidDate }),
    ({ payment_type, paid_date }, { actor, entry }) =>
      `${actor} recorded a part of the payment for ${entry} by ${payment_type} on ${paid_date}`,
  ),
  PayoutRecorded: line(
    ({ paymentType, paidDate, seasonYear }) => ({ payment_type: paymentType, paid_date: paidDate, season_year: seasonYear }),
    ({ payment_type, paid_date, season_year }, { actor, entry }) =>
      `${actor} recorded the payout of ${season_year} to ${entry} by ${payment_type} on ${paid_date}`,
  ),
  PayoutReversed: line(
    ({ seasonYear }) => ({ season_year: seasonYear }),
    ({ season_year }, { actor, entry }) => `${actor} took back the payout of ${season_year} to ${entry}`,
  ),
  PaymentClaimed: line(noData, (_, { actor, entry }) => `${actor} said that ${entry} is paid`),
  PaymentClaimWithdrawn: line(
    ({ because }) => ({ because: because ?? null }),
    ({ because }, { actor, entry }) =>
      because === null
        ? `${actor} took back that ${entry} is paid`
        : `The statement that ${entry} is paid ended, because ${CLAIM_ENDS[because]}`,
  ),
  PaymentClaimDeclined: line(noData, (_, { actor, entry }) => `${actor} did not find the payment for ${entry}`),
  TreasurerChanged: line(
    ({ fields }) => ({ fields }),
    (_, { actor }) => `${actor} changed where members pay`,
  ),

  BuybackRequested: line(
    buybackData,
    ({ loss }, { actor, entry }) => `${actor} asked to buy ${entry} back in after ${describeWaivedLoss(loss)}`,
  ),
  BuybackConfirmed: line(
    ({ feeCents, ...data }, context) => ({ ...buybackData(data, context), fee_cents: feeCents }),
    (_, { actor, entry }) => `${actor} confirmed the buyback of ${entry}`,
  ),
  BuybackDeclined: line(buybackData, (_, { actor, entry }) => `${actor} declined the buyback of ${entry}`),
  BuybackWithdrawn: line(
    (data, context) => ({ ...buybackData(data, context), lapsed: toLapsed(data) }),
    ({ lapsed }, { entry }) => `The request to buy ${entry} back in ended, because ${lapseReason(lapsed)}`,
  ),

  WeekAdded: line(
    ({ lockTime, startsAt, splits }) => ({
      lock_time: lockTime,
      ...(startsAt !== undefined && { starts_at: startsAt }),
      ...(splits !== undefined && { splits }),
    }),
    ({ lock_time, starts_at, splits }: { lock_time: Instant; starts_at?: Instant; splits?: WeekId }, { actor, week }) => {
      const locks = `which locks at ${formatTime(lock_time)}`
      const games = starts_at === undefined ? '' : ` and takes the games from ${formatTime(starts_at)} on`
      return splits === undefined
        ? `${actor} added ${week}, ${locks}${games}`
        : `${actor} split the week: ${week} was added, ${locks}${games}`
    },
  ),
  WeekDeleted: line(noData, (_, { actor, week }) => `${actor} deleted ${week} with its picks and games`),
  CurrentWeekSet: line(noData, (_, { actor, week }) => `${actor} made ${week} the current week`),
  LockTimeChanged: line(
    ({ lockTime, automatic }) => ({ lock_time: lockTime, automatic }),
    ({ lock_time, automatic }, { actor, week }) =>
      `${actor} moved the lock of ${week} to ${formatTime(lock_time)}${automatic ? ' (automatic)' : ''}`,
  ),
  // Leaves out who missed the week, which is no longer public after the week is reopened.
  WeekLocked: line(
    ({ entries, picks, merkleRoot }) => ({ entries, picks, merkle_root: merkleRoot }),
    ({ entries, picks }, { week }) =>
      `${capitalize(week)} locked with ${count(picks, 'pick')} of ${count(entries, 'entry', 'entries')}`,
  ),
  WeekReopened: line(
    ({ marked }) => ({ marked }),
    ({ marked }, { actor, week }) => `${actor} reopened ${week}${marked ? ' after its reveal' : ''}`,
  ),
  PicksOfWeekSet: line(
    ({ picks }) => ({ picks }),
    ({ picks }, { actor, week }) =>
      picks === null
        ? `${actor} let the rules say how many picks ${week} takes`
        : `${actor} let ${week} take ${picks} ${picks === 1 ? 'pick' : 'picks'} an entry`,
  ),
  IneligibleTeamsSet: line(
    ({ teams }) => ({ teams }),
    ({ teams }, { actor, week }) =>
      teams.length === 0 ? `${actor} made every team eligible in ${week}` : `${actor} made ${list(teams)} ineligible in ${week}`,
  ),
  PicksUnmasked: line(noData, (_, { actor, week }) => `${actor} opened the picks list of ${week} to the admins before the lock`),

  SiteTimeSet: line(
    ({ siteTime, running }) => ({ site_time: siteTime, running }),
    ({ site_time, running }, { actor }) =>
      `${actor} set the site time to ${formatTime(site_time)}${running ? ', running on from there' : ''}`,
  ),
  SiteTimeCleared: line(noData, (_, { actor }) => `${actor} cleared the site-time override`),
  PoolRulesChanged: line(
    ({ rules }) => ({ rules }),
    (_, { actor }) => `${actor} changed the pool’s rules`,
  ),
  ClubChanged: line(
    ({ name, color, crest = null, showsOdds = true }) => ({ name, color, crest, shows_odds: showsOdds }),
    ({ name, color, crest, shows_odds }, { actor }) =>
      `${actor} set the club’s name to ${name === null ? 'the configured one' : `“${name}”`} and its color to ${color ?? 'the default'}${typeof crest === 'string' ? ', with a crest' : ''}${shows_odds === false ? ', with the odds off' : ''}`,
  ),
  ClubhouseScreenChanged: line(
    ({ scenes, names }) => ({ scenes: [...scenes], names }),
    ({ scenes, names }, { actor }) =>
      `${actor} chose ${count(scenes.length, 'scene')} for the clubhouse screen, with ${names === 'full' ? 'names' : 'initials'}`,
  ),
  SetupStepMarked: line(
    ({ step, mark }) => ({ step, mark }),
    ({ step, mark }, { actor }) => `${actor} ${mark === 'done' ? 'finished' : 'skipped'} the step ${step} of the setup`,
  ),
  RemindersChanged: line(
    ({ enabled, hoursBefore }) => ({ enabled, hours_before: hoursBefore }),
    ({ enabled, hours_before }, { actor }) =>
      enabled
        ? `${actor} set reminders to ${list(hours_before.map(String))} hours before each lock`
        : `${actor} switched reminders off`,
  ),
  ReminderSent: line(
    ({ offset, members }) => ({ offset, members }),
    ({ offset, members }, { actor, week }) =>
      `${actor} reminded ${count(members, 'member')} of ${week}, ${REMINDER_TIMES[typeof offset === 'number' ? 'hours' : offset](Number(offset))}`,
  ),
  WeekSummaryChanged: line(
    ({ digest, isPinned }) => ({ digest, is_pinned: isPinned }),
    ({ digest, is_pinned }, { actor, week }) =>
      `${actor} ${digest === null ? 'uses the summary from the log for' : 'wrote the summary of'} ${week}, ${is_pinned ? 'pinned' : 'not pinned'} to the dashboard`,
  ),
  BroadcastQueued: line(
    ({ recipients, audience = 'all' as const }) => ({ recipients, audience }),
    ({ recipients, audience }, { actor }) =>
      `${actor} wrote a mail to ${count(recipients, 'recipient')}${AUDIENCE_WORDS[audience]}`,
  ),
  WebhookAdded: line(
    ({ preset, events }) => ({ preset, events }),
    ({ preset, events }, { actor }) =>
      `${actor} connected ${WEBHOOK_SERVICES[preset]} to the pool’s public news: ${list(events.map((event) => WEBHOOK_NEWS[event]))}`,
  ),
  WebhookRemoved: line(noData, (_, { actor }) => `${actor} disconnected a service from the pool’s public news`),
  WebhookSwitched: line(
    ({ isOn }) => ({ is_on: isOn }),
    ({ is_on }, { actor }) => (is_on ? `${actor} ${WEBHOOK_ON}` : WEBHOOK_OFF),
  ),
  UsersAndEntriesPurged: line(
    ({ users, entries, picks }) => ({ users, entries, picks }),
    ({ users, entries, picks }, { actor }) =>
      `${actor} deleted all users and entries: ${count(users, 'user')}, ${count(entries, 'entry', 'entries')}, ${count(picks, 'pick')}`,
  ),
  WeeksPurged: line(
    ({ weeks, games, picks }) => ({ weeks, games, picks }),
    ({ weeks, games, picks }, { actor }) =>
      `${actor} deleted all weeks: ${count(weeks, 'week')}, ${count(games, 'game')}, ${count(picks, 'pick')}`,
  ),
  EventsRedacted: line(
    ({ positions }) => ({ events: positions.length }),
    ({ events }) => `Names were removed from ${count(events, 'earlier event')} on the deletion of their owner`,
  ),
} satisfies Partial<AuditLines>

/** How the audit trail shows each event type. */
export const LINES = combine([
  OTHER_LINES,
  ADMIN_ACTION_LINES,
  PICK_LINES,
  GAME_LINES,
  SEASON_LINES,
  SPLIT_VOTE_LINES,
]) satisfies AuditLines

function buybackData({ seasonYear, loss }: { readonly seasonYear: number; readonly loss: Loss }, context: AuditContext) {
  return { season_year: seasonYear, loss: waivedLoss(loss, context) }
}
