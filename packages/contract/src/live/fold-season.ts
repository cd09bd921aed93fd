import { codesFor, codesOfRow, foldInOrder, picksIn } from './fold-reveal.ts'
import { compareEntries } from './order.ts'
import type { RevealCode } from './reveal-codes.ts'
import { RowChanges } from './row-changes.ts'
import { autoFields, autoPicksOf } from './season-picks.ts'
import type { SeasonChange, SeasonEntry, SeasonView, SeasonWeek } from './wire.ts'

/**
 * Folds changes into a season's view. A score keeps the list of entries identical.
 * @returns `undefined` when a reveal was made for other entries than the view has
 */
export function foldSeason(view: SeasonView, changes: readonly SeasonChange[]): SeasonView | undefined {
  return foldInOrder(view, changes, { foldRows, foldReveal })
}

function foldRows(view: SeasonView, changes: readonly SeasonChange[]): SeasonView {
  const weeks = new RowChanges<SeasonWeek>()
  const entries = new RowChanges<SeasonEntry>()
  for (const change of changes) {
    if (change.kind === 'week') weeks.put(change.week)
    else if (change.kind === 'entry') entries.put(change.entry)
    else if (change.kind === 'entry_removed') entries.remove(change.id)
  }
  return {
    ...view,
    weeks: weeks.applyTo(view.weeks, compareWeeks),
    entries: entries.applyTo(view.entries, compareEntries),
  }
}

const compareWeeks = (a: SeasonWeek, b: SeasonWeek): number => a.week_number - b.week_number || a.id - b.id

function foldReveal(view: SeasonView, reveal: Extract<SeasonChange, { kind: 'reveal' }>): SeasonView | undefined {
  const { week } = reveal
  const rows = codesFor(view.entries, reveal)
  if (rows === undefined) return undefined
  const entries = view.entries.map((entry, i) => {
    const code = rows.picks === 1 && entry.more === undefined ? rows.codes[i] : undefined
    return code === undefined
      ? withWeek(entry, week.week_number, codesOfRow(rows, i))
      : withOnlyPick(entry, week.week_number, code)
  })
  return { ...foldRows(view, [{ kind: 'week', week }]), entries }
}

/**
 * Adds a revealed week to an entry. A hidden loss of that week becomes a pick. `missed` only grows here: when an admin set
 * the pick of an entry that had missed the week, the message has a separate change for that entry.
 */
function withWeek(entry: SeasonEntry, weekNumber: number, codes: readonly RevealCode[]): SeasonEntry {
  const key = String(weekNumber)
  const revealed = picksIn(codes)
  const [first, ...others] = revealed.map(({ team }) => team)
  const allPicks = withKey(entry.picks, key, first)
  const more = withKey<readonly string[]>(entry.more ?? {}, key, others.length > 0 ? others : undefined)
  const automatic = revealed.flatMap(({ team, is_auto }) => (is_auto ? [{ week: weekNumber, team }] : []))
  const isMissed = codes.some(({ kind }) => kind === 'missed') || entry.missed.includes(weekNumber)
  // In the order of the fields that the server sends.
  const { id, name, user_name, created_position, picks: _picks, more: _more, auto: _auto, auto_teams: _teams, ...rest } = entry
  return {
    id,
    name,
    user_name,
    created_position,
    picks: allPicks,
    ...(Object.keys(more).length > 0 && { more }),
    ...autoFields([...autoPicksOf(entry).filter(({ week }) => week !== weekNumber), ...automatic], more),
    ...rest,
    missed: marked(entry.missed, weekNumber, isMissed),
    hidden_losses: marked(entry.hidden_losses, weekNumber, false),
  }
}

/** Like {@link withWeek} for an entry that never had more than one pick in a week: nearly all, and each page does this in the second of the lock. */
function withOnlyPick(entry: SeasonEntry, weekNumber: number, code: RevealCode): SeasonEntry {
  const pick = code.kind === 'pick' ? code : undefined
  return {
    ...entry,
    picks: withKey(entry.picks, String(weekNumber), pick?.team),
    auto: marked(entry.auto, weekNumber, pick?.is_auto === true),
    missed: marked(entry.missed, weekNumber, code.kind === 'missed' || entry.missed.includes(weekNumber)),
    hidden_losses: marked(entry.hidden_losses, weekNumber, false),
  }
}

/** Returns the weeks with a week or without it; the same list if that is how it was. */
function marked(weeks: readonly number[], week: number, isIn: boolean): readonly number[] {
  if (weeks.includes(week) === isIn) return weeks
  return isIn ? [...weeks, week].sort((a, b) => a - b) : weeks.filter((other) => other !== week)
}

/** Returns a record with a value under a key, or without that key. */
function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T | undefined): Readonly<Record<string, T>> {
  if (value !== undefined) return { ...record, [key]: value }
  if (!(key in record)) return record
  const { [key]: _, ...others } = record
  return others
}
