import { entryOf, type Facts, isLocked, type Pick, weekOf } from './facts.ts'

/** docs/rules.md §11.6: ends the seals that have lasted their time. */
export function endSeals(facts: Facts, now: number): void {
  facts.seals = facts.seals.filter(({ until }) => now < until)
}

/** Whether an entry has a pick of an open week that is hidden from its owner. */
export function hasSealedPick(facts: Facts, entry: number): boolean {
  return facts.picks.some((pick) => pick.entry === entry && isSealed(facts, pick))
}

export function isSealed(facts: Facts, pick: Pick): boolean {
  const entry = entryOf(facts, pick.entry)
  const week = weekOf(facts, pick.week)
  if (week === undefined || isLocked(week)) return false
  if (entry?.handedOverAt !== undefined && pick.at < entry.handedOverAt) return true
  const owner = entry?.owner
  return facts.seals.some((seal) => seal.user === owner && pick.at < seal.since)
}

export function hasSealedRanking(facts: Facts, entry: number): boolean {
  const owner = entryOf(facts, entry)?.owner
  const ranking = facts.rankings.find((other) => other.entry === entry)
  return ranking !== undefined && facts.seals.some((seal) => seal.user === owner && ranking.at < seal.since)
}
