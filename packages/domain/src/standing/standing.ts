import { isSameLoss, type Loss } from '../events/events.ts'
import type { PoolRules } from '../pool-rules/index.ts'
import type { SettledResult } from '../values/game.ts'
import type { ContestId, WeekId } from '../values/ids.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { type Tiebreak, tiebreaksBeforeShare } from '../values/tiebreaks.ts'

// Elimination is derived from results and never stored, so a corrected score brings an entry back or eliminates it
// automatically (docs/rules.md §5.1). The server derives it from its state, clients from the live views; both build the
// records below and pass them to the same functions.

/** The results of a week, as far as they decide standings. */
export interface WeekResults {
  readonly id: WeekId
  readonly weekNumber: number
  /** How many picks each entry has in it. */
  readonly slots: number
  /** Results that count, by team. A team without an entry is undecided. */
  readonly results: ReadonlyMap<TeamAbbr, SettledResult>
  /** By how many points games were decided, by team. Left out where no tiebreak asks for it. */
  readonly margins?: ReadonlyMap<TeamAbbr, number>
  /** Whether the week is locked and all its games are over (docs/rules.md §4.6). */
  readonly complete: boolean
  /** The position of the lock that applies; null while the week is open. */
  readonly lockPosition: number | null
  /**
   * The position of its first lock that was not a rehearsal, also while the week is open again. Without one, that of the lock that
   * applies.
   */
  readonly firstLockPosition: number | null
  /** The position of the first lock under which one of its games had begun when the week reopened: later entries can no longer come in. */
  readonly playedLockPosition: number | null
  /** The entries that have a pick in it, or missed it, although they were not in it when it locked. Left out without any. */
  readonly absent?: readonly number[]
  /** The agreement on sharing that was made in this week; null without one. */
  readonly agreement: Agreement | null
}

/** All entries that were alive in a week agreed to share (docs/rules.md §18). */
interface Agreement {
  /** The position at which the vote closed. */
  readonly position: number
  readonly entryIds: readonly number[]
}

/** The results of a contest of a season. `weeks` is ordered by number. */
export interface SeasonResults {
  readonly contestId: ContestId
  readonly seasonYear: number
  readonly missedPick: PoolRules['missedPick']
  readonly lives: PoolRules['lives']
  readonly slotLoss: PoolRules['slotLoss']
  readonly lateEntryLosses: PoolRules['lateEntryLosses']
  /** The weeks whose losses nobody is out by, because all that were left fell in them (docs/rules.md §6.1). In the order of the weeks. */
  readonly wipeOuts: readonly WeekId[]
  readonly tiebreak: PoolRules['tiebreak']
  readonly weeks: readonly WeekResults[]
}

/** What an entry did in a season, as far as it decides its standing. */
export interface EntryRecord {
  /** The position of the event with which the entry joined the season (docs/rules.md §16.2). */
  readonly joinedPosition: number
  /** The teams that it picked in a week, in the order of their slots. */
  readonly teamsOf: (week: WeekId) => readonly TeamAbbr[]
  /** Whether the week's current lock found the entry alive with a pick missing (docs/rules.md §5.2). */
  readonly hasMissed: (week: WeekId) => boolean
  readonly waivedLosses: readonly Loss[]
  /** The number of the week as of which an admin eliminated the entry. */
  readonly eliminatedByHandIn: number | null
}

/** An entry that may have been in a week. */
export interface Contender extends EntryRecord {
  readonly entryId: number
}

/**
 * Whether an entry is alive in a season, or since which week it is out and why. `losses`: the lives that it lost, without those
 * that an admin gave back by waiving a loss. An entry that is out has no lives left.
 */
export type Standing =
  | { readonly status: 'alive'; readonly losses: number; readonly livesLeft: number }
  | {
      readonly status: 'out'
      readonly losses: number
      readonly livesLeft: 0
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: TeamAbbr | null
    }

/** A loss that costs a life. */
export interface SeasonLoss extends Loss {
  readonly weekNumber: number
  /** All losses that this life pays for: with `slotLoss: one`, those of the week. */
  readonly paysFor: readonly Loss[]
}

/** Returns the losses that cost an entry a life in a season and that no admin waived, in the order of the weeks. */
export function unwaivedLosses(entry: EntryRecord, season: SeasonResults): readonly SeasonLoss[] {
  const losses: SeasonLoss[] = []
  for (const week of season.weeks) {
    const { weekNumber } = week
    const lost = lossesIn(week, entry, season)
    const [first] = lost
    if (first === undefined) continue
    if (season.slotLoss === 'one') losses.push({ ...first, weekNumber, paysFor: lost })
    else losses.push(...lost.map((loss) => ({ ...loss, weekNumber, paysFor: [loss] })))
  }
  return losses
}

/** Returns what an entry lost in a week, without what an admin waived: picks that lost, then those that it missed. */
function lossesIn(
  week: WeekResults,
  entry: EntryRecord,
  season: Pick<SeasonResults, 'missedPick' | 'slotLoss' | 'lateEntryLosses'>,
): readonly Loss[] {
  // The picks of a week in which all agreed to share cost nothing (docs/rules.md §18).
  if (week.agreement !== null) return NONE
  const teams = entry.teamsOf(week.id)
  const lost: Loss[] = []
  for (const team of teams) if (week.results.get(team) === 'loss') lost.push({ weekId: week.id, team })
  for (let missing = countMissed(entry, week, season, teams.length); missing > 0; missing -= 1) {
    lost.push({ weekId: week.id, team: null })
  }
  if (lost.length === 0 || entry.waivedLosses.length === 0) return lost
  const waived = entry.waivedLosses.filter(({ weekId }) => weekId === week.id)
  if (season.slotLoss === 'one') return waived.some((loss) => stillApplies(loss, teams, week.slots)) ? NONE : lost
  return lost.filter((loss) => !waived.some((other) => isSameLoss(other, loss)))
}

/**
 * Whether a waived loss is that of a pick which the entry still has in the week, or still lacks. Where a week costs one life, that waives the
 * whole week, whatever its other picks do (docs/rules.md §19).
 */
export function stillApplies({ team }: { readonly team: string | null }, teams: readonly string[], slots: number): boolean {
  return team === null ? teams.length < slots : teams.includes(team)
}

/** How many picks an entry lost by not making them: it missed them, or joined after the week (docs/rules.md §5.2, §6.3, §19). */
function countMissed(
  entry: EntryRecord,
  week: WeekResults,
  { missedPick, lateEntryLosses }: Pick<SeasonResults, 'missedPick' | 'lateEntryLosses'>,
  picks: number,
): number {
  if (lateEntryLosses && picks === 0 && joinedAfter(entry, week)) return 1
  if (picks >= week.slots || missedPick === 'survives' || !week.complete) return 0
  return entry.hasMissed(week.id) ? week.slots - picks : 0
}

/** Whether a week is locked, and locked first before the entry joined. */
export function joinedAfter({ joinedPosition }: Pick<EntryRecord, 'joinedPosition'>, week: WeekLocks): boolean {
  return week.lockPosition !== null && joinedPosition > (week.firstLockPosition ?? week.lockPosition)
}

/** Returns the loss of an entry's last life in a season; undefined if it has lives left. */
export function decisiveLoss(entry: EntryRecord, season: SeasonResults): SeasonLoss | undefined {
  return decisiveOf(unwaivedLosses(entry, season), season)
}

/** Returns the first of these losses that takes the last life of an entry. After a wipe-out an entry has one life. */
export function decisiveOf(losses: readonly SeasonLoss[], { lives, wipeOuts }: Lives): SeasonLoss | undefined {
  return losses.find(({ weekId }, index) => index >= lives - 1 && !wipeOuts.includes(weekId))
}

type Lives = Pick<SeasonResults, 'lives' | 'wipeOuts'>

/**
 * Returns the losses that are waived when an entry comes back by an admin's hand: all of them, or those after the last wipe-out that it came
 * back from. That one took place, so that nobody else falls by it again.
 */
export function lossesToWaive(entry: EntryRecord, season: SeasonResults): readonly Loss[] {
  const losses = unwaivedLosses(entry, season)
  const decisive = decisiveOf(losses, season)
  const before = decisive === undefined ? losses : losses.slice(0, losses.indexOf(decisive))
  const last = before.findLastIndex(({ weekId }) => season.wipeOuts.includes(weekId))
  return losses.slice(last + 1).flatMap(({ paysFor }) => paysFor)
}

/** Derives the standing of an entry in a season: it is out with the loss of its last life (docs/rules.md §5.1, §14.1). */
export function deriveStanding(entry: EntryRecord, season: SeasonResults): Standing {
  const losses = unwaivedLosses(entry, season)
  const last = decisiveOf(losses, season)
  const byHand = entry.eliminatedByHandIn
  if (byHand !== null && (last === undefined || byHand < last.weekNumber)) {
    const before = losses.filter((loss) => loss.weekNumber <= byHand).length
    return { status: 'out', losses: before, livesLeft: 0, eliminatedWeek: byHand, cause: 'hand', team: null }
  }
  if (last === undefined) {
    return { status: 'alive', losses: losses.length, livesLeft: Math.max(season.lives - losses.length, 1) }
  }
  const cause = last.team === null ? 'missed' : 'loss'
  return {
    status: 'out',
    losses: losses.indexOf(last) + 1,
    livesLeft: 0,
    eliminatedWeek: last.weekNumber,
    cause,
    team: last.team,
  }
}

/** Returns the standing of an entry that joins now (docs/rules.md §6.3). */
export function standingOfNewcomer(season: SeasonResults): Standing {
  const nothing = { teamsOf: () => NONE, hasMissed: () => false, waivedLosses: NONE, eliminatedByHandIn: null }
  return deriveStanding({ ...nothing, joinedPosition: Infinity }, season)
}

/**
 * Derives the weeks in which all entries that were left lost their last life, two of them or more, and come back (docs/rules.md §6.1).
 * Entries that an admin put out fall by hand and do not come back.
 * @param entries all entries that joined the season
 * @param wipeOut the rule of the season: how often it may happen
 */
export function deriveWipeOuts(
  entries: () => Iterable<Contender>,
  season: Omit<SeasonResults, 'wipeOuts'>,
  wipeOut: PoolRules['wipeOut'],
): readonly WeekId[] {
  if (wipeOut === 'share') return NONE
  const known = new Map<number, readonly SeasonLoss[]>()
  const lossesOf = (entry: Contender): readonly SeasonLoss[] => {
    const losses = known.get(entry.entryId) ?? unwaivedLosses(entry, { ...season, wipeOuts: NONE })
    known.set(entry.entryId, losses)
    return losses
  }
  const wipeOuts: WeekId[] = []
  // One entry that is left is enough. Usually it is left in the next week, too.
  let survivor: Contender | undefined
  for (const week of season.weeks) {
    if (!week.complete) continue
    if (wipeOuts.length === wipeOut.reviveAtMost) break
    const absent = new Set(week.absent)
    let together = 0
    const survives = (entry: Contender): boolean => {
      if (absent.has(entry.entryId) || !playedWeek(entry, week)) return false
      const byHand = entry.eliminatedByHandIn ?? Infinity
      const lost = decisiveOf(lossesOf(entry), { lives: season.lives, wipeOuts })?.weekNumber ?? Infinity
      if (lost === week.weekNumber && lost < byHand) together += 1
      return Math.min(lost, byHand) > week.weekNumber
    }
    if (survivor !== undefined && survives(survivor)) continue
    together = 0
    survivor = firstOf(entries(), survives)
    if (survivor === undefined && together > 1) wipeOuts.push(week.id)
  }
  return wipeOuts
}

function firstOf<T>(items: Iterable<T>, matches: (item: T) => boolean): T | undefined {
  for (const item of items) if (matches(item)) return item
  return undefined
}

/**
 * Whether an entry was in a week when it locked, unless it was absent. One that was out then and is back by a correction or by an admin's hand
 * was not: nobody falls by its return.
 */
function playedWeek(entry: EntryRecord, week: WeekResults): boolean {
  return (entry.teamsOf(week.id).length > 0 || entry.hasMissed(week.id)) && takesPartInWeek(entry, week)
}

const NONE: readonly never[] = []

/** Whether an entry with this standing entered a week alive: these entries are the rows of the reveal. */
export function enteredWeekAlive(standing: Standing, weekNumber: number): boolean {
  return standing.status === 'alive' || standing.eliminatedWeek >= weekNumber
}

/** Whether an entry can miss a week that locks now: it is not out, or only by a loss in the week itself, as logs of older versions have it. */
export function isAliveAtLock(standing: Standing, weekNumber: number): boolean {
  return standing.status === 'alive' || (standing.eliminatedWeek === weekNumber && standing.cause !== 'hand')
}

/**
 * Whether an entry is in a week that locks now. One that is out since this week or a later one is in it only if it took part in all earlier
 * locks of the week: it went out after them (docs/rules.md §2.6).
 */
export function isInWeekAtLock(standing: Standing, weekNumber: number, tookPart: boolean): boolean {
  return isAliveAtLock(standing, weekNumber) || (tookPart && enteredWeekAlive(standing, weekNumber))
}

/** Whether a season is still running, or who won it. */
export type SeasonOutcome =
  | { readonly status: 'running' }
  /** One champion, or several entries that were eliminated in the same week or agreed to share. */
  | {
      readonly status: 'finished'
      readonly weekNumber: number
      readonly champions: readonly number[]
      /** The position of the agreement with which they ended it. */
      readonly agreedAt?: number
    }

/** When an entry joined a season, and what it picked. */
export type JoinedEntry = Pick<EntryRecord, 'joinedPosition' | 'teamsOf'>

/** How an entry does in a season, and since when it takes part. */
export interface EntryStanding extends JoinedEntry {
  readonly entryId: number
  /** How many of its picks of a week were automatic. */
  readonly countAuto: (week: WeekId) => number
  readonly standing: Standing
}

type WeekLocks = Pick<WeekResults, 'id' | 'lockPosition' | 'firstLockPosition' | 'playedLockPosition'>

/**
 * Whether an entry takes part in a week: it joined before the week's first lock, or picked in it after that lock had been taken back
 * before any game (docs/rules.md §2.6, §6).
 */
export function takesPartInWeek({ joinedPosition, teamsOf }: JoinedEntry, week: WeekLocks): boolean {
  if (joinedPosition < (week.firstLockPosition ?? Infinity)) return true
  const lastLock = week.playedLockPosition ?? week.lockPosition ?? Infinity
  return joinedPosition < lastLock && teamsOf(week.id).length > 0
}

/** Whether an entry is counted in a week that has locked: it takes part in it, or an admin gave it a pick although it joined later. */
export function isInWeek(entry: JoinedEntry, week: WeekLocks): boolean {
  return takesPartInWeek(entry, week) || entry.teamsOf(week.id).length > 0
}

/**
 * Derives the outcome of a season: the first complete week that leaves at most one of its entries alive decides it, provided one of
 * them is out. Entries that take no part in that week change nothing (docs/rules.md §6).
 * @param entries the standings of all entries of the season
 * @param tell returns the champions among those that fell last, by the season's tiebreaks
 */
export function deriveSeasonOutcome(
  entries: readonly EntryStanding[],
  weeks: readonly Pick<WeekResults, keyof WeekLocks | 'weekNumber' | 'complete' | 'agreement'>[],
  tell: (last: readonly EntryStanding[], weekNumber: number) => readonly EntryStanding[] = (last) => last,
): SeasonOutcome {
  for (const week of [...weeks].sort((a, b) => a.weekNumber - b.weekNumber)) {
    const { weekNumber, complete, agreement } = week
    if (agreement !== null) {
      const champions = sharersOf(entries, weekNumber, agreement)
      if (champions.length > 0) return { status: 'finished', weekNumber, champions, agreedAt: agreement.position }
      continue
    }
    if (!complete) continue
    const contenders = entries.filter((entry) => takesPartInWeek(entry, week))
    const survivors = contenders.filter(({ standing }) => lastWeek(standing) > weekNumber)
    if (survivors.length > 1 || survivors.length === contenders.length) continue
    const longest = contenders.reduce((last, { standing }) => Math.max(last, lastWeek(standing)), 0)
    const champions = tell(
      contenders.filter(({ standing }) => lastWeek(standing) === longest),
      weekNumber,
    )
    return { status: 'finished', weekNumber, champions: champions.map(({ entryId }) => entryId).sort((a, b) => a - b) }
  }
  return { status: 'running' }
}

/**
 * Returns the entries that share after an agreement: those that are alive after its week. None, if somebody is among them who did not agree,
 * because a correction or an admin brought the entry back.
 */
function sharersOf(entries: readonly EntryStanding[], weekNumber: number, agreement: Agreement): readonly number[] {
  const agreed = new Set(agreement.entryIds)
  const alive = entries.filter(
    ({ joinedPosition, standing }) => joinedPosition < agreement.position && lastWeek(standing) > weekNumber,
  )
  if (alive.some(({ entryId }) => !agreed.has(entryId))) return []
  return alive.map(({ entryId }) => entryId).sort((a, b) => a - b)
}

/** Tells the last entries of a season apart by its tiebreaks; those that are equal in all of them stay (docs/rules.md §6.2). */
export function tieBreaker({ tiebreak, weeks }: Pick<SeasonResults, 'tiebreak' | 'weeks'>) {
  return (last: readonly EntryStanding[], weekNumber: number): readonly EntryStanding[] => {
    const played = weeks.filter((week) => week.lockPosition !== null && week.weekNumber <= weekNumber)
    const SCORES: { readonly [T in Tiebreak]: (entry: EntryStanding) => number } = {
      margin: (entry) => played.reduce((sum, week) => sum + marginOf(entry, week), 0),
      fewest_auto: (entry) => -played.reduce((sum, { id }) => sum + entry.countAuto(id), 0),
      share: () => 0,
    }
    return tiebreaksBeforeShare(tiebreak).reduce((left, step) => {
      if (left.length < 2) return left
      const scores = left.map(SCORES[step])
      const best = Math.max(...scores)
      return left.filter((_, i) => scores[i] === best)
    }, last)
  }
}

function marginOf({ teamsOf }: EntryStanding, { id, results, margins }: WeekResults): number {
  const won = teamsOf(id).filter((team) => results.get(team) === 'win')
  return won.reduce((sum, team) => sum + (margins?.get(team) ?? 0), 0)
}

/** Returns whether an entry takes part in a season. Those that joined too late for the deciding week do not (docs/rules.md §6). */
export function participationIn(
  outcome: SeasonOutcome,
  weeks: readonly Pick<WeekResults, keyof WeekLocks | 'weekNumber'>[],
): (entry: JoinedEntry) => boolean {
  const agreedAt = outcome.status === 'running' ? undefined : outcome.agreedAt
  if (agreedAt !== undefined) return (entry) => entry.joinedPosition < agreedAt
  const deciding = outcome.status === 'running' ? undefined : weeks.find(({ weekNumber }) => weekNumber === outcome.weekNumber)
  return deciding === undefined ? () => true : (entry) => takesPartInWeek(entry, deciding)
}

/** The last week that an entry entered alive. */
export function lastWeek(standing: Standing): number {
  return standing.status === 'out' ? standing.eliminatedWeek : Infinity
}
