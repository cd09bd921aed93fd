import { codesFor, codesOfRow, foldInOrder, picksIn, type RevealedRows } from './fold-reveal.ts'
import { compareEntries, compareGames, compareMoments } from './order.ts'
import { RowChanges } from './row-changes.ts'
import type { GameInfo, WeekChange, WeekEntry, WeekView } from './wire.ts'

/**
 * Folds changes into a week's view. A score keeps the list of entries identical.
 * @returns `undefined` when a reveal was made for other entries than the view has
 */
export function foldWeek(view: WeekView, changes: readonly WeekChange[]): WeekView | undefined {
  return foldInOrder(view, changes, { foldRows, foldReveal })
}

function foldRows(view: WeekView, changes: readonly WeekChange[]): WeekView {
  const entries = new RowChanges<WeekEntry>()
  const games = new RowChanges<GameInfo>()
  let { week, pick_count, moments } = view
  for (const change of changes) {
    if (change.kind === 'week') ({ week } = change)
    else if (change.kind === 'pick_count') ({ pick_count } = change)
    else if (change.kind === 'games') change.games.forEach((game) => games.put(game))
    else if (change.kind === 'entry') entries.put(change.entry)
    else if (change.kind === 'entry_removed') entries.remove(change.id)
    else if (change.kind === 'moments') moments = foldMoments(moments, change)
  }
  return {
    week,
    pick_count,
    games: games.applyTo(view.games, compareGames),
    entries: entries.applyTo(view.entries, compareEntries),
    ...(moments && { moments }),
  }
}

function foldMoments(known: WeekView['moments'] = [], { game_ids, moments }: Extract<WeekChange, { kind: 'moments' }>) {
  const kept = known.filter(({ game }) => game !== null && game_ids?.includes(game.id) === false)
  const folded = [...kept, ...moments].sort(compareMoments)
  return folded.length === 0 ? undefined : folded
}

function foldReveal(view: WeekView, reveal: Extract<WeekChange, { kind: 'reveal' }>): WeekView | undefined {
  const rows = codesFor(view.entries, reveal)
  if (rows === undefined) return undefined
  // Nearly all weeks take one pick, and this runs for each entry on each phone in the second of the lock.
  const withRow = rows.picks === 1 ? withPick : withPicks
  const entries = view.entries.map((entry, i) => withRow(entry, rows, i))
  return { ...view, week: reveal.week, entries: reveal.makers === undefined ? entries : withMakers(entries, reveal.makers) }
}

type Makers = NonNullable<Extract<WeekChange, { kind: 'reveal' }>['makers']>

/** Says who made the picks that their owners did not make in person. */
function withMakers(entries: readonly WeekEntry[], makers: Makers): readonly WeekEntry[] {
  const of = (id: number, slot = 1) => {
    const found = makers.find((maker) => maker.id === id && (maker.slot ?? 1) === slot)
    return found && { made_by: found.made_by }
  }
  const ids = new Set(makers.map(({ id }) => id))
  return entries.map((entry) => {
    const { id, slot, more } = entry
    if (!ids.has(id)) return entry
    return { ...entry, ...of(id, slot), ...(more && { more: more.map((pick) => ({ ...pick, ...of(id, pick.slot) })) }) }
  })
}

/** What a row has whether or not it is revealed. */
const named = ({ id, name, is_paper: isPaper }: WeekEntry) => ({ id, name, ...(isPaper && { is_paper: isPaper }) })

function withPick(entry: WeekEntry, { codes }: RevealedRows, index: number): WeekEntry {
  const code = codes[index]
  if (code?.kind !== 'pick') return withoutPick(entry)
  return { ...named(entry), team: code.team, is_override: code.is_override, is_auto: code.is_auto }
}

function withPicks(entry: WeekEntry, rows: RevealedRows, index: number): WeekEntry {
  const picks = codesOfRow(rows, index).flatMap((code, i) => picksIn([code]).map((pick) => ({ slot: i + 1, ...pick })))
  const [first, ...more] = picks
  if (first !== undefined) {
    const { slot, ...pick } = first
    return { ...named(entry), ...pick, ...(more.length > 0 && { more }), ...(slot > 1 && { slot }) }
  }
  return withoutPick(entry)
}

function withoutPick(entry: WeekEntry): WeekEntry {
  return entry.team === null && !entry.is_override ? entry : { ...named(entry), team: null, is_override: false, is_auto: false }
}
