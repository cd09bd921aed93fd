import {
  costsEach,
  deriveSeasonOutcome,
  deriveStanding,
  deriveWipeOuts,
  type EntryRecord,
  isAgreed,
  joinedAfter,
  type JoinedEntry,
  mainContest,
  participationIn,
  type PoolRules,
  type SeasonOutcome,
  type SeasonResults,
  type SettledResult,
  type Standing,
  standingOfNewcomer,
  takesPartInWeek as takesPart,
  tieBreaker,
  type TeamAbbr,
  tiebreaksBeforeShare,
  unwaivedLosses,
  type WeekId,
  weekId,
  type WeekResults,
} from '@outlast/domain'
import type { SeasonEntry, SeasonView, SeasonWeek } from '@outlast/contract/live/wire'
import { memoize } from './memoize.ts'

export type { Standing }

/** Placeholder for the team of a settled loss that is not revealed yet. */
const HIDDEN_TEAM = '?' as TeamAbbr

/** Without another rule. */
const SHARE = ['share'] as const

/** Derives every entry's standing (docs/rules.md §5). */
export const standingsOf = memoize((view: SeasonView): ReadonlyMap<number, Standing> => {
  const season = toSeasonResults(view)
  return new Map(view.entries.map((entry) => [entry.id, deriveStanding(toEntryRecord(entry), season)]))
})

/** Derives every entry's standing as if a week were the last one. */
export function standingsThrough(view: SeasonView, weekNumber: number): ReadonlyMap<number, Standing> {
  const season = toSeasonResults(view)
  const past = { ...season, weeks: season.weeks.filter((week) => week.weekNumber <= weekNumber) }
  return new Map(
    view.entries.map((entry) => {
      const record = toEntryRecord(entry)
      const isOutByHand = (record.eliminatedByHandIn ?? Infinity) <= weekNumber
      return [entry.id, deriveStanding(isOutByHand ? record : { ...record, eliminatedByHandIn: null }, past)]
    }),
  )
}

/** Returns the lives of an entry that joins now (docs/rules.md §6.3); null if it has lost none by joining late. */
export function livesOfNewcomer(view: SeasonView): number | null {
  const { losses, livesLeft } = standingOfNewcomer(toSeasonResults(view))
  return losses === 0 ? null : livesLeft
}

/** Whether all entries that were left fell in a week and came back (docs/rules.md §6.1). */
export function isWipedOut(view: SeasonView, weekNumber: number): boolean {
  return toSeasonResults(view).wipeOuts.includes(weekId(weekNumber))
}

/** Returns the view with the wipe-outs that it had so far, so that nobody comes back from the next one. */
export function withoutMoreWipeOuts(view: SeasonView): SeasonView {
  const reviveAtMost = toSeasonResults(view).wipeOuts.length
  return { ...view, wipe_out: reviveAtMost === 0 ? 'share' : { revive_at_most: reviveAtMost } }
}

/** Returns the numbers of the weeks in which an entry lost a life that no admin gave back, or of those that it missed before it joined. */
export function lostWeeksOf(view: SeasonView, entryId: number, when: 'played' | 'before_joining' = 'played'): readonly number[] {
  const entry = view.entries.find(({ id }) => id === entryId)
  if (entry === undefined) return []
  const [record, season] = [toEntryRecord(entry), toSeasonResults(view)]
  const missed = season.weeks.filter((week) => joinedAfter(record, week) && record.teamsOf(week.id).length === 0)
  return unwaivedLosses(record, season)
    .filter(({ weekId: lost }) => missed.some(({ id }) => id === lost) === (when === 'before_joining'))
    .map(({ weekNumber }) => weekNumber)
}

/** Derives whether the season is still running or who won it (docs/rules.md §6). */
export const seasonOutcomeOf = memoize((view: SeasonView): SeasonOutcome => {
  const all = standingsOf(view)
  const entries = view.entries.flatMap((entry) => {
    const standing = all.get(entry.id)
    return standing === undefined
      ? []
      : [{ entryId: entry.id, ...toJoinedEntry(entry), countAuto: (week: WeekId) => countOf(entry.auto, week), standing }]
  })
  return deriveSeasonOutcome(entries, toSeasonResults(view).weeks, tieBreaker(toSeasonResults(view)))
})

/** Returns the entries that take part in a season: without those that joined after its deciding week (docs/rules.md §6). */
export function participantsOf(view: SeasonView): SeasonView['entries'] {
  const outcome = seasonOutcomeOf(view)
  if (outcome.status === 'running') return view.entries
  const takesPartIn = participationIn(outcome, toSeasonResults(view).weeks)
  return view.entries.filter((entry) => takesPartIn(toJoinedEntry(entry)))
}

/** Whether an entry takes part in a week (docs/rules.md §2.6). Before the lock its own pick is not known, so it counts for nothing. */
export function takesPartInWeek(entry: PickedWeeks, week: SeasonWeek): boolean {
  return takesPart(toJoinedEntry(entry), toWeekResults(week))
}

type PickedWeeks = Pick<SeasonEntry, 'created_position' | 'picks' | 'more'>

function toJoinedEntry(entry: PickedWeeks): JoinedEntry {
  return { joinedPosition: entry.created_position, teamsOf: (week) => teamsOf(entry, week) as readonly TeamAbbr[] }
}

const NO_TEAMS: readonly never[] = []

/** Returns the revealed teams of an entry in a week, by its number, in the order of their slots. */
export function teamsOf({ picks, more }: Pick<SeasonEntry, 'picks' | 'more'>, week: number): readonly string[] {
  const first = picks[week]
  return first === undefined ? NO_TEAMS : [first, ...(more?.[week] ?? NO_TEAMS)]
}

/** Returns the teams of weeks, given in the order of their slots by number, in the form of a season's view. */
export function teamsByWeek(weeks: Iterable<readonly [number, readonly string[]]>): Pick<SeasonEntry, 'picks' | 'more'> {
  const picks: Record<string, string> = {}
  const more: Record<string, readonly string[]> = {}
  for (const [week, [first, ...others]] of weeks) {
    if (first !== undefined) picks[week] = first
    if (others.length > 0) more[week] = others
  }
  return { picks, ...(Object.keys(more).length > 0 && { more }) }
}

const countOf = (weekNumbers: readonly number[], week: number): number => weekNumbers.filter((other) => other === week).length

/** Returns the rules of a season that its view leaves out at their defaults. */
export function optionalRules({
  objective,
  slotLoss,
  lateEntryLosses,
  wipeOut,
  tiebreak,
}: Pick<PoolRules, 'objective' | 'slotLoss' | 'lateEntryLosses' | 'wipeOut' | 'tiebreak'>): Pick<
  SeasonView,
  'objective' | 'slot_loss' | 'late_entry_losses' | 'wipe_out' | 'tiebreak'
> {
  return {
    ...(objective === 'lose' && { objective }),
    ...(costsEach(slotLoss) && { slot_loss: slotLoss }),
    ...(lateEntryLosses && { late_entry_losses: true }),
    ...(wipeOut !== 'share' && { wipe_out: { revive_at_most: wipeOut.reviveAtMost } }),
    ...(tiebreaksBeforeShare(tiebreak).length > 0 && { tiebreak: [...tiebreak] }),
  }
}

/** The domain identifies weeks by id. A view identifies them by number, which is unique in a season, so the number serves as id. */
export const toSeasonResults = memoize((view: SeasonView): SeasonResults => {
  const season = {
    contestId: mainContest(view.season_year),
    seasonYear: view.season_year,
    missedPick: view.missed_pick,
    lives: view.lives,
    slotLoss: view.slot_loss ?? ('one' as const),
    lateEntryLosses: view.late_entry_losses ?? false,
    tiebreak: view.tiebreak ?? SHARE,
    weeks: view.weeks.map(toWeekResults),
  }
  const records = () => view.entries.map((entry) => ({ entryId: entry.id, ...toEntryRecord(entry) }))
  const wipeOut =
    view.wipe_out === undefined || view.wipe_out === 'share' ? 'share' : { reviveAtMost: view.wipe_out.revive_at_most }
  return { ...season, wipeOuts: deriveWipeOuts(records, season, wipeOut) }
})

/** Some callers ask for each entry. */
const toWeekResults = memoize((week: SeasonWeek): WeekResults => {
  return {
    id: weekId(week.week_number),
    weekNumber: week.week_number,
    slots: week.picks ?? 1,
    results: new Map([...(Object.entries(week.results) as [TeamAbbr, SettledResult][]), [HIDDEN_TEAM, 'loss'] as const]),
    ...(week.margins !== undefined && { margins: new Map(Object.entries(week.margins) as [TeamAbbr, number][]) }),
    complete: week.is_complete,
    lockPosition: week.lock_position,
    firstLockPosition: week.first_lock_position,
    playedLockPosition: week.played_lock_position,
    ...(week.absent && { absent: week.absent }),
    agreement: agreementOf(week.split_vote),
  }
})

/** Returns the agreement that a vote on sharing came to; null without one. */
export function agreementOf(vote: SeasonWeek['split_vote'] | null): WeekResults['agreement'] {
  const closed = vote?.closed ?? null
  if (!vote || closed === null || !isAgreed({ entryIds: vote.entry_ids, share: closed.share })) return null
  return { position: closed.position, entryIds: vote.entry_ids }
}

export function toEntryRecord(entry: SeasonEntry): EntryRecord {
  const { missed, hidden_losses, eliminated_by_hand } = entry
  return {
    joinedPosition: entry.created_position,
    teamsOf: (week) => {
      const teams = teamsOf(entry, week) as readonly TeamAbbr[]
      return teams.length > 0 ? teams : hidden_losses.filter((lost) => lost === week).map(() => HIDDEN_TEAM)
    },
    hasMissed: (week) => missed.includes(week),
    waivedLosses: entry.forgiven.map(({ week, team }) => ({ weekId: weekId(week), team: team as TeamAbbr | null })),
    eliminatedByHandIn: eliminated_by_hand,
  }
}
