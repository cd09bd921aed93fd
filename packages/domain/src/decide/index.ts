import type { Actor, ReplyOf, Command, CommandData, CommandOfType, CommandType } from '../commands.ts'
import { type Consequences, consequencesOf, consequencesToken } from '../consequences.ts'
import { evolve } from '../evolve.ts'
import { createEvent, type EventMetadata, type PoolEvent, type RecordedEvent } from '../events.ts'
import { parsePickId, position, type WeekId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Hashing } from '../proof.ts'
import { currentSiteTime, forkPool, type PoolState } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import type { Decider } from './context.ts'
import { answerBuyback, requestBuyback, withdrawnBuybacks } from './buybacks.ts'
import * as club from './club.ts'
import * as entries from './entries.ts'
import * as joining from './joining.ts'
import * as games from './games.ts'
import { lockWeek, weeksDueToLock } from './lock.ts'
import * as payments from './payments.ts'
import { importPicks } from './past-picks.ts'
import * as picks from './picks.ts'
import { sealsDueToEnd } from '../seal.ts'
import { randomizePicks } from './randomize-picks.ts'
import * as signIn from './sign-in.ts'
import * as reminders from './reminders.ts'
import { renewEntry, startSeason } from './seasons.ts'
import { undoAction } from './undo.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'
import * as weeks from './weeks.ts'

/** The decider of each command type. */
const DECIDERS: { readonly [T in CommandType]: Decider<T> } = {
  RegisterUser: users.registerUser,
  ClaimAdmin: users.claimAdmin,
  CreateUser: users.createUser,
  ImportMembers: joining.importMembers,
  ChangeJoining: joining.changeJoining,
  ApproveUser: joining.approveUser,
  CreateInvitation: joining.createInvitation,
  RevokeInvitation: joining.revokeInvitation,
  ChangeProfile: users.changeProfile,
  ConfirmEmailChange: users.confirmEmailChange,
  ChangePassword: users.changePassword,
  EndLogins: users.endLogins,
  EndSession: signIn.endSession,
  AddPasskey: signIn.addPasskey,
  RemovePasskey: signIn.removePasskey,
  DeleteUser: users.deleteUser,
  CreateEntry: entries.createEntry,
  RenameEntry: entries.renameEntry,
  DeleteEntry: entries.deleteEntry,
  AmendEntry: entries.amendEntry,
  RemoveEntry: entries.removeEntry,
  SetPayment: payments.setPayment,
  RecordPayments: payments.recordPayments,
  ClaimPayment: payments.claimPayment,
  WithdrawPaymentClaim: payments.withdrawPaymentClaim,
  DeclinePaymentClaim: payments.declinePaymentClaim,
  ChangeTreasurer: payments.changeTreasurer,
  SubmitPick: picks.submitPick,
  ChangePick: picks.changePick,
  ClearPick: picks.clearPick,
  OverridePick: picks.overridePick,
  RemovePick: picks.removePick,
  ImportPicks: importPicks,
  SetRanking: picks.setRanking,
  RequestBuyback: requestBuyback,
  AnswerBuyback: answerBuyback,
  UnmaskPicks: picks.unmaskPicks,
  StartSeason: startSeason,
  RenewEntry: renewEntry,
  AddWeek: weeks.addWeek,
  DeleteWeek: weeks.deleteWeek,
  SetCurrentWeek: weeks.setCurrentWeek,
  SetLockTime: weeks.setLockTime,
  SetIneligibleTeams: weeks.setIneligibleTeams,
  SyncGames: games.syncGames,
  FinalizeScores: games.finalizeScores,
  RandomizeScores: games.randomizeScores,
  RandomizePicks: randomizePicks,
  SetSiteTime: weeks.setSiteTime,
  ClearSiteTime: weeks.clearSiteTime,
  ChangeRules: weeks.changeRules,
  ChangeClub: club.changeClub,
  ChangeClubhouseScreen: club.changeClubhouseScreen,
  MarkSetupStep: club.markSetupStep,
  ChangeReminders: reminders.changeReminders,
  SendReminders: reminders.sendReminders,
  ChangeWeekSummary: weeks.changeWeekSummary,
  QueueBroadcast: weeks.queueBroadcast,
  AddWebhook: webhooks.addWebhook,
  RemoveWebhook: webhooks.removeWebhook,
  SwitchWebhook: webhooks.switchWebhook,
  UndoAction: undoAction,
  PurgeUsersAndEntries: users.purgeUsersAndEntries,
  PurgeWeeks: weeks.purgeWeeks,
  LockDueWeeks: weeks.lockDueWeeks,
}

/** A command with its sender and the metadata for its events. */
export interface CommandEnvelope<T extends CommandType = CommandType> {
  readonly command: CommandOfType<T>
  readonly actor: Actor
  /** {@link runCommand} adds the actor's id and role. */
  readonly metadata?: Pick<EventMetadata, 'on_behalf_of' | 'reason' | 'correlation' | 'request_id'>
  /** The token of the consequences that the sender saw in a preview. The command is rejected if it would have others now. */
  readonly expectedConsequences?: string | undefined
}

export type CommandOutcome<T extends CommandType = CommandType> =
  | { readonly ok: true; readonly reply: ReplyOf<T> }
  | { readonly ok: false; readonly violation: RuleViolation }

/** The events that one command added to the log, including the locks that were due, and its outcome. */
export interface CommandRun<T extends CommandType = CommandType> {
  readonly recorded: readonly RecordedEvent[]
  readonly outcome: CommandOutcome<T>
}

/**
 * Runs one command. First it records the ends of seals and the locks that are due, so that no pick can follow a due lock (docs/rules.md §2.2).
 * Then it decides the command, and records the locks that the decision made due and the requests for buybacks that it made pointless.
 * A rejected command adds only the due locks.
 * @param state changed in place by the recorded events, so pass a fork
 * @param now real time, read from the database's clock under the lock
 */
export function runCommand<T extends CommandType>(
  state: PoolState,
  sent: CommandEnvelope<T>,
  now: Instant,
  hashing: Hashing,
): CommandRun<T> {
  const recorded: RecordedEvent[] = []
  const record = (events: readonly PoolEvent[], metadata: EventMetadata): void => {
    for (const event of events) {
      const siteTime = currentSiteTime(state, now)
      const recordedEvent = {
        ...event,
        position: position(state.position + 1),
        recordedAt: now,
        siteTime,
        metadata,
      } as RecordedEvent
      evolve(state, recordedEvent)
      recorded.push(recordedEvent)
    }
  }
  const recordDueEvents = (): void => {
    for (const userId of sealsDueToEnd(state, now)) record([createEvent('PicksUnsealed', { userId, by: 'expiry' })], SYSTEM)
    const siteNow = currentSiteTime(state, now)
    for (const week of weeksDueToLock(state, siteNow)) record(lockWeek(state, week, hashing), SYSTEM)
  }
  recordDueEvents()
  const outcome = decide(state, sent, now, hashing, record)
  recordDueEvents()
  // A pick never brings an entry back in.
  if (recorded.some((event) => event.type !== 'PickSubmitted')) record(withdrawnBuybacks(state), SYSTEM)
  return { recorded, outcome }
}

/** What commands would do: the pool before, without them but with everything that is due, the pool after, and their events. */
export interface Rehearsal {
  readonly before: PoolState
  readonly after: PoolState
  readonly recorded: readonly RecordedEvent[]
}

/**
 * Returns what commands would change, one after the other, and changes nothing itself.
 * @throws RuleViolation if the rules reject one of them, or if its outcome depends on a hidden pick
 */
export function previewCommands(
  state: PoolState,
  commands: readonly CommandEnvelope[],
  now: Instant,
  hashing: Hashing,
): Consequences {
  const { before, after } = rehearseCommands(state, commands, now, hashing)
  return consequencesOf(before, after)
}

/**
 * Runs commands on a fork, one after the other.
 * @throws RuleViolation like {@link previewCommands}
 */
export function rehearseCommands(
  state: PoolState,
  commands: readonly CommandEnvelope[],
  now: Instant,
  hashing: Hashing,
): Rehearsal {
  const before = forkPool(state)
  // Anything that is due happens with or without the commands.
  runCommand(before, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  const after = forkPool(before)
  const recorded: RecordedEvent[] = []
  for (const sent of commands) {
    if (dependsOnHiddenPick(before, sent.command)) throw new RuleViolation('preview_hidden')
    const run = runCommand(after, { ...sent, expectedConsequences: undefined }, now, hashing)
    if (!run.outcome.ok) throw run.outcome.violation
    recorded.push(...run.recorded)
  }
  return { before, after, recorded }
}

/**
 * Whether the outcome of a command depends on a hidden pick: the rules reject an override with a team that the entry uses in an open
 * week, and record that.
 */
function dependsOnHiddenPick(state: PoolState, { type, data }: Command): boolean {
  const isOpen = (id: WeekId) => state.weeks.get(id)?.locked === null
  if (type === 'RemovePick') return isOpen(parsePickId(data.pickId).weekId)
  if (type !== 'OverridePick') return false
  return isOpen(data.weekId) || state.entries.get(data.entryId)?.picks.some(({ weekId }) => isOpen(weekId)) === true
}

const SYSTEM: EventMetadata = { actor: null, role: 'system' }

function decide<T extends CommandType>(
  state: PoolState,
  sent: CommandEnvelope<T>,
  now: Instant,
  hashing: Hashing,
  record: (events: readonly PoolEvent[], metadata: EventMetadata) => void,
): CommandOutcome<T> {
  const { command, actor, metadata, expectedConsequences } = sent
  const decider: Decider<T> = DECIDERS[command.type as T]
  try {
    if (expectedConsequences !== undefined) {
      const token = consequencesToken(hashing, previewCommands(state, [{ ...sent, command }], now, hashing))
      if (token !== expectedConsequences) throw new RuleViolation('consequences_changed')
    }
    const context = { actor, now, siteNow: currentSiteTime(state, now), hashing }
    const { events, reply } = decider(state, command.data as CommandData[T], context)
    record(events, { ...actorMetadata(state, actor, command), ...metadata })
    return { ok: true, reply }
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error
    record(error.events, { ...actorMetadata(state, actor, command), ...metadata })
    return { ok: false, violation: error }
  }
}

function actorMetadata(state: PoolState, actor: Actor, command: Command): EventMetadata {
  if (actor.kind === 'system') return SYSTEM
  if (actor.kind === 'visitor') return { actor: null, role: 'visitor' }
  const isAdmin = state.users.get(actor.userId)?.isAdmin === true
  const reason = 'reason' in command.data && command.data.reason ? { reason: command.data.reason } : {}
  return { actor: actor.userId, role: isAdmin ? 'admin' : 'member', ...reason }
}
