import type { Command } from '../commands.ts'
import { createEvent, type EventOfType, type PoolEvent, type SecondReason } from '../events/events.ts'
import { does } from '../events/event-table.ts'
import { RuleViolation } from '../events/violation.ts'
import { type Entry, entriesOf, type PoolState, type User, type WaitingAction, waitingActions } from '../state/state.ts'
import { type EntryId, parsePickId, type Position, type WeekId } from '../values/ids.ts'
import { SECONDED_COMMANDS, type SecondedCommand } from '../values/seconded-commands.ts'
import { accept, type Decider, type DecisionContext, reject, requireSignedInUser } from './context.ts'

// Some actions of an admin need a second one (docs/rules.md §11.12). What counts is what an action does, whatever command does it.

type Sender = Pick<DecisionContext, 'actor' | 'now'>

export const switchFourEyes: Decider<'SwitchFourEyes'> = (state, { isOn }) =>
  accept(...(state.fourEyes === isOn ? [] : [createEvent('FourEyesSwitched', { isOn })]))

/** Another admin does what was asked for: it is decided again, as the command of who asked. */
export const confirmAction: Decider<'ConfirmAction'> = (state, { actionId }, context) => {
  const action = requireOfAnother(state, actionId, context)
  return { ...accept(createEvent('ActionConfirmed', answerTo(action))), asked: askedAgain(action) }
}

export const refuseAction: Decider<'RefuseAction'> = (state, { actionId }, context) =>
  accept(createEvent('ActionRefused', answerTo(requireOfAnother(state, actionId, context))))

export const withdrawAction: Decider<'WithdrawAction'> = (state, { actionId }, context) =>
  accept(createEvent('ActionWithdrawn', answerTo(requireOwn(state, actionId, context))))

/** In an emergency, who asked acts alone, and says why. */
export const actAlone: Decider<'ActAlone'> = (state, { actionId, reason }, context) => {
  if (reason === '') throw new RuleViolation('reason_required')
  const action = requireOwn(state, actionId, context)
  return { ...accept(createEvent('ActionDoneAlone', answerTo(action))), asked: askedAgain(action) }
}

const answerTo = ({ id, askedBy }: WaitingAction) => ({ userId: askedBy, asked: id })

const askedAgain = ({ command, askedBy: userId, tokenVersion }: WaitingAction) =>
  ({ command, actor: { kind: 'user', userId, tokenVersion } }) as const

function requireWaiting(state: PoolState, id: Position, { now }: Sender): WaitingAction {
  return waitingActions(state, now).find((action) => action.id === id) ?? reject('action_not_waiting')
}

function requireOfAnother(state: PoolState, id: Position, context: Sender): WaitingAction {
  const action = requireWaiting(state, id, context)
  if (action.askedBy === requireSignedInUser(state, context).id) throw new RuleViolation('second_is_asker')
  return action
}

function requireOwn(state: PoolState, id: Position, context: Sender): WaitingAction {
  const action = requireWaiting(state, id, context)
  if (action.askedBy !== requireSignedInUser(state, context).id) throw new RuleViolation('only_asker')
  return action
}

/**
 * Returns why a command needs a second admin, by the events that it causes; undefined if it does not.
 * @throws RuleViolation for a pick of an own entry before the lock: a request would show it to others
 */
export function whySecond(
  state: PoolState,
  command: Command,
  events: readonly PoolEvent[],
  { actor }: Sender,
): SecondReason | undefined {
  if (actor.kind !== 'user' || !isSeconded(command)) return undefined
  const admin = state.users.get(actor.userId)
  if (admin?.isAdmin !== true) return undefined
  const own = events.some((event) => helpsOwner(state, event, admin))
  const isWatched = state.fourEyes && events.some((event) => isWatchedEvent(state, event))
  const isOwnPlan = isHiddenPickOfOwn(state, command, admin)
  if ((!own && !isWatched && !isOwnPlan) || !hasSecond(state, admin)) return undefined
  if (isOwnPlan) throw new RuleViolation('own_pick_open')
  return own ? 'own_entry' : 'four_eyes'
}

/** Throws, and leaves a request that waits for another admin. Asking for the same twice leaves one. */
export function requireSecond(
  state: PoolState,
  command: Command,
  events: readonly PoolEvent[],
  why: SecondReason,
  context: Sender,
): never {
  const admin = requireSignedInUser(state, context)
  if (!isSeconded(command)) throw new RuleViolation('forbidden')
  const alone = standingAlone(state, command, events)
  if (alone === undefined) {
    const entry = events.flatMap((event) => (helpsOwner(state, event, admin) ? entryOf(state, event) : []))[0]
    throw new RuleViolation('second_needed_apart', entry === undefined ? {} : { entry: entry.name })
  }
  const known = waitingActions(state, context.now).find(
    ({ askedBy, command: other }) => askedBy === admin.id && sameness(other) === sameness(alone),
  )
  if (known !== undefined) throw new RuleViolation('second_needed', { action: known.id })
  const asked = createEvent('ActionRequested', { userId: admin.id, command: alone, why, ...subjectOf(state, alone) })
  throw new RuleViolation('second_needed', { action: state.position + 1 }, [asked])
}

/** Whether a pick that an admin adds to a locked week for an entry needs a second admin, so that an import leaves it out. */
export function needsSecondForPick(state: PoolState, entry: Entry, { actor }: Sender): boolean {
  const admin = actor.kind === 'user' ? state.users.get(actor.userId) : undefined
  return admin?.isAdmin === true && (state.fourEyes || entry.userId === admin.id) && hasSecond(state, admin)
}

function isSeconded(command: Command): command is SecondedCommand {
  return SECONDED_COMMANDS.some((type) => type === command.type)
}

function hasSecond({ users }: PoolState, { id }: User): boolean {
  for (const user of users.values()) if (user.isAdmin && user.id !== id) return true
  return false
}

type HelpingEvent = EventOfType<
  | 'PickOverridden'
  | 'PickAssigned'
  | 'PickCleared'
  | 'EntryReinstated'
  | 'PaymentRecorded'
  | 'BalancePaid'
  | 'PartPaymentRecorded'
  | 'BuybackConfirmed'
>

/** Whether an admin does something for an own entry with it, or sees the picks of others while playing. */
function helpsOwner(state: PoolState, event: PoolEvent, admin: User): event is HelpingEvent {
  if (event.type === 'PicksUnmasked') return entriesOf(state, admin.id).length > 0
  if (!does(event, 'helps_entry') || entryOf(state, event)?.userId !== admin.id || isOfOpenWeek(state, event)) return false
  // A correction of how an entry paid does not mark it paid.
  return event.type !== 'PaymentRecorded' || entryOf(state, event)?.payment === null
}

function isWatchedEvent(state: PoolState, event: PoolEvent): boolean {
  if (event.type === 'FourEyesSwitched') return !event.data.isOn
  if (event.type === 'ActionUndone') return event.data.action === 'close'
  return does(event, 'needs_second') && !isOfOpenWeek(state, event)
}

/** Before the lock, nobody is hurt by an override: its entry has the same choice. */
function isOfOpenWeek({ rounds }: PoolState, event: PoolEvent): boolean {
  const isPick = event.type === 'PickOverridden' || event.type === 'PickAssigned' || event.type === 'PickCleared'
  return isPick && rounds.get(event.data.weekId)?.locked === null
}

function isHiddenPickOfOwn(state: PoolState, command: SecondedCommand, { id }: User): boolean {
  if (command.type !== 'OverridePick' && command.type !== 'RemovePick') return false
  const { entryId, weekId } = command.type === 'OverridePick' ? command.data : parsePickId(command.data.pickId)
  return state.entries.get(entryId)?.userId === id && state.rounds.get(weekId)?.locked === null
}

function entryOf({ entries }: PoolState, { data }: PoolEvent): Entry | undefined {
  return 'entryId' in data ? entries.get(data.entryId as EntryId) : undefined
}

/**
 * Returns the command as it can wait: it says all that it does, however the pool changes meanwhile, and nothing that has to do with others.
 * Undefined if it also does what needs nobody.
 */
function standingAlone(state: PoolState, command: SecondedCommand, events: readonly PoolEvent[]): SecondedCommand | undefined {
  switch (command.type) {
    case 'RecordPayments':
      return command.data.payments.length > 1 ? undefined : withoutUndefined(command)
    case 'AmendEntry': {
      const { name: _unchanged, ...data } = command.data
      return events.some(({ type }) => type === 'EntryRenamed') ? undefined : withoutUndefined({ type: command.type, data })
    }
    case 'SetPayment':
      return withoutUndefined({ ...command, data: { ...command.data, isPaid: true } })
    case 'UndoAction':
      return withoutUndefined({ ...command, data: { ...command.data, position: state.lastAction?.position } })
    default:
      return withoutUndefined(command)
  }
}

/** As the log keeps it. */
function withoutUndefined(command: SecondedCommand): SecondedCommand {
  return JSON.parse(JSON.stringify(command)) as SecondedCommand
}

/** The same for two commands that do the same: the random bytes of a command differ each time. */
function sameness({ type, data }: SecondedCommand): string {
  return JSON.stringify({ type, ...data, nonce: null, seed: null })
}

interface Subject {
  readonly entryId?: EntryId
  readonly weekId?: WeekId
}

/** What a command is about, for the sentences that name it. */
function subjectOf(state: PoolState, command: SecondedCommand): Subject {
  switch (command.type) {
    case 'OverridePick':
      return { entryId: command.data.entryId, weekId: command.data.weekId }
    case 'RemovePick': {
      const { entryId, weekId } = parsePickId(command.data.pickId)
      return { entryId, weekId }
    }
    case 'RandomizePicks':
    case 'UnmaskPicks':
    case 'SetLockTime':
    case 'CloseWeek':
      return { weekId: command.data.weekId }
    case 'AmendEntry':
    case 'AnswerBuyback':
    case 'SetPayment':
    case 'RecordPartPayment':
      return { entryId: command.data.entryId }
    case 'RecordPayments':
      return command.data.payments.map(({ entryId }) => ({ entryId }))[0] ?? {}
    case 'UndoAction':
      return subjectOfAction(state)
    case 'SetSiteTime':
    case 'ClearSiteTime':
    case 'SwitchFourEyes':
      return {}
    default:
      return command satisfies never
  }
}

function subjectOfAction({ lastAction }: PoolState): Subject {
  return {
    ...(lastAction !== null && 'entryId' in lastAction && { entryId: lastAction.entryId }),
    ...(lastAction !== null && 'weekId' in lastAction && { weekId: lastAction.weekId }),
  }
}
