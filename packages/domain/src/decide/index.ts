import type { Actor, ReplyOf, Command, CommandData, CommandOfType, CommandType } from '../commands.ts'
import { type Consequences, consequencesFor, consequencesOf, consequencesToken } from '../change/consequences.ts'
import { evolve } from '../evolve/evolve.ts'
import { does } from '../events/event-table.ts'
import type { EventMetadata, PoolEvent, RecordedEvent } from '../events/events.ts'
import { position } from '../values/ids.ts'
import { type VisiblePool, visibleTo } from '../hidden.ts'
import type { Instant } from '../values/instant.ts'
import type { Hashing } from '../proof/proof.ts'
import { currentSiteTime, forkPool, type PoolState } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { COMMAND_NEEDS } from './command-needs.ts'
import { type Decider, requireNeed, SYSTEM } from './context.ts'
import { actorMetadata, withoutReason } from './metadata.ts'
import { addWeek } from './add-week.ts'
import { answerBuyback, requestBuyback } from './buybacks.ts'
import * as club from './club.ts'
import * as entries from './entries.ts'
import * as joining from './joining.ts'
import * as games from './games.ts'
import * as fourEyes from './four-eyes.ts'
import * as gamesByHand from './games-by-hand.ts'
import { lockWeek, weeksDueToLock } from './lock.ts'
import * as paperEntries from './paper-entries.ts'
import * as payments from './payments.ts'
import { importPicks } from './past-picks.ts'
import * as picks from './picks.ts'
import { endedSeals, lapsedRequests, mayLapse } from '../money/requests.ts'
import { randomizePicks } from './randomize-picks.ts'
import * as signIn from './sign-in.ts'
import * as proxies from './proxies.ts'
import * as programTokens from './program-tokens.ts'
import * as reminders from './reminders.ts'
import { renewEntry, startSeason, setPastChampions } from './seasons.ts'
import { syncGames } from './sync-games.ts'
import { castSplitVote, changeOfSplitVote, dueSplitVote, mayChangeSplitVote } from './split-votes.ts'
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
  CommitNames: users.commitNames,
  ConfirmEmailChange: users.confirmEmailChange,
  ChangePassword: users.changePassword,
  EndLogins: users.endLogins,
  EndSession: signIn.endSession,
  AddPasskey: signIn.addPasskey,
  RemovePasskey: signIn.removePasskey,
  CreateProgramToken: programTokens.createProgramToken,
  RevokeProgramToken: programTokens.revokeProgramToken,
  NoteProgramTokenUse: programTokens.noteProgramTokenUse,
  DeleteUser: users.deleteUser,
  RemoveNewcomers: users.removeNewcomers,
  CreateEntry: entries.createEntry,
  CreatePaperEntries: paperEntries.createPaperEntries,
  HandOverEntries: paperEntries.handOverEntries,
  RenameEntry: entries.renameEntry,
  DeleteEntry: entries.deleteEntry,
  AmendEntry: entries.amendEntry,
  RemoveEntry: entries.removeEntry,
  SetPayment: payments.setPayment,
  RecordPayments: payments.recordPayments,
  RecordPartPayment: payments.recordPartPayment,
  RecordPayouts: payments.recordPayouts,
  ReversePayout: payments.reversePayout,
  ClaimPayment: payments.claimPayment,
  WithdrawPaymentClaim: payments.withdrawPaymentClaim,
  DeclinePaymentClaim: payments.declinePaymentClaim,
  ChangeTreasurer: payments.changeTreasurer,
  SubmitPick: picks.submitPick,
  ChangePick: picks.changePick,
  ClearPick: picks.clearPick,
  NameProxy: proxies.nameProxy,
  EndProxy: proxies.endProxy,
  OverridePick: picks.overridePick,
  RemovePick: picks.removePick,
  ImportPicks: importPicks,
  SetRanking: picks.setRanking,
  CastSplitVote: castSplitVote,
  RequestBuyback: requestBuyback,
  AnswerBuyback: answerBuyback,
  UnmaskPicks: picks.unmaskPicks,
  StartSeason: startSeason,
  RenewEntry: renewEntry,
  AddWeek: addWeek,
  DeleteWeek: weeks.deleteWeek,
  SetCurrentWeek: weeks.setCurrentWeek,
  SetLockTime: weeks.setLockTime,
  SetIneligibleTeams: weeks.setIneligibleTeams,
  SetPicksOfWeek: weeks.setPicksOfWeek,
  SyncGames: syncGames,
  FinalizeScores: games.finalizeScores,
  SetGame: gamesByHand.setGame,
  ReturnGame: gamesByHand.returnGame,
  CloseWeek: gamesByHand.closeWeek,
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
  SetPastChampions: setPastChampions,
  QueueBroadcast: weeks.queueBroadcast,
  AddWebhook: webhooks.addWebhook,
  RemoveWebhook: webhooks.removeWebhook,
  SwitchWebhook: webhooks.switchWebhook,
  UndoAction: undoAction,
  SwitchFourEyes: fourEyes.switchFourEyes,
  ConfirmAction: fourEyes.confirmAction,
  RefuseAction: fourEyes.refuseAction,
  WithdrawAction: fourEyes.withdrawAction,
  ActAlone: fourEyes.actAlone,
  PurgeUsersAndEntries: users.purgeUsersAndEntries,
  PurgeWeeks: weeks.purgeWeeks,
  LockDueWeeks: weeks.lockDueWeeks,
}

/** A command with its sender and the metadata for its events. */
export interface CommandEnvelope<T extends CommandType = CommandType> {
  readonly command: CommandOfType<T>
  /** Commands of the same sender that are run before it. If the rules reject one of them, or the command itself, none is recorded. */
  readonly first?: readonly Command[] | undefined
  readonly actor: Actor
  /** {@link runCommand} adds the actor's id and role. */
  readonly metadata?: Pick<EventMetadata, 'reason' | 'request_id'> | undefined
  /** The token of the consequences that the sender saw in a preview. The command is rejected if it would have others now. */
  readonly expectedConsequences?: string | undefined
  /** A second admin has confirmed it, or it is only rehearsed. */
  readonly isSeconded?: boolean | undefined
}

export type CommandOutcome<T extends CommandType = CommandType> =
  /** `waits`: what is rehearsed will wait for a second admin. */
  | { readonly ok: true; readonly reply: ReplyOf<T>; readonly waits?: true }
  | { readonly ok: false; readonly violation: RuleViolation }

/** The events that one command added to the log, including the locks that were due, and its outcome. */
export interface CommandRun<T extends CommandType = CommandType> {
  readonly recorded: readonly RecordedEvent[]
  readonly outcome: CommandOutcome<T>
}

/**
 * Runs one command. First it records the ends of seals, the locks and the ends of proxies that are due, so that no pick can follow a due
 * lock (docs/rules.md §2.2). Then it decides the command, and records the locks that the decision made due and the requests that lapsed
 * (docs/rules.md §17).
 * A rejected command adds only what was due before it, and the record of a refused attempt that the rules demand.
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
  const keep = (event: RecordedEvent): void => {
    evolve(state, event)
    recorded.push(event)
  }
  const record = (events: readonly PoolEvent[], metadata: EventMetadata): void => {
    for (const event of events) {
      const siteTime = currentSiteTime(state, now)
      const own = does(event, 'leaves_reason') ? withoutReason(metadata) : metadata
      keep({ ...event, position: position(state.position + 1), recordedAt: now, siteTime, metadata: own } as RecordedEvent)
    }
  }
  const isTimer = sent.command.type === 'LockDueWeeks'
  const recordDueEvents = (): void => {
    record(endedSeals(state, now), SYSTEM)
    record(dueSplitVote(state, now), SYSTEM)
    const siteNow = currentSiteTime(state, now)
    for (const week of weeksDueToLock(state, siteNow)) record(lockWeek(state, week, hashing), SYSTEM)
    record(proxies.dueProxyEnds(state, now), SYSTEM)
    // The timer also finds what lapsed under the rules of an older release.
    if (isTimer || mayLapse(recorded)) record(lapsedRequests(state, now), SYSTEM)
    if (!isTimer && !mayChangeSplitVote(recorded)) return
    record(changeOfSplitVote(state, now), SYSTEM)
    // The vote that ended may make room for another one.
    record(changeOfSplitVote(state, now), SYSTEM)
  }
  recordDueEvents()
  const outcome =
    sent.first === undefined
      ? decide(state, sent, now, hashing, record)
      : decideTogether(state, sent, sent.first, now, hashing, keep)
  recordDueEvents()
  return { recorded, outcome }
}

/** Decides a command and those that come first on a fork. All of them are kept or none, so that no half-finished pool is ever visible. */
function decideTogether<T extends CommandType>(
  state: PoolState,
  sent: CommandEnvelope<T>,
  first: readonly Command[],
  now: Instant,
  hashing: Hashing,
  keep: (event: RecordedEvent) => void,
): CommandOutcome<T> {
  const { first: _, expectedConsequences: _compared, ...last } = sent
  const { actor, metadata } = sent
  const fork = forkPool(state)
  try {
    requireExpected(state, sent, now, hashing)
    const before = first.flatMap((command) => {
      const run = runCommand(fork, { command, actor, metadata }, now, hashing)
      if (!run.outcome.ok) throw run.outcome.violation
      return run.recorded
    })
    const { recorded, outcome } = runCommand(fork, last, now, hashing)
    if (!outcome.ok) throw outcome.violation
    for (const event of [...before, ...recorded]) keep(event)
    return outcome
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error
    return { ok: false, violation: error }
  }
}

/** Throws if the consequences of the command are not those that its sender saw in a preview. */
function requireExpected<T extends CommandType>(
  state: PoolState,
  sent: CommandEnvelope<T>,
  now: Instant,
  hashing: Hashing,
): void {
  const { command } = sent
  if (sent.expectedConsequences === undefined) return
  const preview = previewCommands(visibleTo(state, sent.actor), [{ ...sent, command }], now, hashing)
  if (consequencesToken(hashing, preview) !== sent.expectedConsequences) throw new RuleViolation('consequences_changed')
}

/** What commands would do: the pool before, without them but with everything that is due, the pool after, and their events. */
export interface Rehearsal {
  readonly before: VisiblePool
  readonly after: VisiblePool
  readonly recorded: readonly RecordedEvent[]
  /** How many commands the rules refuse. */
  readonly refused: number
  /** Whether one of them will wait for a second admin. */
  readonly waits: boolean
}

/**
 * Returns what commands would change, one after the other, and changes nothing itself. Nothing in it depends on a secret, because the
 * pool that the viewer may know has none.
 * @throws RuleViolation if the rules reject one of them
 */
export function previewCommands(
  state: VisiblePool,
  commands: readonly CommandEnvelope[],
  now: Instant,
  hashing: Hashing,
): Consequences {
  const { before, after } = rehearseCommands(state, commands, now, hashing)
  const consequences = consequencesOf(before, after, now)
  return commands.reduce((shown, { actor }) => consequencesFor(state, actor, shown), consequences)
}

/**
 * Runs commands on a fork, one after the other.
 * @param skipsRefused whether a command that the rules reject is counted and left out
 * @throws RuleViolation like {@link previewCommands}, unless such commands are left out
 */
export function rehearseCommands(
  state: VisiblePool,
  commands: readonly CommandEnvelope[],
  now: Instant,
  hashing: Hashing,
  skipsRefused = false,
): Rehearsal {
  const before = forkPool(state)
  // Anything that is due happens with or without the commands.
  runCommand(before, { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, now, hashing)
  const after = forkPool(before)
  const recorded: RecordedEvent[] = []
  let refused = 0
  let waits = false
  for (const sent of commands) {
    const run = runCommand(after, { ...sent, expectedConsequences: undefined, isSeconded: true }, now, hashing)
    if (run.outcome.ok && run.outcome.waits === true) waits = true
    if (!run.outcome.ok && !skipsRefused) throw run.outcome.violation
    if (!run.outcome.ok) refused += 1
    recorded.push(...run.recorded)
  }
  return { before, after, recorded, refused, waits }
}

function decide<T extends CommandType>(
  state: PoolState,
  sent: CommandEnvelope<T>,
  now: Instant,
  hashing: Hashing,
  record: (events: readonly PoolEvent[], metadata: EventMetadata) => void,
): CommandOutcome<T> {
  const { command, actor, metadata } = sent
  const decider: Decider<T> = DECIDERS[command.type as T]
  try {
    requireExpected(state, sent, now, hashing)
    const context = { actor, now, siteNow: currentSiteTime(state, now), hashing }
    requireNeed(state, context, COMMAND_NEEDS[command.type])
    const { events, reply, asked } = decider(state, command.data as CommandData[T], context)
    const why = fourEyes.whySecond(state, command, events, context)
    if (why !== undefined && sent.isSeconded !== true) fourEyes.requireSecond(state, command, events, why, context)
    if (asked !== undefined) {
      const done = decide(state, { ...asked, metadata, isSeconded: true }, now, hashing, record)
      if (!done.ok) return done
    }
    record(events, { ...actorMetadata(state, actor, command), ...metadata })
    return { ok: true, reply, ...(why !== undefined && { waits: true }) }
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error
    record(error.events, { ...actorMetadata(state, actor, command), ...metadata })
    return { ok: false, violation: error }
  }
}
