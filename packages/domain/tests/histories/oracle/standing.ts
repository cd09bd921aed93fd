import type { Tiebreak } from '../../../src/index.ts'
import {
  type Entry,
  type Facts,
  isLocked,
  lockOf,
  picksIn,
  picksTaken,
  rulesOf,
  untilFactsChange,
  type Week,
  weekOf,
  weeksIn,
} from './facts.ts'
import { isComplete, isLostBy, wonBy } from './games.ts'

// Who takes part in a season, who is out of it, since when and why, and who won it.

export interface SeasonLoss {
  readonly week: number
  readonly number: number
  readonly team: string | null
}

export type Standing =
  | { readonly status: 'alive'; readonly losses: number; readonly livesLeft: number }
  | {
      readonly status: 'out'
      readonly losses: number
      readonly livesLeft: 0
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: string | null
    }

/** When an entry joined a season; null if it did not (docs/rules.md §16.2). */
export function joinedAt(facts: Facts, entry: Entry, season: number): number | null {
  const renewal = facts.renewals.find((other) => other.entry === entry.id && other.season === season)
  if (renewal !== undefined) return renewal.at
  const isOlder = facts.starts.some((start) => start.season === season && start.at > entry.createdAt)
  const isOfLaterSeason = facts.starts.some((start) => start.season > season && start.at < entry.createdAt)
  return isOlder || isOfLaterSeason ? null : entry.createdAt
}

/**
 * Whether an entry takes part in a week: it joined before the week's first lock, or picked in it after that lock had been taken back before
 * any game (docs/rules.md §2.6, §6).
 */
export function isPartOf(facts: Facts, entry: Entry, week: Week): boolean {
  const joined = joinedAt(facts, entry, week.season) ?? Infinity
  const lock = lockOf(week)?.at ?? Infinity
  if (joined < (week.first?.at ?? lock)) return true
  return joined < (week.first?.playedAt ?? lock) && picksIn(facts, entry.id, week.id).length > 0
}

/** The losses that cost a life and that no admin waived, in the order of the weeks (docs/rules.md §5). */
export function lossesOf(facts: Facts, entry: Entry, season: number): readonly SeasonLoss[] {
  return costly(facts, standingLossesOf(facts, entry, season), season)
}

/** docs/rules.md §19: with `slotLoss: one`, only the first loss of a week costs a life. */
export function costly(facts: Facts, losses: readonly SeasonLoss[], season: number): readonly SeasonLoss[] {
  if (rulesOf(facts, season).slotLoss === 'each') return losses
  return losses.filter(({ week }, index) => losses.findIndex((other) => other.week === week) === index)
}

/** The losses that no admin waived; with `slotLoss: one`, several of a week cost one life. */
export function standingLossesOf(facts: Facts, entry: Entry, season: number): readonly SeasonLoss[] {
  const waivers = facts.waivers.filter((waiver) => waiver.entry === entry.id)
  return allLossesOf(facts, entry, season).filter((loss) => !isWaivedBy(facts, entry, season, waivers, loss))
}

/** docs/rules.md §5.4; with `slotLoss: one`, what waives one loss waives the week, as long as its pick is there, or missing (§19). */
export function isWaivedBy(
  facts: Facts,
  entry: Entry,
  season: number,
  waivers: readonly { readonly week: number; readonly team: string | null }[],
  loss: SeasonLoss,
): boolean {
  const ofWeek = waivers.filter(({ week }) => week === loss.week)
  if (ofWeek.some(({ team }) => team === loss.team)) return true
  const week = weekOf(facts, loss.week)
  if (week === undefined || rulesOf(facts, season).slotLoss === 'each') return false
  const teams = picksIn(facts, entry.id, week.id).map(({ team }) => team)
  return ofWeek.some(({ team }) => (team === null ? teams.length < picksTaken(facts, week) : teams.includes(team)))
}

export const allLossesOf = (facts: Facts, entry: Entry, season: number): readonly SeasonLoss[] => lossesIn(facts, season, entry)

const lossesIn = untilFactsChange((facts, season, entry: Entry): readonly SeasonLoss[] =>
  weeksIn(facts, season).flatMap((week): SeasonLoss[] => {
    // docs/rules.md §18: after an agreement the picks of its week cost nothing.
    if (agreementOf(facts, week) !== undefined) return []
    const picks = picksIn(facts, entry.id, week.id)
    const lost = picks.filter(({ team }) => isLostBy(facts, week, team)).map(({ team }) => team)
    const isLate = picks.length === 0 && isBeforeJoining(facts, entry, week)
    const missed = isMissed(facts, entry, week) ? picksTaken(facts, week) - picks.length : 0
    const missing = Array.from({ length: isLate ? 1 : missed }, () => null)
    return [...lost, ...missing].map((team) => ({ week: week.id, number: week.number, team }))
  }),
)

/** docs/rules.md §5.2. */
function isMissed(facts: Facts, entry: Entry, week: Week): boolean {
  if (rulesOf(facts, week.season).missedPick === 'survives' || !isComplete(facts, week)) return false
  return lockOf(week)?.missed.includes(entry.id) === true
}

/** docs/rules.md §6.3. */
function isBeforeJoining(facts: Facts, entry: Entry, week: Week): boolean {
  const lock = lockOf(week)
  if (lock === undefined || !rulesOf(facts, week.season).lateEntryLosses) return false
  return (joinedAt(facts, entry, week.season) ?? 0) > (week.first?.at ?? lock.at)
}

/** The loss that puts an entry out (docs/rules.md §14.1), unless all fell with it (docs/rules.md §6.1). */
export function fatalOf(facts: Facts, losses: readonly SeasonLoss[], season: number): SeasonLoss | undefined {
  return fatalApartFrom(wipeOutsOf(facts, season), rulesOf(facts, season).lives, losses)
}

function fatalApartFrom(wipeOuts: readonly number[], lives: number, losses: readonly SeasonLoss[]): SeasonLoss | undefined {
  return losses.slice(lives - 1).find(({ number }) => !wipeOuts.includes(number))
}

/** Whether an entry was alive and in a week when it locked (docs/rules.md §6.1). */
export function wasIn(entry: Entry, week: Week): boolean {
  return lockOf(week)?.entrants.includes(entry.id) === true
}

/** The numbers of the weeks after which everybody that fell in them came back (docs/rules.md §6.1). */
export const wipeOutsOf = untilFactsChange((facts, season): readonly number[] => {
  const { wipeOut, lives } = rulesOf(facts, season)
  if (wipeOut === 'share') return []
  const lost = new Map(facts.entries.map((entry) => [entry.id, lossesOf(facts, entry, season)]))
  const handOf = (entry: Entry): number =>
    facts.eliminations.find((other) => other.entry === entry.id && other.season === season)?.number ?? Infinity
  let found: readonly number[] = []
  for (const week of weeksIn(facts, season)) {
    if (!isComplete(facts, week) || found.length >= wipeOut.reviveAtMost) continue
    const isOutBefore = (entry: Entry): boolean =>
      handOf(entry) < week.number || (fatalApartFrom(found, lives, lost.get(entry.id) ?? [])?.number ?? Infinity) < week.number
    const left = facts.entries.filter((entry) => wasIn(entry, week) && isPartOf(facts, entry, week) && !isOutBefore(entry))
    const playOn = left.filter((entry) => handOf(entry) > week.number)
    const fallen = playOn.filter((entry) => fatalApartFrom(found, lives, lost.get(entry.id) ?? [])?.number === week.number)
    if (fallen.length === playOn.length && fallen.length >= 2) found = [...found, week.number]
  }
  return found
})

/** What an admin's hand waives: the losses since the entry last came back from a wipe-out (docs/rules.md §6.1). */
export function waivableLosses(facts: Facts, entry: Entry, season: number): readonly SeasonLoss[] {
  const losses = standingLossesOf(facts, entry, season)
  const wipeOuts = wipeOutsOf(facts, season)
  const fatal = fatalOf(facts, lossesOf(facts, entry, season), season)
  const cameBack = losses.filter(({ number }) => wipeOuts.includes(number) && number < (fatal?.number ?? Infinity)).at(-1)
  return losses.filter(({ number }) => number > (cameBack?.number ?? 0))
}

/** docs/rules.md §5.1, §14.1. */
export const standingOf = (facts: Facts, entry: Entry, season: number): Standing => standingIn(facts, season, entry)

const standingIn = untilFactsChange((facts, season, entry: Entry): Standing => {
  const { lives } = rulesOf(facts, season)
  const losses = lossesOf(facts, entry, season)
  const last = fatalOf(facts, losses, season)
  const byHand = facts.eliminations.find((other) => other.entry === entry.id && other.season === season)
  if (byHand !== undefined && byHand.number < (last?.number ?? Infinity)) {
    const before = losses.filter((loss) => loss.number <= byHand.number).length
    return { status: 'out', losses: before, livesLeft: 0, eliminatedWeek: byHand.number, cause: 'hand', team: null }
  }
  if (last === undefined) return { status: 'alive', losses: losses.length, livesLeft: Math.max(1, lives - losses.length) }
  const cause = last.team === null ? 'missed' : 'loss'
  const count = losses.indexOf(last) + 1
  return { status: 'out', losses: count, livesLeft: 0, eliminatedWeek: last.number, cause, team: last.team }
})

/** Whether the weeks that locked so far would have cost an entry that joins now its last life (docs/rules.md §6.3). */
export function isTooLate(facts: Facts, season: number): boolean {
  const { lateEntryLosses, lives } = rulesOf(facts, season)
  const wipeOuts = wipeOutsOf(facts, season)
  const missed = weeksIn(facts, season).filter((week) => isLocked(week) && agreementOf(facts, week) === undefined)
  return lateEntryLosses && missed.some(({ number }, at) => at >= lives - 1 && !wipeOuts.includes(number))
}

/** The week since which an entry is out; Infinity for an entry that is alive. */
export function outSince(facts: Facts, entry: Entry, season: number): number {
  const standing = standingOf(facts, entry, season)
  return standing.status === 'out' ? standing.eliminatedWeek : Infinity
}

export interface Decision {
  readonly week: Week
  readonly champions: readonly number[]
  /** When they agreed to share. */
  readonly agreedAt?: number
}

/** The vote of a week in which all agreed to share. */
function agreementOf(facts: Facts, week: Week): Facts['votes'][number] | undefined {
  return facts.votes.find((vote) => vote.week === week.id && vote.share.length === vote.entries.length)
}

/** docs/rules.md §6: the first complete week that leaves at most one of its entries alive, provided one of them is out. */
export const decisionOf = untilFactsChange((facts, season): Decision | null => {
  const since = new Map(facts.entries.map((entry) => [entry, outSince(facts, entry, season)]))
  for (const week of weeksIn(facts, season)) {
    const agreement = agreementOf(facts, week)
    if (agreement !== undefined) {
      const alive = facts.entries.filter(
        (entry) => (joinedAt(facts, entry, season) ?? Infinity) < agreement.at && (since.get(entry) ?? Infinity) > week.number,
      )
      const champions = alive.map(({ id }) => id)
      if (champions.length > 0 && champions.every((id) => agreement.entries.includes(id)))
        return { week, champions, agreedAt: agreement.at }
      continue
    }
    if (!isComplete(facts, week)) continue
    const contenders = facts.entries.filter((entry) => isPartOf(facts, entry, week))
    const outSinceOf = (entry: Entry): number => since.get(entry) ?? Infinity
    const survivors = contenders.filter((entry) => outSinceOf(entry) > week.number)
    if (survivors.length > 1 || survivors.length === contenders.length) continue
    const last = Math.max(...contenders.map(outSinceOf))
    const tied = contenders.filter((entry) => outSinceOf(entry) === last)
    return { week, champions: bestOf(facts, tied, week, rulesOf(facts, season).tiebreak).map(({ id }) => id) }
  }
  return null
})

/** docs/rules.md §6.2: the first tiebreak in which one is ahead of another leaves only the best. */
function bestOf(facts: Facts, entries: readonly Entry[], last: Week, steps: readonly Tiebreak[]): readonly Entry[] {
  const [step, ...rest] = steps
  if (step === undefined || step === 'share') return entries
  const weeks = weeksIn(facts, last.season).filter((week) => week.number <= last.number && isLocked(week))
  const scoreOf = (entry: Entry): number => {
    const picks = weeks.flatMap((week) => picksIn(facts, entry.id, week.id))
    if (step === 'fewest_auto') return -picks.filter((pick) => pick.step !== null).length
    return picks.reduce((sum, { week, team }) => sum + wonBy(facts, week, team), 0)
  }
  const most = Math.max(...entries.map(scoreOf))
  return bestOf(
    facts,
    entries.filter((entry) => scoreOf(entry) === most),
    last,
    rest,
  )
}

/** Why an entry takes no part in a season; null if it does (docs/rules.md §6, §16.2). */
export function absenceOf(facts: Facts, entry: Entry, season: number): 'not_in_season' | 'season_decided' | null {
  const joined = joinedAt(facts, entry, season)
  if (joined === null) return 'not_in_season'
  const decision = decisionOf(facts, season)
  if (decision === null) return null
  const isPart = decision.agreedAt === undefined ? isPartOf(facts, entry, decision.week) : joined < decision.agreedAt
  return isPart ? null : 'season_decided'
}

export function takesPart(facts: Facts, entry: Entry, season: number): boolean {
  return absenceOf(facts, entry, season) === null
}

export function isAlive(facts: Facts, entry: Entry, season: number): boolean {
  return takesPart(facts, entry, season) && standingOf(facts, entry, season).status === 'alive'
}

/** docs/rules.md §16.2: the season that members join. */
export function joiningSeason(facts: Facts): number | undefined {
  const years = [...facts.starts, ...facts.weeks.filter((week) => week.id === facts.current)].map(({ season }) => season)
  return years.length === 0 ? undefined : Math.max(...years)
}
