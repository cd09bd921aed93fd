import { type Buyback, currentSeason, type Entry, entryOf, type Facts, isLocked, rulesOf, weeksIn } from './facts.ts'
import { decisionOf, fatalOf, lossesOf, type SeasonLoss, standingLossesOf } from './standing.ts'

// docs/rules.md §14.3.

/** With `slotLoss: one`, the losses of a week are one (docs/rules.md §19), as long as the loss is still there. */
function isAbout(facts: Facts, entry: Entry, season: number, loss: SeasonLoss, asked: Pick<Buyback, 'week' | 'team'>): boolean {
  if (asked.week !== loss.week) return false
  if (rulesOf(facts, season).slotLoss === 'each') return asked.team === loss.team
  return standingLossesOf(facts, entry, season).some(({ week, team }) => week === asked.week && team === asked.team)
}

/** The loss that a buyback would take back; undefined for an entry that is alive or was put out by hand. */
export function lossToBuyBack(facts: Facts, entry: Entry, season: number): SeasonLoss | undefined {
  if (facts.eliminations.some((other) => other.entry === entry.id && other.season === season)) return undefined
  return fatalOf(facts, lossesOf(facts, entry, season), season)
}

export function refusalsToAsk(facts: Facts, entry: Entry): readonly string[] {
  const season = currentSeason(facts)
  const rule = rulesOf(facts, season).buyback
  if (season === undefined || rule === null) return ['no_buybacks']
  const loss = lossToBuyBack(facts, entry, season)
  if (loss === undefined) return ['entry_not_out']
  const own = facts.buybacks.filter(
    (other) => other.entry === entry.id && other.season === season && other.status !== 'withdrawn',
  )
  const isUsed =
    own.some((other) => other.status === 'requested' || isAbout(facts, entry, season, loss, other)) ||
    own.filter((other) => other.status === 'confirmed').length >= rule.maxPerEntry
  const isLate = Math.floor(loss.number) > rule.untilWeek || isChanceOver(facts, season, loss)
  return [...(isUsed ? ['buyback_used'] : []), ...(isLate ? ['buyback_too_late'] : [])]
}

/** The season's next week has locked, the season is decided, or a later one is current. */
function isChanceOver(facts: Facts, season: number, loss: SeasonLoss): boolean {
  const later = weeksIn(facts, season).filter((week) => week.number > loss.number)
  return later.some(isLocked) || decisionOf(facts, season) !== null || (currentSeason(facts) ?? season) > season
}

/** The request of a season that waits for an answer. */
export function requestOf(facts: Facts, entry: number, season: number | undefined): Buyback | undefined {
  return facts.buybacks.find((other) => other.entry === entry && other.season === season && other.status === 'requested')
}

/** A request belongs to the loss that it was made for, and lapses with the chance to make it. */
export function lapseRequests(facts: Facts): void {
  facts.buybacks = facts.buybacks.map((buyback) =>
    buyback.status === 'requested' && hasLapsed(facts, buyback) ? { ...buyback, status: 'withdrawn' } : buyback,
  )
}

function hasLapsed(facts: Facts, request: Buyback): boolean {
  const { entry: id, season } = request
  const entry = entryOf(facts, id)
  const loss = entry === undefined ? undefined : lossToBuyBack(facts, entry, season)
  if (entry === undefined || loss === undefined) return true
  return !isAbout(facts, entry, season, loss, request) || isChanceOver(facts, season, loss)
}
