import { codesFor } from './fold-week.ts'
import { RowChanges } from './keyed.ts'
import type { SeasonChange, SeasonEntry, SeasonView, SeasonWeek } from './wire.ts'
import { compareEntries } from './order.ts'
import type { RevealCode } from './reveal-codes.ts'

type Reveal = Extract<SeasonChange, { kind: 'reveal' }>

/**
 * A season after some changes. A score leaves the list of entries the same object.
 * @returns `undefined` when a reveal was made for other entries than the view has
 */
export function foldSeason(view: SeasonView, changes: readonly SeasonChange[]): SeasonView | undefined {
  let after = view
  let batch: SeasonChange[] = []
  for (const change of changes) {
    if (change.kind !== 'reveal') {
      batch.push(change)
      continue
    }
    const revealed = foldReveal(foldRows(after, batch), change)
    if (revealed === undefined) return undefined
    after = revealed
    batch = []
  }
  return foldRows(after, batch)
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

function foldReveal(view: SeasonView, { week, roster, teams }: Reveal): SeasonView | undefined {
  const codes = codesFor(view.entries, roster, teams)
  if (codes === undefined) return undefined
  const entries = view.entries.map((entry, i) => revealed(entry, week.week_number, codes[i]))
  return { ...foldRows(view, [{ kind: 'week', week }]), entries }
}

/**
 * What a revealed week adds to an entry; a loss that was told without its team is told by the team now. `missed` only
 * grows: a row that was missed and overridden since comes with the message's other changes.
 */
function revealed(entry: SeasonEntry, weekNumber: number, code: RevealCode | undefined): SeasonEntry {
  const hidden_losses = entry.hidden_losses.filter((number) => number !== weekNumber)
  if (code?.kind === 'pick') return { ...entry, picks: { ...entry.picks, [weekNumber]: code.team }, hidden_losses }
  const { [String(weekNumber)]: _, ...picks } = entry.picks
  if (code?.kind !== 'missed' || entry.missed.includes(weekNumber)) return { ...entry, picks, hidden_losses }
  return { ...entry, picks, missed: [...entry.missed, weekNumber].sort((a, b) => a - b), hidden_losses }
}
