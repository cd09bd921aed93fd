import type { ImportedPick } from '../../../src/index.ts'
import { isClosed, siteTimeOf } from './calendar.ts'
import { waitingRefusals } from './entries.ts'
import {
  type Entry,
  entryOf,
  type Facts,
  hasOtherAdmin,
  isLocked,
  lockOf,
  patchLock,
  patchWeek,
  type Pick,
  picksIn,
  pickOf,
  rulesOf,
  slotsIn,
  type Week,
  weekOf,
  weeksIn,
} from './facts.ts'
import { callingOff, hasGameBegun, hasKickedOff, isOnBye, mayBeUnnamed, normalizeTeam, TEAMS } from './games.ts'
import {
  clashesWith,
  countsIn,
  hasMembersPick,
  isSamePlace,
  otherPicks,
  owesFirst,
  spentTeams,
  usedInLockedWeeks,
  usedTeams,
  voidBySchedule,
} from './locks.ts'
import { type CommandRules, type Context, isBy, remember, type Version } from './rule.ts'
import { mayPickFor } from './proxies.ts'
import { hasSealedPick, hasSealedRanking, isSealed } from './seals.ts'
import { absenceOf, isAlive, isPartOf, joinedAt, standingOf } from './standing.ts'

/** docs/rules.md §3, §14.2. */
export const PICK_RULES: CommandRules<
  | 'SubmitPick'
  | 'ChangePick'
  | 'ClearPick'
  | 'SetRanking'
  | 'OverridePick'
  | 'RemovePick'
  | 'ImportPicks'
  | 'RandomizePicks'
  | 'UnmaskPicks'
> = {
  SubmitPick: {
    by: 'member',
    refusals: (facts, { entryId, weekId, slot, team }, context) => {
      const [entry, week] = [entryOf(facts, entryId), weekOf(facts, weekId)]
      if (entry === undefined || !mayPickFor(facts, context, entry)) return ['entry_not_found']
      if (week === undefined) return [...waitingRefusals(context), 'week_not_found']
      if (!slotsIn(facts, week).includes(slot ?? 1)) return [...waitingRefusals(context), 'slot_unknown']
      return memberRefusals(facts, { entry, week, slot: slot ?? 1 }, normalizeTeam(team), context)
    },
    apply: (facts, { entryId, weekId, slot = 1, team }, context) => {
      const created = pickOf(facts, entryId, weekId, slot) === undefined
      memberPicks(facts, { entry: entryId, week: weekId, slot }, normalizeTeam(team), context)
      return { created }
    },
  },
  ChangePick: {
    by: 'member',
    refusals: (facts, { pickId, team }, context) => {
      const { entry, week, pick } = partsOf(facts, pickId)
      if (entry === undefined || week === undefined || pick === undefined || !mayPickFor(facts, context, entry))
        return ['pick_not_found']
      return memberRefusals(facts, { entry, week, slot: pick.slot }, normalizeTeam(team), context)
    },
    apply: (facts, { pickId, team }, context) => {
      memberPicks(facts, idsOf(pickId), normalizeTeam(team), context)
      return { team: normalizeTeam(team) }
    },
  },
  ClearPick: {
    by: 'member',
    refusals: (facts, { pickId }, context) => {
      const { entry, week, pick } = partsOf(facts, pickId)
      if (entry === undefined || week === undefined || pick === undefined || !mayPickFor(facts, context, entry))
        return ['pick_not_found']
      return [
        ...openRefusals(facts, entry, week, context),
        ...leavingRefusals(facts, week, pick.team, context),
        ...stale(context),
      ]
    },
    apply: (facts, { pickId }) => clear(facts, idsOf(pickId)),
  },
  SetRanking: {
    by: 'member',
    refusals: (facts, data, context) => {
      const entry = entryOf(facts, data.entryId)
      if (entry === undefined || !isBy(context, entry.owner)) return ['entry_not_found']
      const teams = data.teams.map(normalizeTeam)
      return [
        ...waitingRefusals(context),
        ...(hasSealedRanking(facts, entry.id) ? ['picks_sealed'] : []),
        ...(teams.every((team) => TEAMS.includes(team)) ? [] : ['unknown_team']),
        ...(new Set(teams).size < teams.length ? ['team_repeated'] : []),
      ]
    },
    apply: (facts, { entryId: entry, teams }) => {
      const before = facts.rankings.find((ranking) => ranking.entry === entry)?.teams ?? []
      const after = teams.map(normalizeTeam)
      if (before.join() === after.join()) return undefined
      facts.happened += 1
      const others = facts.rankings.filter((ranking) => ranking.entry !== entry)
      facts.rankings = [...others, { entry, teams: after, at: facts.happened }]
      return undefined
    },
  },
  OverridePick: {
    by: 'admin',
    refusals: (facts, { entryId, weekId, slot = 1, team: text, reason }, context) => {
      const [entry, week, team] = [entryOf(facts, entryId), weekOf(facts, weekId), normalizeTeam(text)]
      const missing = [...(entry === undefined ? ['entry_not_found'] : []), ...(week === undefined ? ['week_not_found'] : [])]
      if (entry === undefined || week === undefined) return missing
      return [
        ...(joinedAt(facts, entry, week.season) === null ? ['not_in_season'] : []),
        ...adminVersionRefusals(week, context.version),
        ...reasonRefusals(facts, week, { team, reason, isReplaced: pickOf(facts, entryId, weekId, slot) !== undefined }, context),
        ...(slotsIn(facts, week).includes(slot) ? [] : ['slot_unknown']),
        ...teamRefusals(facts, entry, week, team),
        ...twiceRefusals(facts, { entry, week, slot }, team),
      ]
    },
    apply: (facts, { entryId, weekId, slot = 1, team }, context) => {
      const created = pickOf(facts, entryId, weekId, slot) === undefined
      override(facts, { entry: entryId, week: weekId, slot }, normalizeTeam(team), context)
      return { created }
    },
  },
  RemovePick: {
    by: 'admin',
    refusals: (facts, { pickId, reason }, context) => {
      const { week, pick } = partsOf(facts, pickId)
      if (week === undefined || pick === undefined) return ['pick_not_found']
      return [
        ...adminVersionRefusals(week, context.version),
        ...reasonRefusals(facts, week, { team: null, reason, isReplaced: true }, context),
      ]
    },
    apply: (facts, { pickId }) => clear(facts, idsOf(pickId)),
  },
  ImportPicks: {
    by: 'admin',
    refusals: (_facts, { reason }) => (reason === '' ? ['reason_required'] : []),
    apply: (facts, { picks }, context) => importPicks(facts, picks, context),
  },
  RandomizePicks: {
    by: 'admin',
    refusals: (facts, { weekId, reason = '' }, { now }) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return ['week_not_found']
      if (reason === '' && hasGameBegun(facts, weekId, siteTimeOf(facts, now))) return ['reason_required']
      // docs/rules.md §3.6: the teams that are left would reveal the hidden picks of another week.
      const others = weeksIn(facts, week.season).filter((other) => other.id !== weekId && !isLocked(other))
      return others.some((other) => hasMembersPick(facts, other.id)) ? ['other_week_open'] : []
    },
    apply: (facts, { weekId, overwrite }, { drawn }) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return undefined
      const counts = { created: 0, updated: 0, skipped: 0 }
      const isIn = (entry: Entry) =>
        isAlive(facts, entry, week.season) &&
        isPartOf(facts, entry, week) &&
        facts.seals.every(({ user }) => user !== entry.owner)
      // docs/rules.md §10.5: a draw may use the teams that were there before an override.
      if (facts.lastAction?.kind === 'override' || facts.lastAction?.kind === 'import') facts.lastAction = null
      // Whoever was in before the first pick was drawn gets all of them.
      const players = new Set(facts.entries.filter(isIn))
      for (const entry of facts.entries) {
        const slots = slotsIn(facts, week)
        const isFree = (team: string) =>
          [...teamRefusals(facts, entry, week, team), ...unnamed(facts, week, team), ...callingOff(facts, weekId, team)]
            .length === 0
        const free = TEAMS.filter((team) => !week.ineligible.includes(team) && isFree(team))
        const picks = drawn.picks.filter((pick) => pick.entry === entry.id).toSorted((a, b) => a.slot - b.slot)
        // Each drawn team takes itself and its opponents away, so that a draw can only end too early with few teams.
        const opponents = free.map((team) => free.filter((other) => clashesWith(facts, week, other, [team])).length)
        const mayFail = free.length <= (slots.length - 1) * (1 + Math.max(1, ...opponents))
        const keeps = !overwrite && picksIn(facts, entry.id, weekId).length > 0
        if (keeps || !players.has(entry) || (picks.length === 0 && mayFail)) {
          counts.skipped += 1
          continue
        }
        const teams = picks.map(({ team }) => team)
        const isValid = (team: string, i: number) => free.includes(team) && !clashesWith(facts, week, team, teams.slice(0, i))
        if (picks.map(({ slot }) => slot).join() !== slots.join() || !teams.every(isValid)) {
          throw new Error(`entry ${entry.id} was drawn ${teams.join()}`)
        }
        for (const { slot, team } of picks) {
          counts[pickOf(facts, entry.id, weekId, slot) === undefined ? 'created' : 'updated'] += 1
          putPick(facts, { entry: entry.id, week: weekId, slot, team, isMembers: false, step: null, proxy: null })
        }
      }
      return counts
    },
  },
  UnmaskPicks: {
    by: 'admin',
    refusals: (facts, { weekId, reason }) => {
      const week = weekOf(facts, weekId)
      if (week === undefined) return ['week_not_found']
      return [...(reason === '' ? ['reason_required'] : []), ...(isLocked(week) ? ['already_revealed'] : [])]
    },
    apply: (facts, { weekId }) => {
      patchWeek(facts, weekId, () => ({ isUnmasked: true }))
      return undefined
    },
  },
}

/** Where a pick is. */
interface Place {
  readonly entry: number
  readonly week: number
  readonly slot: number
}

/** A pick's id is made of its slot and the ids of its entry and its week. */
export function idsOf(pickId: number): Place {
  const digits = String(pickId).padStart(16, '0')
  return { slot: Number(digits.slice(0, -15)) + 1, entry: Number(digits.slice(-15, -6)), week: Number(digits.slice(-6)) }
}

function partsOf(facts: Facts, pickId: number) {
  const { entry, week, slot } = idsOf(pickId)
  return { entry: entryOf(facts, entry), week: weekOf(facts, week), pick: pickOf(facts, entry, week, slot) }
}

export function putPick(facts: Facts, pick: Omit<Pick, 'at'>): void {
  facts.happened += 1
  const others = facts.picks.filter((other) => !isSamePlace(other, pick))
  facts.picks = [...others, { ...pick, at: facts.happened }]
}

/** docs/rules.md §3.1: the team that the entry has picked already changes nothing. */
function memberPicks(facts: Facts, place: Place, team: string, { account }: Context): void {
  const held = pickOf(facts, place.entry, place.week, place.slot)
  const entry = entryOf(facts, place.entry)
  const keeper = entry?.isByHand === true ? entry.owner : undefined
  const proxy = account === undefined || account.id === entry?.owner ? null : account.id
  if (held?.team !== team) putPick(facts, { ...place, team, isMembers: true, keeper, step: null, proxy })
}

/** docs/rules.md §3.5: a pick that is removed after the lock counts as missed. Taking an override back restores what was before. */
export function clear(facts: Facts, place: Place, isMissed = true): undefined {
  const { entry, week } = place
  facts.happened += 1
  const isOther = (other: Place) => !isSamePlace(other, place)
  facts.picks = facts.picks.filter(isOther)
  if (!facts.weeks.some((other) => other.id === week && isLocked(other))) return
  if (isMissed) patchLock(facts, week, ({ missed }) => ({ missed: [...missed, entry] }))
  facts.gifts = facts.gifts.filter(isOther)
}

function override(facts: Facts, { entry, week: weekId, slot }: Place, team: string, context: Context) {
  const place = { entry, week: weekId, slot }
  const before = pickOf(facts, entry, weekId, slot)
  const week = weekOf(facts, weekId)
  const hadMissed = week !== undefined && lockOf(week)?.missed.includes(entry) === true
  const earlier = { ...place, before: before ?? null, hadMissed }
  remember(facts, context, { kind: 'override', ...earlier })
  const { happened } = facts
  putPick(facts, { ...place, team, isMembers: before?.isMembers === true, step: null, proxy: null })
  // The action is the pick itself.
  facts.picks = facts.picks.map((pick) => (isSamePlace(pick, place) ? { ...pick, at: happened } : pick))
  return { ...earlier, at: happened }
}

/** A slot of an entry in a week. */
interface EntrySlot {
  readonly entry: Entry
  readonly week: Week
  readonly slot: number
}

/** docs/rules.md §19: an entry picks a team once a week. Of a pick that the admin may not know, the refusal says less. */
function twiceRefusals(facts: Facts, place: EntrySlot, team: string): readonly string[] {
  return teamsBeside(facts, place).includes(team) ? ['team_picked_twice', 'team_used'] : []
}

function teamsBeside(facts: Facts, { entry, week, slot }: EntrySlot): readonly string[] {
  return picksIn(facts, entry.id, week.id).flatMap((pick) => (pick.slot === slot ? [] : [pick.team]))
}

function memberRefusals(facts: Facts, place: EntrySlot, team: string, context: Context): readonly string[] {
  const { entry, week, slot } = place
  const current = pickOf(facts, entry.id, week.id, slot)?.team
  const beside = teamsBeside(facts, place)
  const isPlayed = !beside.includes(team) && clashesWith(facts, week, team, beside)
  const planRefusals = [
    ...openRefusals(facts, entry, week, context),
    ...(owesFirst(facts, entry, week) ? ['entry_unpaid'] : []),
    ...stale(context),
  ]
  // docs/rules.md §3.1: the same team again is refused only if the plan is void.
  if (team === current) {
    return [
      ...planRefusals,
      ...(usedInLockedWeeks(facts, entry.id, week).includes(team) ? ['team_used'] : []),
      ...(voidBySchedule(facts, week, team) ? ['team_on_bye'] : []),
    ]
  }
  return [
    ...planRefusals,
    ...teamRefusals(facts, entry, week, team),
    ...unnamed(facts, week, team),
    ...(beside.includes(team) ? ['team_picked_twice'] : []),
    ...(isPlayed ? ['opponents_picked'] : []),
    ...callingOff(facts, week.id, team),
    ...(week.ineligible.includes(team) ? ['team_ineligible'] : []),
    ...(current === undefined ? [] : leavingRefusals(facts, week, current, context)),
    ...(isShut(facts, week, team, context.now) ? ['team_kicked_off'] : []),
  ]
}

function openRefusals(facts: Facts, entry: Entry, week: Week, context: Context): readonly string[] {
  const absence = absenceOf(facts, entry, week.season)
  return [
    ...waitingRefusals(context),
    ...(isClosed(facts, week, context.now) ? ['week_locked'] : []),
    ...(absence === null ? [] : [absence]),
    ...(joinedTooLate(facts, entry, week) ? ['joined_after_lock'] : []),
    ...(standingOf(facts, entry, week.season).status === 'out' ? ['entry_eliminated'] : []),
    ...(hasSealedPick(facts, entry.id) ? ['picks_sealed'] : []),
  ]
}

/** docs/rules.md §2.6: the results of a week that was played are known when it is open again. */
function joinedTooLate(facts: Facts, entry: Entry, { season, first }: Week): boolean {
  return first !== null && first.playedAt !== null && (joinedAt(facts, entry, season) ?? 0) > first.at
}

function leavingRefusals(facts: Facts, week: Week, team: string, { now }: Context): readonly string[] {
  return isShut(facts, week, team, now) ? ['pick_kicked_off'] : []
}

/** docs/rules.md §7.1. */
function isShut(facts: Facts, week: Week, team: string, now: number): boolean {
  return rulesOf(facts, week.season).teamLock === 'kickoff' && hasKickedOff(facts, week.id, team, siteTimeOf(facts, now))
}

/** What binds members and admins alike. */
function teamRefusals(facts: Facts, entry: Entry, week: Week, team: string): readonly string[] {
  if (!TEAMS.includes(team)) return ['unknown_team']
  return [
    ...(usedTeams(facts, entry.id, week).includes(team) ? ['team_used'] : []),
    ...(isOnBye(facts, week.id, team) ? ['team_on_bye'] : []),
  ]
}

/** docs/rules.md §4.10: a member waits for the game that a team may have. */
function unnamed(facts: Facts, week: Week, team: string): readonly string[] {
  return mayBeUnnamed(facts, week.id, team) ? ['opponent_unknown', 'game_unread'] : []
}

function stale({ version }: Context): readonly string[] {
  return version === 'stale' ? ['version_conflict'] : []
}

interface AdminsChange {
  readonly team: string | null
  readonly reason: string | undefined
  readonly isReplaced: boolean
}

/** docs/rules.md §3.3: nobody hands out a known result, or takes one away, without a reason. The pick that is replaced may be hidden. */
function reasonRefusals(
  facts: Facts,
  week: Week,
  { team, reason = '', isReplaced }: AdminsChange,
  { now }: Context,
): readonly string[] {
  const time = siteTimeOf(facts, now)
  const isLate = team !== null && (isClosed(facts, week, now) || hasKickedOff(facts, week.id, team, time))
  const mayBeKnown = isReplaced && hasGameBegun(facts, week.id, time)
  return reason === '' && (isLate || mayBeKnown) ? ['reason_required'] : []
}

/** docs/rules.md §10.1: before the lock, admins may not compare versions. */
function adminVersionRefusals(week: Week, version: Version): readonly string[] {
  if (version === 'none') return []
  if (!isLocked(week)) return ['version_hidden']
  return version === 'stale' ? ['version_conflict'] : []
}

interface Judged {
  readonly index: number
  readonly entry: Entry
  readonly week: Week
  readonly slot: number
  readonly team: string
}

/** docs/rules.md §3.8. Returns what must become of each pick. */
function importPicks(facts: Facts, picks: readonly ImportedPick[], context: Context): object {
  const statuses: string[] = []
  let accepted: Judged[] = []
  for (const [index, given] of picks.entries()) {
    const [entry, week] = [entryOf(facts, given.entryId), weekOf(facts, given.weekId)]
    const beside = accepted.filter((other) => other.entry === entry && other.week === week)
    const taken = beside.map(({ slot }) => slot)
    const listed = picks.filter((other) => other.entryId === given.entryId && other.weekId === given.weekId)
    const teams = listed.map((other) => normalizeTeam(other.team))
    const slot = week === undefined ? undefined : slotForImport(facts, given.entryId, week, { taken, teams })
    const isRepeated = beside.some(({ team }) => team === normalizeTeam(given.team))
    const status = isRepeated ? 'exists' : statusOf(facts, given, slot, context)
    statuses.push(status)
    if (status !== 'new' || entry === undefined || week === undefined || slot === undefined) continue
    accepted.push({ index, entry, week, slot, team: normalizeTeam(given.team) })
  }
  // No entry uses a team too often. A plan that the admin may not know does not count, and becomes void. A refused pick leaves the
  // automatic pick of its week, which may then be in the way of another.
  for (;;) {
    const clash = accepted.find((candidate) => {
      const own = accepted.filter(({ entry }) => entry === candidate.entry)
      const earlier = own.slice(0, own.indexOf(candidate)).filter(({ week }) => countsIn(facts, candidate.week, week.id))
      const kept = otherPicks(facts, candidate.entry.id, candidate.week).filter(
        (pick) =>
          own.every(({ week, slot }) => week.id !== pick.week || slot !== pick.slot) &&
          !isHiddenFrom(facts, candidate.entry, pick, context),
      )
      return spentTeams(facts, candidate.week, [...earlier, ...kept]).includes(candidate.team)
    })
    if (clash === undefined) break
    accepted = accepted.filter((candidate) => candidate !== clash)
    statuses[clash.index] = 'refused'
  }
  const set = accepted.map(({ entry, week, slot, team }) =>
    override(facts, { entry: entry.id, week: week.id, slot }, team, context),
  )
  if (set.length > 1) remember(facts, context, { kind: 'import', picks: set })
  return { statuses }
}

/** What the list says of an entry and a week: the slots that its picks have taken so far, and all of its teams. */
interface Listed {
  readonly taken: readonly number[]
  readonly teams: readonly string[]
}

/** An empty slot, one with an automatic pick that the list does not have, or the last of these if the list fills more than there are. */
function slotForImport(facts: Facts, entry: number, week: Week, { taken, teams }: Listed): number | undefined {
  const replaceable = slotsIn(facts, week).filter((slot) => {
    const held = pickOf(facts, entry, week.id, slot)
    return held === undefined || (held.step !== null && !teams.includes(held.team))
  })
  const left = replaceable.filter((slot) => !taken.includes(slot))
  const empty = left.filter((slot) => pickOf(facts, entry, week.id, slot) === undefined)
  return empty[0] ?? left[0] ?? replaceable[replaceable.length - 1]
}

function statusOf(
  facts: Facts,
  { entryId, weekId, team: text }: ImportedPick,
  slot: number | undefined,
  context: Context,
): string {
  const [entry, week, team] = [entryOf(facts, entryId), weekOf(facts, weekId), normalizeTeam(text)]
  if (entry === undefined || week === undefined) return 'refused'
  if (!isLocked(week)) return 'open'
  if (joinedAt(facts, entry, week.season) === null || !TEAMS.includes(team)) return 'refused'
  if (picksIn(facts, entryId, weekId).some((pick) => pick.team === team)) return 'exists'
  if (slot === undefined) return 'differs'
  // docs/rules.md §11.12: a list does not wait for a second admin.
  const { account } = context
  const isWatched = account !== undefined && (facts.fourEyes || entry.owner === account.id)
  if (isWatched && account.isAdmin && hasOtherAdmin(facts, account.id)) return 'refused'
  // docs/rules.md §3.4: a team that a hidden pick uses is refused on its own, unless the pick is the admin's own.
  const isHidden =
    usedTeams(facts, entryId, week).includes(team) &&
    otherPicks(facts, entryId, week).some((pick) => pick.team === team && isHiddenFrom(facts, entry, pick, context))
  return isOnBye(facts, weekId, team) || isHidden ? 'refused' : 'new'
}

function isHiddenFrom(facts: Facts, entry: Entry, pick: Pick, context: Context): boolean {
  const week = weekOf(facts, pick.week)
  return week !== undefined && !isLocked(week) && (!isBy(context, entry.owner) || isSealed(facts, pick))
}
