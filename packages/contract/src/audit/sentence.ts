import type { EventType } from '@outlast/domain'
import type { AuditData, AuditFacts, AuditWaivedLoss } from './facts.ts'

/** Who and what a sentence is about, as words. */
interface Words {
  readonly actor: string
  readonly entry: string
  readonly week: string
  readonly user: string
}

type Say<T extends EventType> = (data: AuditData[T], words: Words) => string

/** An event of the log as a sentence for people, without its reason. Pure: the web makes the same one. */
export function auditSentence(facts: AuditFacts): string {
  const say = SENTENCES[facts.type] as (data: AuditFacts['data'], words: Words) => string
  return `${say(facts.data, wordsOf(facts))}.`
}

const SENTENCES: { readonly [T in EventType]: Say<T> } = {
  UserRegistered: ({ origin, is_admin }, { actor, user }) =>
    `${origin === 'self' ? `${user} registered` : `${actor} created the account of ${user}`}${is_admin ? ' and is an admin' : ''}`,
  UserProfileChanged: ({ fields }, { actor, user }) => `${actor} changed ${listed(fields.map(worded))} of ${user}`,
  AdminGranted: (_, { actor, user }) => `${actor} made ${user} an admin`,
  AdminRevoked: (_, { actor, user }) => `${actor} took admin rights from ${user}`,
  PasswordChanged: ({ by }, { user }) => `${user} ${by === 'reset' ? 'set a new password by e-mail' : 'changed the password'}`,
  LoginsEnded: (_, { user }) => `${user} signed out everywhere`,
  UserDeleted: (_, { actor, user }) => `${actor} deleted the account of ${user} with all its entries`,

  EntryCreated: ({ name }, { actor }) => `${actor} created ${entryNamed(name)}`,
  EntryRenamed: ({ name }, { actor }) => `${actor} renamed an entry${name === null ? '' : ` to “${name}”`}`,
  EntryDeleted: (_, { actor, entry }) => `${actor} deleted ${entry}`,
  EntryEliminatedByHand: ({ week_number }, { actor, entry }) => `${actor} eliminated ${entry} by hand in week ${week_number}`,
  EntryReinstated: ({ forgiven }, { actor, entry }) =>
    `${actor} reinstated ${entry}${forgiven.length === 0 ? '' : `, forgiving ${listed(forgiven.map(describeWaivedLoss))}`}`,
  PaymentRecorded: ({ payment_type, paid_date }, { actor, entry }) =>
    `${actor} recorded the payment for ${entry} by ${payment_type} on ${paid_date}`,
  PaymentReversed: (_, { actor, entry }) => `${actor} took back the payment for ${entry}`,

  PickSubmitted: ({ team_abbr }, { actor, entry, week }) => `${actor} picked ${team_abbr} for ${entry} in ${week}`,
  PickOverridden: ({ team_abbr, source }, { actor, entry, week }) =>
    source === 'randomized'
      ? `${actor} gave ${entry} a random pick in ${week}: ${team_abbr}`
      : `${actor} set the pick of ${entry} in ${week} to ${team_abbr}`,
  OverrideRefused: (_, { actor, entry, week }) =>
    `${actor} tried to set the pick of ${entry} in ${week} to a team of another pick that is still hidden, and was refused`,
  PickCleared: (_, { actor, entry, week }) => `${actor} cleared the pick of ${entry} in ${week}`,

  WeekAdded: ({ lock_time }, { actor, week }) => `${actor} added ${week}, which locks at ${time(lock_time)}`,
  WeekDeleted: (_, { actor, week }) => `${actor} deleted ${week} with its picks and games`,
  CurrentWeekSet: (_, { actor, week }) => `${actor} made ${week} the current week`,
  LockTimeChanged: ({ lock_time, automatic }, { actor, week }) =>
    `${actor} moved the lock of ${week} to ${time(lock_time)}${automatic ? ' (automatic)' : ''}`,
  WeekLocked: ({ entries, picks }, { week }) =>
    `${capital(week)} locked with ${counted(picks, 'pick')} of ${counted(entries, 'entry', 'entries')}`,
  WeekReopened: ({ marked }, { actor, week }) => `${actor} reopened ${week}${marked ? ' after its reveal' : ''}`,
  IneligibleTeamsSet: ({ teams }, { actor, week }) =>
    teams.length === 0 ? `${actor} made every team eligible in ${week}` : `${actor} made ${listed(teams)} ineligible in ${week}`,
  PicksUnmasked: (_, { actor, week }) => `${actor} opened the picks list of ${week} to the admins before the lock`,

  GamesSynced: ({ games }, { actor, week }) => `${actor} updated the schedule of ${counted(games, 'game')} in ${week}`,
  GameScored: ({ source, detail, ...score }, { week }) =>
    `${scored(score)} in ${week}${detail === null ? '' : ` (${detail})`}${source === 'randomized' ? ', a random score for a rehearsal' : ''}`,
  GameStatusChanged: ({ status, game }, { week }) => `${gameNamed(game)} in ${week} is ${status}`,
  GameFinalized: (score, { week }) => `${scored(score)} is final in ${week}`,
  ScoreCorrected: (score, { week }) => `The final score in ${week} was corrected to ${scored(score)}`,
  GamesFinalizedByAdmin: ({ games }, { actor, week }) => `${actor} set ${counted(games, 'game')} of ${week} to final`,

  SiteTimeSet: ({ site_time, running }, { actor }) =>
    `${actor} set the site time to ${time(site_time)}${running ? ', running on from there' : ''}`,
  SiteTimeCleared: (_, { actor }) => `${actor} cleared the site-time override`,
  PoolRulesChanged: (_, { actor }) => `${actor} changed the pool’s rules`,
  BroadcastQueued: ({ recipients }, { actor }) => `${actor} sent a mail to ${counted(recipients, 'recipient')}`,
  UsersAndEntriesPurged: ({ users, entries, picks }, { actor }) =>
    `${actor} deleted all users and entries: ${counted(users, 'user')}, ${counted(entries, 'entry', 'entries')}, ${counted(picks, 'pick')}`,
  WeeksPurged: ({ weeks, games, picks }, { actor }) =>
    `${actor} deleted all weeks: ${counted(weeks, 'week')}, ${counted(games, 'game')}, ${counted(picks, 'pick')}`,
  EventsRedacted: ({ events }) => `Names were removed from ${counted(events, 'earlier event')} on the deletion of their owner`,
}

function wordsOf({ actor, entry, week, user }: AuditFacts): Words {
  return {
    actor: actorNamed(actor),
    entry: entryNamed(entry?.name ?? null),
    week: week === null ? 'a week that is gone' : `week ${week.week_number} of ${week.season_year}`,
    user: user?.name ?? 'a former member',
  }
}

function actorNamed({ id, name, role }: AuditFacts['actor']): string {
  if (role === 'system') return 'The pool'
  if (id === null) return 'A visitor'
  return `${name ?? 'A former member'}${role === 'admin' ? ' (admin)' : ''}`
}

function entryNamed(name: string | null): string {
  return name === null || name === '' ? 'an entry' : `“${name}”`
}

function gameNamed(game: AuditData['GameFinalized']['game']): string {
  return game === null ? 'A game that is gone' : `${game.away_team_abbr} at ${game.home_team_abbr}`
}

function scored({ game, away_score, home_score }: AuditData['GameFinalized']): string {
  if (away_score === null || home_score === null) return gameNamed(game)
  if (game === null) return `A game that is gone, ${away_score}–${home_score},`
  return `${game.away_team_abbr} ${away_score}–${home_score} ${game.home_team_abbr}`
}

function describeWaivedLoss({ week_number, team_abbr, hidden }: AuditWaivedLoss): string {
  const week = week_number === null ? 'a week that is gone' : `week ${week_number}`
  if (hidden === true) return `the loss of ${week}`
  return team_abbr === null ? `the missed pick of ${week}` : `the loss with ${team_abbr} in ${week}`
}

function worded(field: string): string {
  return field === 'email' ? 'the e-mail' : `the ${field.replaceAll('_', ' ')}`
}

/** The log's times are UTC; screens show their own zone beside it. */
function time(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? 'nothing'
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
