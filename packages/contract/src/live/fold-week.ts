import { RowChanges } from './keyed.ts'
import type { GameInfo, WeekChange, WeekEntry, WeekView } from './wire.ts'
import { compareEntries, compareGames } from './order.ts'
import { decodeReveal, type RevealCode, rosterChecksum } from './reveal-codes.ts'

type Reveal = Extract<WeekChange, { kind: 'reveal' }>

/**
 * A week after some changes. A score leaves the list of entries the same object.
 * @returns `undefined` when a reveal was made for other entries than the view has
 */
export function foldWeek(view: WeekView, changes: readonly WeekChange[]): WeekView | undefined {
  let after = view
  let batch: WeekChange[] = []
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

function foldRows(view: WeekView, changes: readonly WeekChange[]): WeekView {
  const entries = new RowChanges<WeekEntry>()
  const games = new RowChanges<GameInfo>()
  let { week, pick_count } = view
  for (const change of changes) {
    if (change.kind === 'week') ({ week } = change)
    else if (change.kind === 'pick_count') ({ pick_count } = change)
    else if (change.kind === 'games') change.games.forEach((game) => games.put(game))
    else if (change.kind === 'entry') entries.put(change.entry)
    else if (change.kind === 'entry_removed') entries.remove(change.id)
  }
  return {
    week,
    pick_count,
    games: games.applyTo(view.games, compareGames),
    entries: entries.applyTo(view.entries, compareEntries),
  }
}

function foldReveal(view: WeekView, { week, roster, teams }: Reveal): WeekView | undefined {
  const codes = codesFor(view.entries, roster, teams)
  if (codes === undefined) return undefined
  return { ...view, week, entries: view.entries.map((entry, i) => revealed(entry, codes[i])) }
}

function revealed(entry: WeekEntry, code: RevealCode | undefined): WeekEntry {
  const { id, name } = entry
  if (code?.kind === 'pick') return { id, name, team: code.team, is_override: code.is_override }
  return entry.team === null && !entry.is_override ? entry : { id, name, team: null, is_override: false }
}

/** The codes of a reveal, when it was made for these very rows. */
export function codesFor(
  rows: readonly { readonly id: number }[],
  roster: string,
  teams: string,
): readonly RevealCode[] | undefined {
  if (teams.length !== rows.length || rosterChecksum(rows) !== roster) return undefined
  return decodeReveal(teams)
}
