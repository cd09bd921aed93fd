import { calendarDayOf } from '../calendar.ts'
import { createEvent, type PoolEvent } from '../events.ts'
import { entryRecord, entryStanding, seasonResults } from '../facts.ts'
import { type EntryId, entryId, type UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { CalendarDay, PaymentType } from '../payment.ts'
import { isWeekClosed } from '../rules.ts'
import { deriveStanding, unwaivedLosses } from '../standing.ts'
import { currentWeek, type Entry, type PoolState, rulesForSeason, weeksOfSeason } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import {
  type DecisionContext,
  type Decider,
  accept,
  reject,
  requireUser,
  requireAdmin,
  requireEntry,
  requireOwnEntry,
  requireSignedInUser,
  requireVersion,
} from './context.ts'

export const createEntry: Decider<'CreateEntry'> = (state, { userId, name }, context) => {
  const actor = requireSignedInUser(state, context)
  if (actor.id !== userId) requireAdmin(state, context)
  else keepEntryRules(state, userId, context)
  requireUser(state, userId)
  requireFreeName(state, userId, name)
  const id = entryId(state.lastIds.entry + 1)
  return { events: [createEvent('EntryCreated', { entryId: id, userId, name })], reply: { entryId: id } }
}

export const renameEntry: Decider<'RenameEntry'> = (state, { entryId: id, name, ifVersion }, context) => {
  const entry = requireManagedEntry(state, context, id)
  requireBeforeWeekOne(state, context)
  requireVersion(entry.version, ifVersion)
  return accept(...renamed(state, entry, name))
}

export const deleteEntry: Decider<'DeleteEntry'> = (state, { entryId: id, ifVersion }, context) => {
  const entry = requireManagedEntry(state, context, id)
  requireBeforeWeekOne(state, context)
  requireVersion(entry.version, ifVersion)
  return accept(createEvent('EntryDeleted', { entryId: id }))
}

export const removeEntry: Decider<'RemoveEntry'> = (state, { entryId: id, ifVersion }, context) => {
  requireAdmin(state, context)
  requireVersion(requireEntry(state, id).version, ifVersion)
  return accept(createEvent('EntryDeleted', { entryId: id }))
}

export const amendEntry: Decider<'AmendEntry'> = (state, { entryId: id, name, isEliminated, ifVersion }, context) => {
  requireAdmin(state, context)
  const entry = requireEntry(state, id)
  requireVersion(entry.version, ifVersion)
  const events: PoolEvent[] = name === undefined ? [] : [...renamed(state, entry, name)]
  if (isEliminated !== undefined) events.push(...judgedByHand(state, entry, isEliminated))
  return accept(...events)
}

export const setPayment: Decider<'SetPayment'> = (state, command, context) => {
  requireAdmin(state, context)
  const entry = requireEntry(state, command.entryId)
  requireVersion(entry.version, command.ifVersion)
  const shallBePaid = command.isPaid ?? entry.payment === null
  if (!shallBePaid) {
    return accept(...(entry.payment === null ? [] : [createEvent('PaymentReversed', { entryId: entry.id })]))
  }
  return accept(...paid(entry, command.paymentType, command.paidDate, calendarDayOf(context.siteNow)))
}

function paid(entry: Entry, type: PaymentType | null, date: CalendarDay | null, today: CalendarDay): PoolEvent[] {
  const known = entry.payment
  if (known !== null && date !== null && date !== known.date) throw new RuleViolation('paid_date_locked')
  const paymentType = type ?? known?.type ?? reject('payment_type_required')
  if (known?.type === paymentType) return []
  return [createEvent('PaymentRecorded', { entryId: entry.id, paymentType, paidDate: known?.date ?? date ?? today })]
}

/** decisions.md §Rules 6: by hand counts from the current week; reinstating forgives the losses there are now. */
function judgedByHand(state: PoolState, entry: Entry, isEliminated: boolean): readonly PoolEvent[] {
  const week = currentWeek(state)
  // Without a week everybody is alive.
  if (week === undefined) return isEliminated ? reject('no_current_week') : []
  const season = seasonResults(state, week.seasonYear)
  const facts = entryRecord(state, entry, week.seasonYear)
  if ((deriveStanding(facts, season).status === 'out') === isEliminated) return []
  if (isEliminated) {
    const { seasonYear, weekNumber } = week
    return [createEvent('EntryEliminatedByHand', { entryId: entry.id, seasonYear, weekNumber })]
  }
  const forgiven = unwaivedLosses(facts, season).map(({ weekId, team }) => ({ weekId, team }))
  return [createEvent('EntryReinstated', { entryId: entry.id, seasonYear: week.seasonYear, forgiven })]
}

function renamed(state: PoolState, entry: Entry, name: string): readonly PoolEvent[] {
  if (entry.name === name) return []
  requireFreeName(state, entry.userId, name, entry.id)
  return [createEvent('EntryRenamed', { entryId: entry.id, name })]
}

/** Names are unique per member regardless of case (decisions.md §Rules 14). */
function requireFreeName(state: PoolState, owner: UserId, name: string, except?: EntryId): void {
  const folded = foldName(name)
  for (const id of state.entriesOfUser.get(owner) ?? []) {
    const other = state.entries.get(id)
    if (other !== undefined && id !== except && foldName(other.name) === folded) {
      throw new RuleViolation('entry_name_taken')
    }
  }
}

function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

/** The member's own entry, or anybody's for an admin. */
function requireManagedEntry(state: PoolState, context: DecisionContext, id: EntryId): Entry {
  return requireSignedInUser(state, context).isAdmin ? requireEntry(state, id) : requireOwnEntry(state, context, id)
}

/** The pool's rules bind members, and an admin playing for themselves, but not an admin acting for a member. */
function keepEntryRules(state: PoolState, owner: UserId, context: DecisionContext): void {
  const season = currentWeek(state)?.seasonYear
  const rules = season === undefined ? state.rules : rulesForSeason(state, season)
  const held = state.entriesOfUser.get(owner)?.length ?? 0
  if (rules.maxEntriesPerMember !== null && held >= rules.maxEntriesPerMember) {
    throw new RuleViolation('too_many_entries', { max: rules.maxEntriesPerMember })
  }
  if (rules.lateEntries === 'closed' && isWeekOneClosed(state, context.siteNow)) throw new RuleViolation('late_entries_closed')
}

/** Members' rename and delete close when Week 1 of the current season locks; admins' do not (decisions.md §Rules 13). */
function requireBeforeWeekOne(state: PoolState, context: DecisionContext): void {
  if (!requireSignedInUser(state, context).isAdmin && isWeekOneClosed(state, context.siteNow))
    throw new RuleViolation('week_one_locked')
}

/**
 * Whether Week 1 of the current season has locked. In a season that the pool joined later, its first week there counts
 * as Week 1 (docs/decisions/005).
 */
export function isWeekOneClosed(state: PoolState, siteNow: Instant): boolean {
  const week = currentWeek(state)
  const first = week === undefined ? undefined : weeksOfSeason(state, week.seasonYear)[0]
  return first !== undefined && isWeekClosed(first, siteNow)
}

/** Whether an entry is alive in a week's season. */
export function isAliveIn(state: PoolState, entry: Entry, seasonYear: number): boolean {
  return entryStanding(state, entry, seasonResults(state, seasonYear)).status === 'alive'
}
