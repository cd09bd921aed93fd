import type { AdminPickRow, Entry } from '@outlast/contract'

/** What the picks table can be sorted by. */
export const PICK_SORTS = ['default', 'no-pick', 'entry', 'user', 'email'] as const
export type PickSort = (typeof PICK_SORTS)[number]

/** A line of the picks table. */
export interface PickRow {
  readonly entryId: number
  readonly entryName: string
  readonly userName: string
  readonly email: string
  readonly mobile: string | null
  /** Null: no pick, or hidden. */
  readonly pickId: number | null
  readonly team: string | null
  readonly isHidden: boolean
  readonly isOverride: boolean
  /** Null without a pick. */
  readonly result: 'win' | 'loss' | 'tbd' | null
}

/** A row of the server's, with its result as the live games have it: a score needs no new list. */
export function pickRow(row: AdminPickRow, results: ReadonlyMap<string, 'win' | 'loss'>): PickRow {
  const isHidden = row.hidden === true
  return {
    entryId: row.entry_id,
    entryName: row.entry_name,
    userName: row.user_name,
    email: row.user_email,
    mobile: row.user_mobile,
    pickId: typeof row.id === 'number' ? row.id : null,
    team: row.team_abbr,
    isHidden,
    isOverride: row.is_override === true,
    result: row.team_abbr === null ? (isHidden ? 'tbd' : null) : (results.get(row.team_abbr) ?? 'tbd'),
  }
}

/** An entry's line that is not in the server's list: it went not into the week, but may be given a pick. */
export function emptyRow(entry: Entry & { user_name: string; user_email: string; user_mobile: string | null }): PickRow {
  return {
    entryId: entry.id,
    entryName: entry.name,
    userName: entry.user_name,
    email: entry.user_email,
    mobile: entry.user_mobile,
    pickId: null,
    team: null,
    isHidden: false,
    isOverride: false,
    result: null,
  }
}

/** Rows in another order; rows that are alike keep theirs. */
export function sortedRows(rows: readonly PickRow[], sort: PickSort): readonly PickRow[] {
  if (sort === 'default') return rows
  const key = KEYS[sort]
  return [...rows].sort((a, b) => compareText(key(a), key(b)))
}

const KEYS: Readonly<Record<Exclude<PickSort, 'default'>, (row: PickRow) => string>> = {
  'no-pick': (row) => (row.pickId === null ? '0' : '1'),
  entry: (row) => row.entryName.toLowerCase(),
  user: (row) => row.userName.toLowerCase(),
  email: (row) => row.email.toLowerCase(),
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** `WIN`, `LOSS`, `TBD`; a dash without a pick (pool.md §4). */
export const resultText = (result: PickRow['result']): string => result?.toUpperCase() ?? '–'

/** The rows of the list and of the entries loaded beside it, each entry once. */
export function withLoaded(listed: readonly PickRow[], loaded: readonly PickRow[]): readonly PickRow[] {
  if (loaded.length === 0) return listed
  const ids = new Set(listed.map((row) => row.entryId))
  return [...listed, ...loaded.filter((row) => !ids.has(row.entryId))]
}

interface Candidate {
  readonly id: number
  readonly is_eliminated: boolean
}

/**
 * Entries that could be given a pick: alive (pool.md §9: eliminated ones are left out) and without one in the table.
 * @param isOut whether an entry is out in the season of the table's week
 */
export function eligibleEntries<E extends Candidate>(
  entries: readonly E[],
  rows: readonly PickRow[],
  isOut: (entry: E) => boolean,
): readonly E[] {
  const picked = new Set(rows.filter((row) => row.pickId !== null).map((row) => row.entryId))
  return entries.filter((entry) => !isOut(entry) && !picked.has(entry.id))
}

/** Those that are not in the table yet. */
export function missingEntries<E extends Candidate>(eligible: readonly E[], rows: readonly PickRow[]): readonly E[] {
  const known = new Set(rows.map((row) => row.entryId))
  return eligible.filter((entry) => !known.has(entry.id))
}

/** What loading them came to, in words (pool.md §8). */
export function loadedText(eligible: number, table: number, added: number): string {
  return added === 0
    ? `No eligible entries to add (eligible=${eligible}, table=${table})`
    : `Loaded ${added} eligible entries without picks`
}
