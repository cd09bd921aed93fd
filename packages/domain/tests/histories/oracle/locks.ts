import { siteTimeOf } from './calendar.ts'
import {
  type AutoPickStep,
  type Entry,
  type Facts,
  type Gift,
  isLocked,
  leagueWeek,
  type Lock,
  lockOf,
  patchLock,
  patchWeek,
  type Pick,
  picksIn,
  pickOf,
  picksTaken,
  rulesOf,
  slotsIn,
  type VoidPlan,
  type Week,
  weekOf,
} from './facts.ts'
import { callingOff, gameOf, gamesOf, hasKickedOff, hasLeft, hasNoGame, isOnBye, mayBeUnnamed, meets, TEAMS } from './games.ts'
import { isAlive, outSince, takesPart } from './standing.ts'

// What happens when a week locks or reopens.

/** A lock as the pool must record it. */
export interface RecordedLock {
  readonly week: number
  readonly entries: number
  readonly picks: number
  readonly missed: readonly number[]
}

/** docs/rules.md §2.2: records the locks that are due, the earliest first; of equal ones the earlier week. */
export function lockDueWeeks(facts: Facts, now: number): readonly RecordedLock[] {
  const due = facts.weeks.filter((week) => !isLocked(week) && siteTimeOf(facts, now) >= week.lockTime)
  const sorted = due.toSorted((a, b) => a.lockTime - b.lockTime || a.season - b.season || a.number - b.number)
  return sorted.map((week) => lockWeek(facts, week))
}

export function lockWeek(facts: Facts, week: Week): RecordedLock {
  const alive = facts.entries.filter((entry) => isAlive(facts, entry, week.season))
  // docs/rules.md §2.6: what put an entry out after the first lock did not keep it from the week.
  const hasFallenSince = (entry: Entry) =>
    tookPart(entry, week) && takesPart(facts, entry, week.season) && outSince(facts, entry, week.season) >= week.number
  const entered = facts.entries.filter((entry) => alive.includes(entry) || hasFallenSince(entry))
  setVoidPlansAside(facts, week)
  assignPicks(facts, week, alive, entered)
  const picked = ({ id }: Entry) => picksIn(facts, id, week.id).length
  const taken = picksTaken(facts, week)
  const hasMissedBefore = ({ id }: Entry) => week.locks.some((lock) => lock.missed.includes(id))
  const misses = (entry: Entry) =>
    picked(entry) < taken && canMiss(entry, week) && (alive.includes(entry) || hasMissedBefore(entry))
  const entrants = entered.filter((entry) => picked(entry) > 0 || misses(entry))
  const missed = entrants.filter(misses).map(({ id }) => id)
  facts.happened += 1
  const at = facts.happened
  const revealedMembersPick = [...facts.picks, ...facts.voidPlans].some((pick) => pick.week === week.id && pick.isMembers)
  const lock: Lock = { at, missed, entrants: entrants.map(({ id }) => id), revealedMembersPick, isEnded: false }
  // docs/rules.md §2.6: a rehearsal is not a first lock.
  const isGenerated = (pick: Pick) => pick.week === week.id && !pick.isMembers && pick.step === null
  const isRehearsal = !revealedMembersPick && (facts.clock.mode !== 'real' || facts.picks.some(isGenerated))
  const isFirst = week.first === null && !isRehearsal
  patchWeek(facts, week.id, ({ locks, first }) => ({
    locks: [...locks, lock],
    first: isFirst ? { at, tookPart: null, playedAt: null } : first,
  }))
  fixRules(facts, week.season, revealedMembersPick)
  return { week: week.id, entries: entrants.length, picks: entrants.reduce((sum, entry) => sum + picked(entry), 0), missed }
}

/** docs/rules.md §2.6: who took no part in the first lock cannot miss a later one. */
function canMiss({ id }: Entry, { first }: Week): boolean {
  return first === null || first.tookPart === null || first.tookPart.includes(id)
}

function tookPart({ id }: Entry, { first }: Week): boolean {
  return first?.tookPart?.includes(id) === true
}

/** docs/rules.md §7.2. */
function fixRules(facts: Facts, season: number, forGood: boolean): void {
  const fixed = facts.fixedRules.find((other) => other.season === season)
  const rest = facts.fixedRules.filter((other) => other !== fixed)
  facts.fixedRules = [...rest, { season, rules: fixed?.rules ?? facts.rules, forGood: forGood || fixed?.forGood === true }]
}

/** Rules that no reveal fixed are free again while the season has no lock. */
export function freeRules(facts: Facts): void {
  const hasLock = (season: number) => facts.weeks.some((week) => week.season === season && isLocked(week))
  withPicksTaken(facts, () => {
    facts.fixedRules = facts.fixedRules.filter(({ season, forGood }) => forGood || hasLock(season))
  })
}

export function hasMembersPick(facts: Facts, week: number): boolean {
  return facts.picks.some((pick) => pick.week === week && pick.isMembers)
}

/** docs/rules.md §3.9: a plan is void if the entry used its team in a locked week, or the team has no game in this one. */
function setVoidPlansAside(facts: Facts, week: Week): void {
  const isVoid = (pick: Pick) =>
    pick.week === week.id &&
    (usedInLockedWeeks(facts, pick.entry, week).includes(pick.team) || voidBySchedule(facts, week, pick.team))
  setAside(facts, facts.picks.filter(isVoid))
}

/** A game that leaves after the first lock is postponed for its pickers (docs/rules.md §4.11). */
export function voidBySchedule(facts: Facts, week: Week, team: string): boolean {
  return hasNoGame(facts, week.id, team) || (week.first === null && hasLeft(facts, week.id, team))
}

function setAside(facts: Facts, plans: readonly VoidPlan[]): void {
  const isOther = (pick: Pick) => !plans.some((plan) => isSamePlace(plan, pick))
  facts.picks = facts.picks.filter(isOther)
  facts.voidPlans = [...facts.voidPlans.filter(isOther), ...plans]
}

/**
 * docs/rules.md §3.10: after an answer of the scoreboard, a pick of a locked week whose team turns out to have no game counts as missed, and
 * one that did so for this reason counts again once there is a game, or once there may be one.
 */
export function judgeLockedPicks(facts: Facts, ids: readonly number[]): void {
  const weeks = facts.weeks.filter((week) => ids.includes(week.id) && isLocked(week))
  const isFree = (plan: VoidPlan, week: Week) => {
    const others = picksIn(facts, plan.entry, week.id)
    const isTaken = others.some(({ slot, team }) => slot === plan.slot || team === plan.team)
    return !isTaken && !usedInLockedWeeks(facts, plan.entry, week).includes(plan.team)
  }
  const judged = weeks.map((week) => ({
    week,
    gone: facts.picks.filter((pick) => pick.week === week.id && hasNoGame(facts, week.id, pick.team)),
    back: facts.voidPlans.filter(
      (plan) =>
        plan.week === week.id &&
        plan.late?.lock === lockOf(week)?.at &&
        plan.late !== undefined &&
        !hasNoGame(facts, week.id, plan.team) &&
        isFree(plan, week),
    ),
  }))
  for (const { week, gone, back } of judged) {
    const lock = lockOf(week)
    if (lock === undefined) continue
    const wasIn = (entry: number) =>
      lock.entrants.includes(entry) &&
      (week.first === null || week.first.tookPart === null || week.first.tookPart.includes(entry))
    setAside(
      facts,
      gone.map((pick) => ({ ...pick, late: { lock: lock.at, isMissed: wasIn(pick.entry) } })),
    )
    facts.voidPlans = facts.voidPlans.filter((plan) => !back.includes(plan))
    facts.picks = [...facts.picks, ...back.map(withoutLate)]
    let missed = [...lock.missed, ...gone.flatMap(({ entry }) => (wasIn(entry) ? [entry] : []))]
    for (const { entry, late } of back) if (late?.isMissed === true) missed = without(missed, entry)
    patchLock(facts, week.id, () => ({ missed }))
  }
}

/** Takes one of several equal items away. */
/** A plan as the pick that it was. */
function withoutLate(plan: VoidPlan): Pick {
  const { late: _, ...pick } = plan
  return pick
}

function without<T>(items: readonly T[], item: T): T[] {
  const at = items.lastIndexOf(item)
  return items.filter((_, index) => index !== at)
}

export function usedInLockedWeeks(facts: Facts, entry: number, week: Week): readonly string[] {
  const locked = otherPicks(facts, entry, week).filter((pick) => isLocked(weekOf(facts, pick.week) ?? week))
  return spentTeams(facts, week, locked)
}

/** docs/rules.md §1.2. */
export function usedTeams(facts: Facts, entry: number, week: Week): readonly string[] {
  return spentTeams(facts, week, otherPicks(facts, entry, week))
}

/** The teams that these picks use as often as the season's rules allow. */
export function spentTeams(facts: Facts, week: Week, picks: readonly { readonly team: string }[]): readonly string[] {
  const { teamUses } = rulesOf(facts, week.season)
  return picks.map(({ team }) => team).filter((team) => picks.filter((pick) => pick.team === team).length >= teamUses)
}

/** The picks of an entry in the other weeks of a season that count in this one (docs/rules.md §1.2). */
export function otherPicks(facts: Facts, entry: number, week: Week): readonly Pick[] {
  return facts.picks.filter((pick) => pick.entry === entry && countsIn(facts, week, pick.week))
}

export function countsIn(facts: Facts, week: Week, usedIn: number): boolean {
  const { teamsFreeAgainIn: fresh } = rulesOf(facts, week.season)
  const other = weekOf(facts, usedIn)
  if (other === undefined || other.id === week.id || other.season !== week.season) return false
  return fresh === null || (other.number >= fresh && week.number >= fresh) || (other.number < fresh && week.number < fresh)
}

/**
 * docs/rules.md §14.2: an entry in the week without a pick gets the team back that an earlier lock gave it. Each other one that is alive
 * gets the first eligible team of the first step that has one.
 */
function assignPicks(facts: Facts, week: Week, alive: readonly Entry[], entered: readonly Entry[]): void {
  const rules = rulesOf(facts, week.season)
  if (rules.missedPick !== 'auto') return
  const ofMembers = facts.picks.filter((pick) => pick.week === week.id)
  const gifts = facts.entries.flatMap((entry): readonly Gift[] => {
    const held = ofMembers.filter((pick) => pick.entry === entry.id)
    const empty = slotsIn(facts, week).filter((slot) => held.every((pick) => pick.slot !== slot))
    const returned = facts.gifts.filter(
      (gift) =>
        gift.entry === entry.id &&
        gift.week === week.id &&
        empty.includes(gift.slot) &&
        held.every(({ team }) => team !== gift.team) &&
        entered.includes(entry) &&
        held.every((pick) => pick.at <= (gift.withdrawnAt ?? 0) || !clashesWith(facts, week, gift.team, [pick.team])) &&
        canReturn(facts, gift, week),
    )
    const given: Gift[] = [...returned]
    const mayGetOne = alive.includes(entry) && canMiss(entry, week) && !owesFirst(facts, entry, week)
    for (const slot of mayGetOne ? empty : []) {
      if (given.some((gift) => gift.slot === slot)) continue
      if (countGifts(facts, entry.id, week) + given.length >= rules.maxAutoPicks) break
      const beside = [...held, ...given].map(({ team }) => team)
      const isFree = (team: string) => isEligible(facts, entry, week, team) && !clashesWith(facts, week, team, beside)
      for (const step of rules.autoPick) {
        const team = orderOf(facts, step, entry, week, ofMembers, alive).find(isFree)
        if (team === undefined) continue
        given.push({ entry: entry.id, week: week.id, slot, team, step })
        break
      }
    }
    return given
  })
  for (const gift of gifts) give(facts, gift)
}

export function give(facts: Facts, { entry, week, slot, team, step }: Gift): void {
  const gift = { entry, week, slot, team, step }
  facts.happened += 1
  const isOther = (other: Gift | Pick) => !isSamePlace(other, gift)
  facts.picks = [
    ...facts.picks.filter(isOther),
    { ...gift, at: facts.happened, isMembers: step === 'my_list', step, proxy: null },
  ]
  facts.gifts = [...facts.gifts.filter(isOther), gift]
}

type Place = Readonly<Record<'entry' | 'week' | 'slot', number>>

export function isSamePlace(a: Place, b: Place): boolean {
  return a.entry === b.entry && a.week === b.week && a.slot === b.slot
}

/** docs/rules.md §19: when rules change, weeks for which somebody has picked take as many picks as before. */
export function withPicksTaken(facts: Facts, change: () => void): void {
  const before = facts.weeks.map((week) => ({ id: week.id, picks: picksTaken(facts, week) }))
  change()
  for (const { id, picks } of before) {
    const isPicked = facts.picks.some((pick) => pick.week === id && pick.step === null)
    patchWeek(facts, id, (week) => (isPicked && picksTaken(facts, week) !== picks ? { picks } : {}))
  }
}

/** docs/rules.md §19: whether a team is among others of the week, or plays one of them although the rules refuse that. */
export function clashesWith(facts: Facts, week: Week, team: string, others: readonly string[]): boolean {
  return others.includes(team) || (rulesOf(facts, week.season).opponents === 'refused' && meets(facts, week.id, team, others))
}

/** docs/rules.md §14.2: kickoffs and ineligibility do not matter any more, nor that the game left after the first lock (§4.11). */
function canReturn(facts: Facts, { entry, team }: Gift, week: Week): boolean {
  return !voidBySchedule(facts, week, team) && !usedInLockedWeeks(facts, entry, week).includes(team)
}

/** The automatic picks of the season's other weeks. One that an open week will give back counts. */
function countGifts(facts: Facts, entry: number, week: Week): number {
  return facts.gifts.filter((gift) => {
    const other = weekOf(facts, gift.week)
    if (gift.entry !== entry || other === undefined || other.id === week.id || other.season !== week.season) return false
    return !isLocked(other) || (pickOf(facts, entry, other.id, gift.slot)?.step ?? null) !== null
  }).length
}

function isEligible(facts: Facts, entry: Entry, week: Week, team: string): boolean {
  return (
    !usedInLockedWeeks(facts, entry.id, week).includes(team) &&
    !isOnBye(facts, week.id, team) &&
    !mayBeUnnamed(facts, week.id, team) &&
    callingOff(facts, week.id, team).length === 0 &&
    !week.ineligible.includes(team) &&
    !hasKickedOff(facts, week.id, team, week.lockTime)
  )
}

function orderOf(
  facts: Facts,
  step: AutoPickStep,
  entry: Entry,
  week: Week,
  picks: readonly Pick[],
  alive: readonly Entry[],
): readonly string[] {
  switch (step) {
    case 'my_list':
      return facts.rankings.find((ranking) => ranking.entry === entry.id)?.teams ?? []
    case 'alphabetical':
      return TEAMS
    case 'last_visitor': {
      const played = gamesOf(facts, week.id).filter((game) => game.status !== 'cancelled' && game.status !== 'postponed')
      return played
        .toSorted((a, b) => b.kickoff - a.kickoff || (a.away < b.away ? -1 : 1))
        .map((game) => game.away)
        .filter((team) => TEAMS.includes(team))
    }
    case 'most_picked': {
      const count = (team: string) =>
        picks.filter((pick) => pick.team === team && alive.some(({ id }) => id === pick.entry)).length
      const kickoff = (team: string) => gameOf(facts, week.id, team)?.kickoff ?? -Infinity
      const earlier = (a: string, b: string) => (kickoff(a) === kickoff(b) ? 0 : kickoff(a) < kickoff(b) ? -1 : 1)
      return TEAMS.filter((team) => count(team) > 0).toSorted((a, b) => count(b) - count(a) || earlier(a, b))
    }
    default:
      return step satisfies never
  }
}

/** docs/rules.md §14.5. */
export function owesFirst(facts: Facts, entry: Entry, week: Week): boolean {
  const { unpaidAfterWeek } = rulesOf(facts, week.season)
  if (unpaidAfterWeek === null || leagueWeek(week) <= unpaidAfterWeek) return false
  const later = facts.renewals.find((renewal) => renewal.entry === entry.id && renewal.season > week.season)
  return later === undefined ? !facts.marks.some((mark) => mark.entry === entry.id) : !later.wasPaid
}

/**
 * docs/rules.md §2.4: weeks whose lock time is in the future again reopen, without their automatic picks. Games that kick off later than the
 * real time have not been played, whatever a rehearsal made of them (§4.4).
 */
export function reopenWeeks(facts: Facts, ids: readonly number[], siteTime: number, now: number): void {
  for (const id of ids) {
    const week = weekOf(facts, id)
    const lock = week === undefined ? undefined : lockOf(week)
    if (week === undefined || lock === undefined || siteTime >= week.lockTime) continue
    const unplayed = { status: 'scheduled', homeScore: null, awayScore: null, isFinalByAdmin: false, closedAs: null } as const
    facts.games = facts.games.map((game) => {
      const isMadeUp = game.byHand === null && game.kickoff > now && ['in_progress', 'final'].includes(game.status)
      if (game.week !== id) return game
      const reset = isMadeUp ? { ...game, ...unplayed } : game
      return reset.status === 'scheduled' ? { ...reset, said: null } : reset
    })
    const { tookPart, playedAt, ...first } = week.first ?? { at: lock.at, tookPart: null, playedAt: null }
    const games = gamesOf(facts, id)
    const hasEnded = games.some((game) => game.status === 'final' && !game.isFinalByAdmin)
    const hasBegun = games.some((game) => game.status === 'final' || game.status === 'in_progress')
    if (week.first !== null || hasEnded) {
      const after = {
        ...first,
        tookPart: tookPart?.filter((entry) => lock.entrants.includes(entry)) ?? lock.entrants,
        playedAt: playedAt ?? (hasBegun ? lock.at : null),
      }
      patchWeek(facts, id, () => ({ first: after }))
    }
    const isWithdrawn = (gift: Gift) =>
      facts.picks.some((pick) => isSamePlace(pick, gift) && gift.week === id && pick.step !== null)
    facts.gifts = facts.gifts.map((gift) => (isWithdrawn(gift) ? { ...gift, withdrawnAt: facts.happened } : gift))
    facts.picks = facts.picks.filter((pick) => pick.week !== id || pick.step === null)
    const plans = facts.voidPlans.filter((plan) => plan.week === id && !hasLeft(facts, id, plan.team))
    const others = facts.picks
    const isReplaced = (plan: Pick) =>
      picksIn({ ...facts, picks: others }, plan.entry, id).some(({ slot, team }) => slot === plan.slot || team === plan.team)
    // docs/rules.md §14.2: the next lock gives automatic picks back.
    const restored = plans.filter((plan) => plan.step === null && !isReplaced(plan))
    facts.picks = [...others, ...restored.map(withoutLate)]
    facts.voidPlans = facts.voidPlans.filter((plan) => !plans.includes(plan))
    // docs/rules.md §4.4: what an admin set to final waits for the next lock like every other result.
    facts.games = facts.games.map((game) => (game.week === id ? { ...game, isFinalByAdmin: false } : game))
    if (lock.revealedMembersPick) patchWeek(facts, id, () => ({ isMarked: true }))
    patchLock(facts, id, () => ({ isEnded: true }))
  }
  freeRules(facts)
}

export function reopenings(week: Week): number {
  return week.locks.filter((lock) => lock.isEnded).length
}
