import { parseWeekLabel, type TeamAbbr, weekLabel } from '@outlast/domain'
import { unreadable } from '../lib/csv-list.ts'
import type { CellAccounts, CellQuestion } from './cell-accounts.ts'
import { type ColumnKind, isInSeason, kindOf, resultWeekOf, weekOf } from './columns.ts'
import { readResult, readStanding, type StatedOutcome } from './outcomes.ts'
import {
  type Cell,
  type Correction,
  inWords,
  lineKind,
  linesOf,
  NOT_AN_ENTRY,
  readSheet,
  type Sheet,
  textsOf,
  turned,
  type UsedColumn,
  usedColumns,
} from './sheet.ts'
import { findTeam, readPickCell } from './team-names.ts'

/** A row of a list of past picks: an entry with its picks. */
export interface PastPicksRow {
  /** The line of the file, from 1. */
  readonly line: number
  readonly email: string
  /** The name of the member. */
  readonly name: string
  readonly entryName: string
  /** The cells that say whose picks these are, also empty ones. */
  readonly who: Readonly<Partial<Record<'email' | 'name' | 'entry', Cell>>>
  readonly whoCells: readonly Cell[]
  /** The cell that names the week, in a list with a row for each pick. */
  readonly weekCell: Cell | undefined
  readonly picks: readonly ListedPick[]
  /** The cells that say that there is no pick. */
  readonly noPicks: readonly ListedNoPick[]
  /** When the answer came in. */
  readonly time: Cell | undefined
  readonly outcomes: readonly ListedOutcome[]
  /** Cells that mean nothing, beside those of picks. */
  readonly questions: readonly { readonly cell: Cell; readonly question: CellQuestion }[]
  /** A team beyond the last heading, while another cell names none: the cells have probably moved to the right. */
  readonly surplusTeam: Cell | undefined
}

interface Listed {
  /** Undefined if the list has no number from 1 to 22 there. */
  readonly weekNumber: number | undefined
  readonly cell: Cell
  /** The cell that names the week, in a list with a row for each pick. */
  readonly weekCell: Cell | undefined
}

export interface ListedPick extends Listed {
  readonly team: TeamAbbr | undefined
  /** Why the cell names no team; undefined if it does. */
  readonly question: CellQuestion | undefined
  /** The result that stands beside the team. */
  readonly result: 'won' | 'lost' | undefined
}

export type ListedNoPick = Listed

interface ListedOutcome {
  readonly cell: Cell
  /** Null for a tie, which the rules of a pool can count as a win or a loss. */
  readonly stated: StatedOutcome | null
}

export interface PastPicksList {
  readonly rows: readonly PastPicksRow[]
  readonly columns: readonly UsedColumn[]
  /** All cells of the list. */
  readonly lines: readonly (readonly Cell[])[]
  readonly headingOf: (cell: Cell) => string
  /** Says what became of the cells that belong to no row. */
  readonly settleOthers: (accounts: CellAccounts) => void
}

const MAX_ROWS = 10_000
const MAX_PICKS = 20_000

const WHO = ['email', 'name', 'first_name', 'last_name', 'entry'] as const satisfies readonly ColumnKind[]
const NEEDED =
  'The list needs a line with the names of its columns: one for the member or the entry (name, email or entry), and one for each week (1, 2, 3 …), or the two columns week and team'

/** Where the columns of a list are. */
interface Layout {
  readonly who: Readonly<Partial<Record<(typeof WHO)[number], number>>>
  /** A column for each week, or the two columns week and team. */
  readonly picks: readonly WeekColumn[] | { readonly week: number; readonly team: number }
  readonly time: number | undefined
  readonly outcomes: readonly OutcomeColumn[]
  /** The number of columns up to the last with a title. */
  readonly width: number
}

interface WeekColumn {
  readonly index: number
  readonly weekNumber: number
}

/** A column that says who is in or out, or how the pick of a week ended; `weekNumber` is null if the row says which week that is. */
interface OutcomeColumn {
  readonly index: number
  readonly of: 'alive' | 'out' | 'result'
  readonly weekNumber: number | null
}

type PicksIn = (weekNumber: number) => number

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
  picksIn: PicksIn = () => 1,
): PastPicksList {
  const layoutFrom = (titles: readonly string[]) => layoutOf(titles, seasonYear, picksIn)
  const isNamed = (titles: readonly string[]) => layoutFrom(titles) !== undefined
  const unnamedFrom = (titles: readonly string[]) =>
    weekOf(titles[0] ?? '', seasonYear) === undefined ? layoutFrom(withoutNames(titles)) : undefined
  const read = readSheet(text, corrections, {
    isHeader: (titles) => isNamed(titles) || isTurned(titles),
    isMergedHeader: isNamed,
    isPoorHeader: (titles) => unnamedFrom(titles) !== undefined,
    needed: NEEDED,
    useOf: (titles) => {
      const uses = usesIn(layoutFrom(titles) ?? unnamedFrom(titles))
      return (column) => (uses.size === 0 ? (column === 0 ? 'week' : 'pick') : uses.get(column)?.kind)
    },
  })
  const titles = textsOf(read.titles)
  const named = layoutFrom(titles) ?? unnamedFrom(titles)
  const sheet = named === undefined ? withNames(turned(read)) : read
  const layout = named ?? layoutFrom(textsOf(sheet.titles))
  if (layout === undefined) throw unreadable(NEEDED)
  if (sheet.rows.length === 0) throw unreadable('The list has no picks below its header')
  if (sheet.rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} rows at most`)
  const kept = { ...layout, outcomes: layout.outcomes.filter((column) => isReadable(column, sheet.rows)) }
  const { rows, others } = splitLines(sheet.rows, kept, picksIn)
  const count = rows.reduce((sum, { picks }) => sum + picks.length, 0)
  if (count > MAX_PICKS) throw unreadable(`A list can have ${MAX_PICKS} picks at most`)
  const uses = usesIn(kept)
  return {
    rows,
    columns: usedColumns(sheet.titles, new Map(Array.from(uses, ([index, { words }]) => [index, words]))),
    lines: linesOf(read),
    headingOf: ({ column }) => titles[column] ?? '',
    settleOthers: (accounts) => {
      settleAround(accounts, read, sheet, (column) => uses.has(column))
      for (const { kind, cells } of others) accounts.settle(kind, ...cells)
    },
  }
}

/** Settles the cells around the rows: lines above the header, headings, and columns that are not used. */
function settleAround(
  accounts: CellAccounts,
  read: Sheet,
  sheet: Pick<Sheet, 'rows'>,
  isUsed: (column: number) => boolean,
): void {
  accounts.settle('note', ...read.above.flat())
  accounts.settle('heading', ...read.headings.flat())
  const isTurnedSheet = sheet !== read
  for (const cells of read.rows) {
    for (const [index, cell] of cells.entries()) {
      if ((read.titles[index]?.text ?? '') === '' && (isTurnedSheet || !isUsed(index))) accounts.settle('surplus', cell)
      else if (isTurnedSheet ? index === 0 : !isUsed(index)) accounts.settle(isTurnedSheet ? 'heading' : 'unused', cell)
    }
  }
}

interface OtherLine {
  readonly kind: 'total' | 'note'
  readonly cells: readonly Cell[]
}

/** Separates the rows of entries from lines that count others or belong to nobody. */
function splitLines(lines: Sheet['rows'], layout: Layout, picksIn: PicksIn) {
  const rows: PastPicksRow[] = []
  const others: OtherLine[] = []
  for (const cells of lines) {
    const row = rowOf(cells, layout, picksIn)
    const kind = kindOfLine(cells, row)
    if (kind === undefined) rows.push(row)
    else others.push({ kind, cells })
  }
  return { rows, others }
}

function kindOfLine(cells: readonly Cell[], row: PastPicksRow): OtherLine['kind'] | undefined {
  const first = cells.find(({ text }) => text !== '')
  if (first === undefined || row.whoCells.some(({ text }) => text.toLowerCase() === NOT_AN_ENTRY)) return 'note'
  const isNobodys = row.email === '' && row.name === '' && row.entryName === ''
  const kind = row.whoCells.includes(first) || isNobodys ? lineKind(first.text) : undefined
  // A member or an entry can be called so.
  const namesTeams = row.picks.some(({ team }) => team !== undefined)
  if (kind !== undefined && !namesTeams) return kind
  return isNobodys && row.picks.length === 0 && row.noPicks.length === 0 ? 'note' : undefined
}

/** Whether the first column has the weeks, and each other column is an entry. */
function isTurned(titles: readonly string[]): boolean {
  const [first, ...others] = titles
  return (
    first !== undefined && kindOf(first) === 'week' && others.length > 0 && others.every((title) => kindOf(title) === undefined)
  )
}

/** Names the first column of a list whose rows and columns were exchanged. */
function withNames({ titles: [first, ...weeks], rows }: Pick<Sheet, 'titles' | 'rows'>): Pick<Sheet, 'titles' | 'rows'> {
  return { titles: first === undefined ? weeks : [{ ...first, text: 'Name' }, ...weeks], rows }
}

/** Names the first column of a list that has nothing above the names. */
function withoutNames([first = '', ...others]: readonly string[]): readonly string[] {
  return kindOf(first) === undefined ? ['Name', ...others] : [first, ...others]
}

function layoutOf(titles: readonly string[], seasonYear: number, picksIn: PicksIn): Layout | undefined {
  const kinds = titles.map(kindOf)
  const indexOf = (kind: ColumnKind) => kinds.indexOf(kind)
  const weeks = titles.flatMap((title, index) => {
    const weekNumber = kinds[index] === undefined ? weekOf(title, seasonYear) : undefined
    return weekNumber === undefined ? [] : [{ index, weekNumber }]
  })
  const who = Object.fromEntries(WHO.filter((kind) => indexOf(kind) >= 0).map((kind) => [kind, indexOf(kind)] as const))
  if (Object.keys(who).length === 0) return undefined
  const time = indexOf('time') < 0 ? undefined : indexOf('time')
  const outcomes = outcomeColumns(titles, weeks, seasonYear)
  const width = titles.findLastIndex((title) => title !== '') + 1
  const [week, team] = [indexOf('week'), indexOf('team')]
  if (weeks.length === 0) return week >= 0 && team >= 0 ? { who, picks: { week, team }, time, outcomes, width } : undefined
  for (const [weekNumber, { length }] of Map.groupBy(weeks, (column) => column.weekNumber)) {
    const often = picksIn(weekNumber) === 1 ? 'twice' : `${length} times`
    if (length > picksIn(weekNumber)) throw unreadable(`The header names week ${weekLabel(weekNumber)} ${often}`)
  }
  return { who, picks: weeks, time, outcomes, width }
}

function outcomeColumns(titles: readonly string[], weeks: readonly WeekColumn[], seasonYear: number): readonly OutcomeColumn[] {
  return titles.flatMap((title, index): readonly OutcomeColumn[] => {
    const kind = kindOf(title)
    if (kind === 'alive' || kind === 'out') return [{ index, of: kind, weekNumber: null }]
    const ofWeek = resultWeekOf(title, seasonYear)
    if (ofWeek !== undefined) return [{ index, of: 'result', weekNumber: ofWeek }]
    if (kind !== 'result') return []
    if (weeks.length === 0) return [{ index, of: 'result', weekNumber: null }]
    // Beside the column of a week it has the results of this week.
    const beside = weeks.find((column) => column.index === index - 1)
    return beside === undefined ? [] : [{ index, of: 'result', weekNumber: beside.weekNumber }]
  })
}

/** Whether most cells of a column can be read as outcomes. Another one only has a heading that sounds like it. */
function isReadable({ index, of }: OutcomeColumn, rows: Sheet['rows']): boolean {
  const texts = rows.flatMap((cells) => cells[index]?.text || [])
  const read = texts.filter((text) => (of === 'result' ? readResult(text, 1) : readStanding(of, text)) !== undefined)
  return texts.length > 0 && read.length * 2 >= texts.length
}

function rowOf(cells: readonly Cell[], { who, picks, time, outcomes, width }: Layout, picksIn: PicksIn): PastPicksRow {
  const cellAt = (index: number | undefined) => (index === undefined ? undefined : cells[index])
  const text = (index: number | undefined) => cellAt(index)?.text ?? ''
  // In other languages, `nom` beside `prénom` is the last name, and `nombre` beside `apellido` the first.
  const names = [who.first_name, who.name, who.last_name].map(text)
  const isSplit = who.first_name !== undefined || who.last_name !== undefined
  // A name in several columns is answered in the last of them, with the whole name.
  const nameCell = cellAt(isSplit ? (who.last_name ?? who.first_name) : who.name)
  const isAnswered = isSplit && nameCell?.was !== undefined && nameCell.text !== ''
  const name = isSplit && !isAnswered ? names.filter((part) => part !== '').join(' ') : (nameCell?.text ?? '')
  const named = { email: cellAt(who.email), name: nameCell, entry: cellAt(who.entry) }
  const weekCell = 'week' in picks ? cellAt(picks.week) : undefined
  const weekNumber = weekCell === undefined ? undefined : numberIn(weekCell.text)
  const places = 'week' in picks ? [{ index: picks.team, weekNumber }] : picks
  const listed = places.map((place) => listedIn(place.weekNumber, cellAt(place.index), weekCell, picksIn))
  const read = outcomes.map((column) => outcomeIn(column, cellAt(column.index), weekNumber))
  const ofPicks = listed.flatMap((found) => found.picks)
  return {
    line: cells[0]?.line ?? 0,
    email: text(who.email),
    name,
    entryName: text(who.entry),
    who: Object.fromEntries(Object.entries(named).filter(([, cell]) => cell !== undefined)),
    whoCells: WHO.flatMap((kind) => cellAt(who[kind]) ?? []),
    weekCell,
    picks: ofPicks,
    noPicks: listed.flatMap((found) => found.noPicks),
    time: cellAt(time),
    outcomes: read.flatMap(({ outcome }) => outcome ?? []),
    questions: read.flatMap(({ question }) => question ?? []),
    surplusTeam: ofPicks.some(({ question }) => question !== undefined)
      ? cells.slice(width).find((cell) => findTeam(cell.text) !== undefined)
      : undefined,
  }
}

function listedIn(weekNumber: number | undefined, cell: Cell | undefined, weekCell: Cell | undefined, picksIn: PicksIn) {
  if (cell === undefined || cell.text === '') return { picks: [], noPicks: [] }
  const place = { weekNumber, cell, weekCell }
  const read = readPickCell(cell.text, weekNumber === undefined ? 1 : picksIn(weekNumber))
  switch (read.as) {
    case 'teams':
      return {
        picks: read.teams.map((team): ListedPick => ({ ...place, team, question: undefined, result: read.result })),
        noPicks: [],
      }
    case 'no_pick':
      return { picks: [], noPicks: [place] }
    case 'question':
      return { picks: [{ ...place, team: undefined, question: read.question, result: undefined }], noPicks: [] }
    default:
      return read satisfies never
  }
}

const STANDINGS = ['alive', 'out'].map((text) => ({ text, label: text }))
const RESULTS = ['won', 'lost'].map((text) => ({ text, label: text }))

/** Reads an outcome. A tie is neither won nor lost, so that it is not compared. */
function outcomeIn(
  { of, weekNumber }: OutcomeColumn,
  cell: Cell | undefined,
  weekOfRow: number | undefined,
): { readonly outcome?: ListedOutcome; readonly question?: PastPicksRow['questions'][number] } {
  // A column of entries that are out is empty for the others.
  if (cell === undefined) return {}
  if (cell.text === '') return of === 'out' ? { outcome: { cell, stated: { status: 'alive', week: null } } } : {}
  const week = weekNumber ?? weekOfRow
  const stated = of === 'result' ? (week === undefined ? 'tied' : readResult(cell.text, week)) : readStanding(of, cell.text)
  if (stated !== undefined) return { outcome: { cell, stated: stated === 'tied' ? null : stated } }
  const choices = of === 'result' ? RESULTS : STANDINGS
  return { question: { cell, question: { problem: `${cell.text} is not an outcome`, suggestion: null, choices } } }
}

function numberIn(text: string): number | undefined {
  const week = parseWeekLabel(/^\D*(\d{1,2}[a-f]?)$/iu.exec(text)?.[1] ?? '')
  return week !== undefined && isInSeason(week) ? week : undefined
}

/** What a column is used as: its kind, and in words. */
interface Use {
  readonly kind: string
  readonly words: string
}

function usesIn(layout: Layout | undefined): ReadonlyMap<number, Use> {
  const uses = new Map<number, Use>()
  if (layout === undefined) return uses
  const { who, picks, time, outcomes } = layout
  for (const kind of WHO) if (who[kind] !== undefined) uses.set(who[kind], { kind, words: inWords(kind) })
  if ('week' in picks) uses.set(picks.week, { kind: 'week', words: 'week' }).set(picks.team, { kind: 'pick', words: 'team' })
  else for (const { index, weekNumber } of picks) uses.set(index, { kind: 'pick', words: `week ${weekLabel(weekNumber)}` })
  if (time !== undefined) uses.set(time, { kind: 'time', words: 'time of the answer' })
  for (const { index, of, weekNumber } of outcomes) {
    const words = of !== 'result' ? 'outcome' : weekNumber === null ? 'result' : `result of week ${weekLabel(weekNumber)}`
    uses.set(index, { kind: of, words })
  }
  return uses
}
