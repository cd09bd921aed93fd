import { type Entry, type Facts, isLocked, picksIn, rulesOf, type Week, weeksIn } from './facts.ts'
import { isComplete, wonBy } from './games.ts'
import { decisionOf, isPartOf, outSince, takesPart, wasIn } from './standing.ts'

// docs/rules.md §14.7.

export interface Prizes {
  /** What each place gets. */
  readonly places: readonly { readonly entry: number; readonly place: number; readonly cents: number }[]
  readonly weeks: readonly {
    readonly number: number
    readonly winners: readonly { readonly entry: number; readonly cents: number }[]
  }[]
}

/** Who gets what of a pot; null where only the champions do. */
export function prizesOf(facts: Facts, season: number, pot: number): Prizes | null {
  const rule = rulesOf(facts, season).prizes
  if (rule === null) return null
  let rest = pot
  const weeks = weeksIn(facts, season).flatMap((week) => {
    if (!pays(facts, week)) return []
    const winners = bestOf(facts, week)
    const cents = Math.min(rest, rule.weeklyCents)
    if (winners.length === 0 || cents === 0) return []
    rest -= cents
    return [{ number: week.number, winners: dealt(cents, winners).filter((prize) => prize.cents > 0) }]
  })
  const ranked = rankedIn(facts, season)
  const everybody = facts.entries.filter((entry) => takesPart(facts, entry, season)).length
  const shares = rule.shares.filter((_, at) => at < everybody)
  const sum = shares.reduce((all, share) => all + share, 0)
  const amounts = shares.map((share) => Math.floor((rest * share) / sum))
  for (let left = rest - amounts.reduce((all, cents) => all + cents, 0), at = 0; left > 0 && at < amounts.length; left--, at++)
    amounts[at] = (amounts[at] ?? 0) + 1
  const places = ranked.flatMap(({ place, entries }) => {
    let cents = 0
    for (let at = place; at < place + entries.length; at++) cents += amounts[at - 1] ?? 0
    return place > amounts.length ? [] : dealt(cents, entries).map((prize) => ({ ...prize, place }))
  })
  return { places, weeks }
}

/** Whether a week has a prize: it is over, all did not agree to share in it, and the season was not decided before. */
function pays(facts: Facts, week: Week): boolean {
  if (!isComplete(facts, week)) return false
  const vote = facts.votes.find((other) => other.week === week.id)
  if (vote !== undefined && vote.playOn.length === 0 && vote.share.length === vote.entries.length) return false
  return week.number <= (decisionOf(facts, week.season)?.week.number ?? Infinity)
}

/** The entries of a week with the largest margin of a pick. */
function bestOf(facts: Facts, week: Week): readonly number[] {
  const margins = facts.entries
    .filter((entry) => takesPart(facts, entry, week.season) && isPartOf(facts, entry, week) && wasIn(entry, week))
    .filter((entry) => outSince(facts, entry, week.season) >= week.number)
    .flatMap(({ id }) => picksIn(facts, id, week.id).map(({ team }) => ({ id, margin: wonBy(facts, week.id, team) })))
  const most = Math.max(1, ...margins.map(({ margin }) => margin))
  return [...new Set(margins.filter(({ margin }) => margin === most).map(({ id }) => id))]
}

/** Hands out an amount cent by cent, in the order in which the entries were created. */
function dealt(cents: number, entries: readonly number[]) {
  const order = entries.toSorted((a, b) => a - b)
  const each = order.length === 0 ? 0 : (cents - (cents % order.length)) / order.length
  return order.map((entry, at) => ({ entry, cents: at < cents % order.length ? each + 1 : each }))
}

/** The entries by place, those that are equal together. */
function rankedIn(facts: Facts, season: number): readonly { readonly place: number; readonly entries: readonly number[] }[] {
  const decision = decisionOf(facts, season)
  if (decision === null) return []
  const { champions } = decision
  const others = facts.entries.filter((entry) => !champions.includes(entry.id) && takesPart(facts, entry, season))
  const isAhead = (one: Entry, other: Entry): boolean => {
    const [a, b] = [scoresOf(facts, one, season), scoresOf(facts, other, season)]
    const at = a.findIndex((score, index) => score !== b[index])
    return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
  }
  const placed = others.map((entry) => {
    const ahead = others.filter((other) => isAhead(other, entry))
    return { id: entry.id, place: champions.length + ahead.length + 1 }
  })
  const places = [...new Set(placed.map(({ place }) => place))].toSorted((a, b) => a - b)
  return [
    { place: 1, entries: champions },
    ...places.map((place) => ({ place, entries: placed.filter((other) => other.place === place).map(({ id }) => id) })),
  ]
}

/** What puts entries into their order: the week in which they fell, and the tiebreaks until then. */
function scoresOf(facts: Facts, entry: Entry, season: number): readonly number[] {
  const { tiebreak } = rulesOf(facts, season)
  const fell = outSince(facts, entry, season)
  const picks = weeksIn(facts, season)
    .filter((week) => isLocked(week) && week.number <= fell)
    .flatMap((week) => picksIn(facts, entry.id, week.id))
  const steps = tiebreak.includes('share') ? tiebreak.slice(0, tiebreak.indexOf('share')) : tiebreak
  return [
    fell,
    ...steps.map((step) =>
      step === 'margin'
        ? picks.reduce((sum, { week, team }) => sum + wonBy(facts, week, team), 0)
        : -picks.filter((pick) => pick.step !== null).length,
    ),
  ]
}
