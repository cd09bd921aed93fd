import type { Command } from '../../../src/index.ts'
import { type AskedAction, entryOf, type Facts, hasOtherAdmin, isLocked, pickOf, weekOf } from './facts.ts'
import { siteTimeOf } from './calendar.ts'
import { idsOf } from './picks.ts'
import type { Context } from './rule.ts'

// docs/rules.md §11.12.

const WAITS_MS = 30 * 60_000
/** Whether it changes anything is not judged here. */
const PERHAPS = ['second_needed', 'second_needed_apart', 'accepted'] as const
const SURELY = ['second_needed'] as const

/** What the pool may answer to a command that the other rules accept; empty if it must accept it. */
export function secondRefusals(facts: Facts, command: Command, { account, actor, now }: Context): readonly string[] {
  if (actor.kind !== 'user' || account?.isAdmin !== true) return []
  if (!hasOtherAdmin(facts, account.id)) return []
  const isOwn = (entry: number) => entryOf(facts, entry)?.owner === account.id
  const plays = facts.entries.some(({ owner }) => owner === account.id)
  switch (command.type) {
    case 'OverridePick':
    case 'RemovePick': {
      const { entry, week } = placeOf(command)
      const locked = weekOf(facts, week)
      const isOpen = locked === undefined || !isLocked(locked)
      if (isOwn(entry)) return isOpen ? ['own_pick_open'] : SURELY
      return facts.fourEyes && !isOpen ? SURELY : []
    }
    case 'RandomizePicks': {
      const week = weekOf(facts, command.data.weekId)
      return week !== undefined && isLocked(week) && (plays || facts.fourEyes) ? PERHAPS : []
    }
    case 'UnmaskPicks':
      return (plays || facts.fourEyes) && weekOf(facts, command.data.weekId)?.isUnmasked !== true ? SURELY : []
    case 'SetLockTime': {
      const { weekId, lockTime } = command.data
      const week = weekOf(facts, weekId)
      if (!facts.fourEyes || week === undefined || !isLocked(week)) return []
      if (lockTime === 'auto') return PERHAPS
      return siteTimeOf(facts, now) < Date.parse(lockTime) && Date.parse(lockTime) !== week.lockTime ? SURELY : []
    }
    case 'SetSiteTime':
    case 'ClearSiteTime':
      return facts.fourEyes && facts.weeks.some(isLocked) ? PERHAPS : []
    case 'CloseWeek':
      return facts.fourEyes ? SURELY : []
    case 'AmendEntry':
      return command.data.isEliminated === false && isOwn(command.data.entryId) ? PERHAPS : []
    case 'AnswerBuyback':
      return command.data.action === 'confirm' && isOwn(command.data.entryId) ? SURELY : []
    case 'SetPayment': {
      const { entryId, isPaid } = command.data
      const isMarked = facts.marks.some(({ entry }) => entry === entryId)
      if (!isOwn(entryId) || isPaid === false) return []
      return isMarked ? (isPaid === undefined ? [] : PERHAPS) : SURELY
    }
    case 'RecordPartPayment':
      return isOwn(command.data.entryId) ? SURELY : []
    case 'RecordPayments':
      return command.data.payments.some(({ entryId }) => isOwn(entryId)) ? PERHAPS : []
    case 'UndoAction':
      return plays || facts.fourEyes ? PERHAPS : []
    case 'SwitchFourEyes':
      return facts.fourEyes && !command.data.isOn ? SURELY : []
    default:
      return []
  }
}

/** The request that an answer is about, as long as it waits. */
export function waitingAction(facts: Facts, number: number, now: number): AskedAction | undefined {
  return waitingAt(facts, now).find((action) => action.number === number)
}

export function waitingAt(facts: Facts, now: number): readonly AskedAction[] {
  return facts.waiting.filter(({ by, logins, at, week, locks }) => {
    const asker = facts.users.find(({ id }) => id === by)
    const isHere = asker?.isAdmin === true && asker.logins === logins && now - at < WAITS_MS
    if (!isHere || week === null) return isHere
    const played = weekOf(facts, week)
    return played === undefined || (isLocked(played) && played.locks.length === locks)
  })
}

/** Who asked for something that waits already asks for it once. */
export function ask(facts: Facts, command: Command, { by, at, namesVersion }: Asking): void {
  const isKnown = ({ by: asker, command: other, version }: AskedAction) =>
    asker === by && isSame(other, command) && (version !== undefined) === namesVersion
  if (waitingAt(facts, at).some((action) => isKnown(action) && !isOutdated(facts, action))) return
  const place = command.type === 'OverridePick' || command.type === 'RemovePick' ? placeOf(command) : null
  const week = place === null ? null : place.week
  const logins = facts.users.find(({ id }) => id === by)?.logins ?? 0
  facts.asked += 1
  const locks = week === null ? 0 : (weekOf(facts, week)?.locks.length ?? 0)
  const version = namesVersion ? changeOfPick(facts, command) : undefined
  const asked = { number: facts.asked, by, logins, at, command, week, locks, last: facts.lastAction, version }
  facts.waiting = [...facts.waiting, asked]
}

interface Asking {
  readonly by: number
  readonly at: number
  /** Whether the sender named the version of the pick. */
  readonly namesVersion: boolean
}

function changeOfPick(facts: Facts, command: Command): number | null {
  if (command.type !== 'OverridePick' && command.type !== 'RemovePick') return null
  const { entry, week, slot = 1 } = placeOf(command)
  return pickOf(facts, entry, week, slot)?.at ?? null
}

function isOutdated(facts: Facts, action: AskedAction): boolean {
  return isOutdatedUndo(facts, action) || hasOtherVersion(facts, action)
}

/** Whether the pick has changed since, if its version was named. */
export function hasOtherVersion(facts: Facts, { command, version }: AskedAction): boolean {
  return version !== undefined && changeOfPick(facts, command) !== version
}

export function isOutdatedUndo({ lastAction }: Facts, { command, last }: AskedAction): boolean {
  return command.type === 'UndoAction' && last?.at !== lastAction?.at
}

export function endAction(facts: Facts, number: number): void {
  facts.waiting = facts.waiting.filter((action) => action.number !== number)
}

function placeOf(command: Extract<Command, { type: 'OverridePick' | 'RemovePick' }>) {
  if (command.type === 'OverridePick') return { entry: command.data.entryId, week: command.data.weekId, slot: command.data.slot }
  return idsOf(command.data.pickId)
}

const isSame = (one: Command, other: Command) => textOf(one) === textOf(other)
const textOf = ({ type, data }: Command) => JSON.stringify({ type, ...data, nonce: null, seed: null })
