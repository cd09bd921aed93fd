import { parseWeekLabel, type TeamAbbr, weekLabel } from '@outlast/domain'
import { unreadable } from '../lib/csv-list.ts'
import { type ColumnKind, isInSeason, kindOf, weekOf } from './columns.ts'
import { plain } from './plain.ts'
import {
  type Cell,
  type Correction,
  inWords,
  linesOf,
  readSheet,
  type Sheet,
  type SheetLine,
  textsOf,
  turned,
  type UsedColumn,
  usedColumns,
} from './sheet.ts'
import { findTeam, isNoPick } from './team-names.ts'

/** A row of a list of past picks: an entry with its picks. */
export interface PastPicksRow {
  /** The line of the file, from 1. */
  readonly line: number
  readonly email: string
  /** The name of the member. */
  readonly name: string
  readonly entryName: string
  /** The cells that say whose picks these are. */
  readonly who: Readonly<Partial<Record<'email' | 'name' | 'entry', Cell>>>
  readonly picks: readonly ListedPick[]
}

export interface ListedPick {
  /** Undefined if the list has no number from 1 to 22 there. */
  readonly weekNumber: number | undefined
  readonly cell: Cell
  readonly team: TeamAbbr | undefined
}

export interface PastPicksList {
  readonly rows: readonly PastPicksRow[]
  readonly columns: readonly UsedColumn[]
  /** The list as it is written. */
  readonly lines: readonly SheetLine[]
}

const MAX_ROWS = 10_000
const MAX_PICKS = 20_000

const WHO = ['email', 'name', 'first_name', 'last_name', 'entry'] as const satisfies readonly ColumnKind[]
const NEEDED =
  'The list needs a line with the names of its columns: one for the member or the entry (name, email or entry), and one for each week (1, 2, 3 …), or the two columns week and team'

/** Lines that say something about the whole pool. */
const NOT_ROWS = new Set(['total', 'totals', 'count', 'alive', 'remaining', 'still alive', 'summe', 'gesamt', 'notes', 'note'])

/** Where the columns of a list are. */
interface Layout {
  readonly who: Readonly<Partial<Record<(typeof WHO)[number], number>>>
  /** A column for each week, or the two columns week and team. */
  readonly picks:
    | readonly { readonly index: number; readonly weekNumber: number }[]
    | { readonly week: number; readonly team: number }
}

/**
 * Reads a list of past picks, as spreadsheets have them: one row per entry with a column for each week, one row per pick with the
 * columns week and team, or one column per entry with a row for each week. Rows name the entry by its member's email or name, by its
 * own name, or by both.
 * @param seasonYear the season of dates without a year
 * @param picksIn says how many picks each entry has in a week, and so how many columns may name it
 * @throws HttpError `import_unreadable` if no row could be checked
 */
export function readPastPicks(
  text: string,
  seasonYear: number,
  corrections: readonly Correction[] = [],
  picksIn: (weekNumber: number) => number = () => 1,
): PastPicksList {
  const layoutFrom = (titles: readonly string[]) => layoutOf(titles, seasonYear, picksIn)
  const isHeader = (titles: readonly string[]) => layoutFrom(titles) !== undefined || isTurned(titles)
  const read = readSheet(text, corrections, isHeader, NEEDED)
  const sheet = layoutFrom(textsOf(read.titles)) === undefined ? withNames(turned(read)) : read
  const layout = layoutFrom(textsOf(sheet.titles))
  if (layout === undefined) throw unreadable(NEEDED)
  if (sheet.rows.length === 0) throw unreadable('The list has no picks below its header')
  if (sheet.rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} rows at most`)
  const rows = sheet.rows.map((cells) => rowOf(cells, layout)).filter(isEntry)
  const count = rows.reduce((sum, { picks }) => sum + picks.length, 0)
  if (count > MAX_PICKS) throw unreadable(`A list can have ${MAX_PICKS} picks at most`)
  return { rows, columns: usesOf(sheet.titles, layout), lines: linesOf(read) }
}

function isEntry({ email, name, entryName, picks }: PastPicksRow): boolean {
  const who = plain(entryName || name)
  return !NOT_ROWS.has(who) && (picks.length > 0 || who !== '' || email !== '')
}

/** Whether the first column has the weeks, and each other column is an entry. */
function isTurned(titles: readonly string[]): boolean {
  const [first, ...others] = titles
  return (
    first !== undefined && kindOf(first) === 'week' && others.length > 0 && others.every((title) => kindOf(title) === undefined)
  )
}

/** Names the first column of a list whose rows and columns were exchanged. */
function withNames({ titles: [first, ...weeks], rows }: Sheet): Sheet {
  return { titles: first === undefined ? weeks : [{ ...first, text: 'Name' }, ...weeks], rows }
}

function layoutOf(titles: readonly string[], seasonYear: number, picksIn: (weekNumber: number) => number): Layout | undefined {
  const kinds = titles.map(kindOf)
  const indexOf = (kind: ColumnKind) => kinds.indexOf(kind)
  const weeks = titles.flatMap((title, index) => {
    const weekNumber = kinds[index] === undefined ? weekOf(title, seasonYear) : undefined
    return weekNumber === undefined ? [] : [{ index, weekNumber }]
  })
  const found = WHO.filter((kind) => indexOf(kind) >= 0).map((kind) => [kind, indexOf(kind)] as const)
  // Many lists have nothing above the names.
  const isUnnamed = found.length === 0 && weeks.length > 1 && kinds[0] === undefined && weeks[0]?.index !== 0
  const who = isUnnamed ? { name: 0 } : Object.fromEntries(found)
  if (Object.keys(who).length === 0) return undefined
  const [week, team] = [indexOf('week'), indexOf('team')]
  if (weeks.length === 0) return week >= 0 && team >= 0 ? { who, picks: { week, team } } : undefined
  for (const [weekNumber, { length }] of Map.groupBy(weeks, (week) => week.weekNumber)) {
    const often = picksIn(weekNumber) === 1 ? 'twice' : `${length} times`
    if (length > picksIn(weekNumber)) throw unreadable(`The header names week ${weekLabel(weekNumber)} ${often}`)
  }
  return { who, picks: weeks }
}

function rowOf(cells: readonly Cell[], { who, picks }: Layout): PastPicksRow {
  const cellAt = (index: number | undefined) => (index === undefined ? undefined : cells[index])
  const text = (index: number | undefined) => cellAt(index)?.text ?? ''
  // In other languages, `nom` beside `prénom` is the last name, and `nombre` beside `apellido` the first.
  const names = [who.first_name, who.name, who.last_name].map(text)
  const name =
    who.first_name !== undefined || who.last_name !== undefined ? names.filter((part) => part !== '').join(' ') : text(who.name)
  const named = { email: cellAt(who.email), name: cellAt(who.name), entry: cellAt(who.entry) }
  return {
    line: cells[0]?.line ?? 0,
    email: text(who.email),
    name,
    entryName: text(who.entry),
    who: Object.fromEntries(Object.entries(named).filter(([, cell]) => cell !== undefined)),
    picks:
      'week' in picks
        ? listedPick(numberIn(text(picks.week)), cells[picks.team])
        : picks.flatMap(({ index, weekNumber }) => listedPick(weekNumber, cells[index])),
  }
}

function listedPick(weekNumber: number | undefined, cell: Cell | undefined): readonly ListedPick[] {
  return cell === undefined || isNoPick(cell.text) ? [] : [{ weekNumber, cell, team: findTeam(cell.text) }]
}

function numberIn(text: string): number | undefined {
  const week = parseWeekLabel(/^\D*(\d{1,2}[a-f]?)$/iu.exec(text)?.[1] ?? '')
  return week !== undefined && isInSeason(week) ? week : undefined
}

function usesOf(titles: readonly Cell[], { who, picks }: Layout): readonly UsedColumn[] {
  const uses = new Map<number, string>(WHO.flatMap((kind) => (who[kind] === undefined ? [] : [[who[kind], inWords(kind)]])))
  if ('week' in picks) uses.set(picks.week, 'week').set(picks.team, 'team')
  else for (const { index, weekNumber } of picks) uses.set(index, `week ${weekLabel(weekNumber)}`)
  return usedColumns(titles, uses)
}
