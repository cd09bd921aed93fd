import type { PickResult, SettledResult } from '@outlast/domain/rules'
import type { AdminPickRow, Entry } from '@outlast/contract'

/** The sort orders of the picks table. */
export const PICK_SORTS = ['default', 'no-pick', 'entry', 'user', 'email'] as const
export type PickSort = (typeof PICK_SORTS)[number]

/** A row of the picks table. */
export interface PickRow {
  readonly entryId: number
  readonly entryName: string
  readonly userName: string
  readonly email: string
  readonly mobile: string | null
  /** Null without a pick. */
  readonly pickId: number | null
  readonly team: string | null
  readonly isHidden: boolean
  readonly isOverride: boolean
  readonly isAuto: boolean
  /** Null without a pick. */
  readonly result: PickResult | null
  /** The other picks of a week with several, if they are known. */
  readonly more: readonly { readonly team: string; readonly result: PickResult }[]
  /** How many picks the entry has in a week with several: "1 of 2"; null in other weeks. */
  readonly picked: string | null
  /** Whether it has all picks of the week. */
  readonly isComplete: boolean
}

/**
 * Converts a row from the server. Results come from the live games, so a new score needs no new list.
 * @param picks how many picks the week takes
 */
export function toPickRow(row: AdminPickRow, results: ReadonlyMap<string, SettledResult>, picks = 1): PickRow {
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
    isAuto: row.is_auto === true,
    result: row.team_abbr === null ? (isHidden ? 'tbd' : null) : (results.get(row.team_abbr) ?? 'tbd'),
    more: (row.more ?? []).map(({ team_abbr: team }) => ({ team, result: results.get(team) ?? 'tbd' })),
    picked: picks === 1 ? null : `${row.picked ?? 0} of ${picks}`,
    isComplete: picks === 1 ? typeof row.id === 'number' : row.picked === picks,
  }
}

/** Returns a row without a pick for an entry that was not alive at the lock but may be given a pick. */
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
    isAuto: false,
    result: null,
    more: [],
    picked: null,
    isComplete: false,
  }
}

/** Sorts rows; equal rows keep their order. */
export function sortRows(rows: readonly PickRow[], sort: PickSort): readonly PickRow[] {
  if (sort === 'default') return rows
  const key = SORT_KEYS[sort]
  return [...rows].sort((a, b) => compareText(key(a), key(b)))
}

const SORT_KEYS: Readonly<Record<Exclude<PickSort, 'default'>, (row: PickRow) => string>> = {
  // By how many it has, in a week with several.
  'no-pick': (row) => (row.pickId === null ? '0' : (row.picked ?? '1')),
  entry: (row) => row.entryName.toLowerCase(),
  user: (row) => row.userName.toLowerCase(),
  email: (row) => row.email.toLowerCase(),
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** `WIN`, `LOSS` or `TBD`; a dash without a pick. */
export const resultText = (result: PickRow['result']): string => result?.toUpperCase() ?? '–'

/** Appends rows of entries that are not in the list yet. */
export function addMissingRows(listed: readonly PickRow[], loaded: readonly PickRow[]): readonly PickRow[] {
  if (loaded.length === 0) return listed
  const ids = new Set(listed.map((row) => row.entryId))
  return [...listed, ...loaded.filter((row) => !ids.has(row.entryId))]
}

interface EntryLike {
  readonly id: number
  readonly is_eliminated: boolean
}

/**
 * Returns the entries that may be given a pick: alive and without a pick in the table.
 * @param isOut whether an entry is out in the season of the shown week
 */
export function eligibleEntries<E extends EntryLike>(
  entries: readonly E[],
  rows: readonly PickRow[],
  isOut: (entry: E) => boolean,
): readonly E[] {
  const picked = new Set(rows.filter((row) => row.pickId !== null).map((row) => row.entryId))
  return entries.filter((entry) => !isOut(entry) && !picked.has(entry.id))
}

/** Returns the eligible entries that have no row yet. */
export function entriesWithoutRow<E extends EntryLike>(eligible: readonly E[], rows: readonly PickRow[]): readonly E[] {
  const listed = new Set(rows.map((row) => row.entryId))
  return eligible.filter((entry) => !listed.has(entry.id))
}

/** Describes how many eligible entries were added. */
export function describeLoaded(eligible: number, table: number, added: number): string {
  return added === 0
    ? `No eligible entries to add (eligible=${eligible}, table=${table})`
    : `Loaded ${added} eligible entries without picks`
}
