import { createEvent, isSameLoss, type EventOfType, type Loss } from '../events.ts'
import { isWeekClosed } from '../rules.ts'
import { deriveStanding, entryRecord, entryStanding, seasonResults, unwaivedLosses } from '../standing.ts'
import { currentWeek, type Buyback, type Entry, type PoolState, rulesForSeason, weeksOfSeason } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { accept, type DecisionContext, type Decider, reject, requireAdmin, requireEntry, requireOwnEntry } from './context.ts'

/** Asks to buy an entry back in, between the loss that put it out and the next lock (docs/rules.md §14.3). */
export const requestBuyback: Decider<'RequestBuyback'> = (state, { entryId }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  const seasonYear = currentWeek(state)?.seasonYear ?? reject('no_buybacks')
  const { maxPerEntry, untilWeek } = rulesForSeason(state, seasonYear).buyback ?? reject('no_buybacks')
  const { loss, weekNumber } = decisiveLoss(state, entry, seasonYear) ?? reject('entry_not_out')
  const earlier = entry.buybacks.filter((buyback) => buyback.seasonYear === seasonYear && buyback.status !== 'withdrawn')
  // A request for an earlier loss stays open when a correction replaced that loss by another one.
  const isAskedTwice = earlier.some((buyback) => buyback.status === 'requested' || isSameLoss(buyback.loss, loss))
  const confirmed = earlier.filter((buyback) => buyback.status === 'confirmed').length
  if (isAskedTwice || confirmed >= maxPerEntry) throw new RuleViolation('buyback_used')
  if (weekNumber > untilWeek || isAnyLaterWeekClosed(state, seasonYear, weekNumber, context)) {
    throw new RuleViolation('buyback_too_late')
  }
  return accept(createEvent('BuybackRequested', { entryId, seasonYear, loss }))
}

/** Confirms or declines a requested buyback. Confirming waives the entry's losses so far. */
export const answerBuyback: Decider<'AnswerBuyback'> = (state, { entryId, action }, context) => {
  requireAdmin(state, context)
  const entry = requireEntry(state, entryId)
  const { seasonYear, loss } = requestedBuyback(entry) ?? reject('no_buyback_requested')
  if (action === 'decline') return accept(createEvent('BuybackDeclined', { entryId, seasonYear, loss }))
  const losses = unwaivedLosses(entryRecord(state, entry, seasonYear), seasonResults(state, seasonYear))
  const waived = losses.map(({ weekId, team }) => ({ weekId, team }))
  const feeCents = rulesForSeason(state, seasonYear).buyback?.feeCents ?? 0
  return accept(createEvent('BuybackConfirmed', { entryId, seasonYear, loss, waived, feeCents }))
}

/** Returns the withdrawals of requests whose entries are no longer out. */
export function withdrawnBuybacks(state: PoolState): EventOfType<'BuybackWithdrawn'>[] {
  const withdrawn: EventOfType<'BuybackWithdrawn'>[] = []
  for (const [entryId] of state.requestedBuybacks.entries()) {
    const entry = state.entries.get(entryId)
    const request = entry === undefined ? undefined : requestedBuyback(entry)
    if (entry === undefined || request === undefined) continue
    const { seasonYear, loss } = request
    if (entryStanding(state, entry, seasonResults(state, seasonYear)).status === 'out') continue
    withdrawn.push(createEvent('BuybackWithdrawn', { entryId, seasonYear, loss }))
  }
  return withdrawn
}

/** Returns the buyback that waits for an admin's answer. */
export function requestedBuyback(entry: Entry): Buyback | undefined {
  return entry.buybacks.find((buyback) => buyback.status === 'requested')
}

/** Returns the loss that put an entry out; undefined for an entry that is alive or was eliminated by hand. */
function decisiveLoss(
  state: PoolState,
  entry: Entry,
  seasonYear: number,
): { readonly loss: Loss; readonly weekNumber: number } | undefined {
  const season = seasonResults(state, seasonYear)
  const standing = deriveStanding(entryRecord(state, entry, seasonYear), season)
  if (standing.status === 'alive' || standing.cause === 'hand') return undefined
  const week = season.weeks.find((other) => other.weekNumber === standing.eliminatedWeek)
  if (week === undefined) return undefined
  return { loss: { weekId: week.id, team: standing.team }, weekNumber: week.weekNumber }
}

function isAnyLaterWeekClosed(state: PoolState, seasonYear: number, weekNumber: number, { siteNow }: DecisionContext): boolean {
  return weeksOfSeason(state, seasonYear).some((week) => week.weekNumber > weekNumber && isWeekClosed(week, siteNow))
}
