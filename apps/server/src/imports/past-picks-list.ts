import { parseTeam, type TeamAbbr, TEAMS } from '@outlast/domain'
import { EMAIL_TITLES, readCsvList, unreadable } from '../lib/csv-list.ts'

/** A row of a list of past picks: an entry with its picks. */
export interface PastPicksRow {
  /** The line of the list, from 1 with the header. */
  readonly line: number
  readonly email: string
  readonly entryName: string
  readonly picks: readonly ListedPick[]
}

export interface ListedPick {
  /** Undefined if the list has no number from 1 to 22 there. */
  readonly weekNumber: number | undefined
  /** The cell as it is in the list. */
  readonly text: string
  readonly team: TeamAbbr | undefined
}

const MAX_ROWS = 10_000
const MAX_PICKS = 20_000
const LAST_WEEK = 22

/** The headings that spreadsheets use for the columns, in lower case. */
const ENTRY = ['entry', 'entry name', 'pool entry']
const WEEK = ['week', 'wk', 'week number']
const TEAM = ['team', 'pick', 'team picked', 'picked']
const WIDE_WEEK = /^(?:week|wk|w)?[ #.]*(\d{1,2})$/
/** What people write into the cell of a week without a pick. */
const NO_PICK = new Set(['', '-', '–', '—', 'x', 'none', 'no pick', 'n/a', 'out', 'eliminated'])

/**
 * Reads a list of past picks, as spreadsheets have them: one row per entry with a column for each week, or one row per pick with the
 * columns week and team. The entry is named by its member's email, by its name, or by both.
 * @throws HttpError `import_unreadable` if no row could be checked
 */
export function readPastPicks(csv: string): readonly PastPicksRow[] {
  const { titles, rows } = readCsvList(csv)
  const indexOf = (names: readonly string[]) => titles.findIndex((title) => names.includes(title))
  const [email, entry] = [indexOf(EMAIL_TITLES), indexOf(ENTRY)]
  if (email < 0 && entry < 0) throw unreadable('The first line must be a header with email or entry, and with the weeks')
  const cellsOf = picksReader(titles, indexOf(WEEK), indexOf(TEAM))
  if (rows.length === 0) throw unreadable('The list has no picks below its header')
  if (rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} rows at most`)
  const listed = rows.map(({ record, line }) => {
    const cell = (index: number) => record[index]?.trim() ?? ''
    return { line, email: cell(email), entryName: cell(entry), picks: cellsOf(cell) }
  })
  const count = listed.reduce((sum, { picks }) => sum + picks.length, 0)
  if (count > MAX_PICKS) throw unreadable(`A list can have ${MAX_PICKS} picks at most`)
  return listed
}

type PicksReader = (cell: (index: number) => string) => readonly ListedPick[]

function picksReader(titles: readonly string[], week: number, team: number): PicksReader {
  if (week >= 0 && team >= 0) return (cell) => listedPick(weekNumberOf(/^\D*(\d{1,2})$/.exec(cell(week))?.[1]), cell(team))
  const weeks = titles.flatMap((title, index) => {
    const weekNumber = weekNumberOf(WIDE_WEEK.exec(title)?.[1])
    return weekNumber === undefined ? [] : [{ index, weekNumber }]
  })
  if (weeks.length === 0) {
    throw unreadable('The header names no weeks. Use a column for each week (1, 2, 3 …), or the two columns week and team')
  }
  const repeated = weeks.find(({ weekNumber }, index) => weeks.findIndex((other) => other.weekNumber === weekNumber) < index)
  if (repeated !== undefined) throw unreadable(`The header names week ${repeated.weekNumber} twice`)
  return (cell) => weeks.flatMap(({ index, weekNumber }) => listedPick(weekNumber, cell(index)))
}

function listedPick(weekNumber: number | undefined, text: string): readonly ListedPick[] {
  return NO_PICK.has(text.toLowerCase()) ? [] : [{ weekNumber, text, team: findTeam(text) }]
}

function weekNumberOf(text: string | undefined): number | undefined {
  const weekNumber = Number(text)
  return weekNumber >= 1 && weekNumber <= LAST_WEEK ? weekNumber : undefined
}

/** Teams by name. Only names that belong to a single team: `chiefs`, `kansas city`, `kansas city chiefs`, but not `new york`. */
const TEAM_OF_NAME: ReadonlyMap<string, TeamAbbr> = (() => {
  const known = new Map<string, TeamAbbr>()
  const shared = new Set<string>()
  for (const { abbr, city, name } of TEAMS) {
    for (const text of [city, name, `${city} ${name}`].map((one) => one.toLowerCase())) {
      if (known.has(text)) shared.add(text)
      known.set(text, abbr)
    }
  }
  for (const text of shared) known.delete(text)
  return known
})()

/** Finds a team by its abbreviation, name, or city, also with a remark in parentheses such as `KC (W)`. */
function findTeam(text: string): TeamAbbr | undefined {
  const plain = text.replace(/\s*[([].*$/u, '').trim()
  return parseTeam(plain) ?? TEAM_OF_NAME.get(plain.toLowerCase().replaceAll(/\s+/gu, ' '))
}
