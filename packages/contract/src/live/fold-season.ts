import { codesFor, foldInOrder } from './fold-reveal.ts'
import { compareEntries } from './order.ts'
import type { RevealCode } from './reveal-codes.ts'
import { RowChanges } from './row-changes.ts'
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
  const codes = codesFor(view.entries, reveal)
  if (codes === undefined) return undefined
  const entries = view.entries.map((entry, i) => withWeek(entry, week.week_number, codes[i]))
  return { ...foldRows(view, [{ kind: 'week', week }]), entries }
}

/**
 * Adds a revealed week to an entry. A hidden loss of that week becomes a pick. `missed` only grows here: when an admin set
 * the pick of an entry that had missed the week, the message has a separate change for that entry.
 */
function withWeek(entry: SeasonEntry, weekNumber: number, code: RevealCode | undefined): SeasonEntry {
  const hidden_losses = entry.hidden_losses.filter((number) => number !== weekNumber)
  const isAuto = code?.kind === 'pick' && code.is_auto
  const auto = isAuto === entry.auto.includes(weekNumber) ? entry.auto : toggled(entry.auto, weekNumber)
  if (code?.kind === 'pick') return { ...entry, picks: { ...entry.picks, [weekNumber]: code.team }, auto, hidden_losses }
  const { [String(weekNumber)]: _, ...picks } = entry.picks
  if (code?.kind !== 'missed' || entry.missed.includes(weekNumber)) return { ...entry, picks, auto, hidden_losses }
  return { ...entry, picks, auto, missed: toggled(entry.missed, weekNumber), hidden_losses }
}

/** Adds a week, or removes it. */
function toggled(weeks: readonly number[], week: number): readonly number[] {
  return weeks.includes(week) ? weeks.filter((other) => other !== week) : [...weeks, week].sort((a, b) => a - b)
}
