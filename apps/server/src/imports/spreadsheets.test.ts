import { readListFile } from '@outlast/contract/read-list-file'
import { type UserId, userId } from '@outlast/domain'
import { type WorkbookCell, writeWorkbook } from '@outlast/testing/generated/workbook'
import { describe, expect, it } from 'vitest'
import { findEntries } from './find-entry.ts'
import { readPastPicks } from './past-picks-list.ts'
import { suggestTeam } from './team-names.ts'

// Lists as clubs write them, each with the picks that it means. All are of one pool in the season of 2025.

const member = (id: number, firstName: string, lastName: string) => ({
  userId: userId(id),
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@club.example`,
})
const MEMBERS = [
  member(1, 'Ann', 'Archer'),
  member(2, 'Bob', 'Baker'),
  member(3, 'José', 'Núñez'),
  member(4, 'Zoë', 'Müller'),
  { ...member(5, 'Ann', 'Zimmer'), email: 'zimmer@club.example' },
]
const entry = (name: string, owner: UserId) => ({ name, userId: owner })
const ENTRIES = [
  entry('Archer’s Arrows', userId(1)),
  entry('Bob 1', userId(2)),
  entry('Bob 2', userId(2)),
  entry('El Toro', userId(3)),
  entry('Zoë', userId(4)),
  entry('Zimmer', userId(5)),
]

type File = Uint8Array<ArrayBuffer>

interface Spreadsheet {
  readonly title: string
  readonly file: string | File
  /** The picks by entry, such as `1 KC, 3 BUF`. */
  readonly picks: Readonly<Record<string, string>>
  readonly ignored?: readonly string[]
  /** What an admin must correct: a cell that names no team, or a row that names no entry. */
  readonly open?: readonly string[]
}

const ARCHER = 'Archer’s Arrows'
const lines = (...text: readonly string[]): string => text.join('\n')
const utf8 = (text: string): File => new Uint8Array(new TextEncoder().encode(text))
const utf16 = (text: string): File => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const windows = (text: string): File => new Uint8Array(Buffer.from(text, 'latin1'))
const excel = (...rows: readonly (readonly WorkbookCell[])[]): File => writeWorkbook([{ name: 'Sheet1', rows }])

const SPREADSHEETS: readonly Spreadsheet[] = [
  {
    title: 'names and weeks with commas',
    file: lines('Name,Week 1,Week 2,Week 3', 'Ann Archer,KC,BUF,SF', 'José Núñez,DAL,,'),
    picks: { [ARCHER]: '1 KC, 2 BUF, 3 SF', 'El Toro': '1 DAL' },
  },
  {
    title: 'cells that were copied from a spreadsheet',
    file: lines('Name\tWk 1\tWk 2', 'Archer, Ann\tChiefs\tBills'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
  },
  {
    title: 'semicolons, as a German Excel saves them, in the encoding of Windows',
    file: windows(lines('Vorname;Nachname;Woche 1;Woche 2', 'José;Núñez;Dallas Cowboys;', 'Zoë;Müller;Packers;Jets')),
    picks: { 'El Toro': '1 DAL', Zoë: '1 GB, 2 NYJ' },
  },
  {
    title: 'UTF-16 with tabs, as Excel saves Unicode text',
    file: utf16(lines('Player\tW1\tW2', 'Zoë Müller\tGB\tNYJ')),
    picks: { Zoë: '1 GB, 2 NYJ' },
  },
  {
    title: 'UTF-8 with a mark and the line ends of Windows',
    file: '\uFEFFMember,1,2\r\nZoë Müller,GB,NYJ\r\n',
    picks: { Zoë: '1 GB, 2 NYJ' },
  },
  {
    title: 'a line that names the separator',
    file: lines('sep=;', 'Name;1;2', 'Ann Archer;KC;BUF'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
  },
  { title: 'vertical bars', file: lines('Name|1|2', 'Ann Archer|KC|BUF'), picks: { [ARCHER]: '1 KC, 2 BUF' } },
  {
    title: 'a title, a note and an empty line above the header',
    file: lines('Sunday Club Survivor 2025,,', 'updated 9/16,,', ',,', 'Owner,Week 1,Week 2', 'Ann Archer,KC,BUF'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
  },
  {
    title: 'nothing above the names',
    file: lines(',1,2,3', 'Ann Archer,KC,BUF,SF'),
    picks: { [ARCHER]: '1 KC, 2 BUF, 3 SF' },
  },
  {
    title: 'first and last names in two columns',
    file: lines('First Name,Last Name,Wk1,Wk2', 'Ann,Archer,KC,BUF', 'Ann,Zimmer,SF,'),
    picks: { [ARCHER]: '1 KC, 2 BUF', Zimmer: '1 SF' },
  },
  {
    title: 'French headings, where “Nom” is the last name',
    file: lines('Nom;Prénom;Semaine 1;Semaine 2', 'Müller;Zoë;Packers;Jets'),
    picks: { Zoë: '1 GB, 2 NYJ' },
  },
  {
    title: 'Spanish headings, where “Nombre” is the first name',
    file: lines('Nombre,Apellido,Semana 1,Jornada 2', 'José,Núñez,Vaqueros,Cowboys'),
    picks: { 'El Toro': '2 DAL' },
    open: ['Vaqueros'],
  },
  {
    title: 'names without accents',
    file: lines('Name,1', 'Jose Nunez,DAL', 'ZOE MULLER,GB'),
    picks: { 'El Toro': '1 DAL', Zoë: '1 GB' },
  },
  {
    title: 'names with an initial, and last names alone',
    file: lines('Name,1', 'Ann A.,KC', 'Zimmer,SF', 'J Núñez,DAL'),
    picks: { [ARCHER]: '1 KC', Zimmer: '1 SF', 'El Toro': '1 DAL' },
  },
  {
    title: 'a first name that two members have',
    file: lines('Name,1', 'Ann,KC', 'Bob Backer,DAL'),
    picks: {},
    open: ['2 members are called Ann: add the column email', 'Nobody here is called Bob Backer (Bob Baker)'],
  },
  {
    title: 'a member’s entries in the order of their rows',
    file: lines('Name,1,2', 'Bob Baker,KC,BUF', 'Bob Baker,DAL,SF'),
    picks: { 'Bob 1': '1 KC, 2 BUF', 'Bob 2': '1 DAL, 2 SF' },
  },
  {
    title: 'numbers behind the names',
    file: lines('Player,1', 'Bob Baker #2,DAL', 'Bob Baker (1),KC'),
    picks: { 'Bob 2': '1 DAL', 'Bob 1': '1 KC' },
  },
  {
    title: 'a column with the number of the entry',
    file: lines('Email,Entry,1', 'bob@club.example,2,DAL', 'bob@club.example,Entry 1,KC'),
    picks: { 'Bob 2': '1 DAL', 'Bob 1': '1 KC' },
  },
  {
    title: 'names of entries under “Team Name”',
    file: lines('Team Name,Paid,1', 'el toro,yes,DAL', 'Archers Arrows,no,KC'),
    picks: { 'El Toro': '1 DAL', [ARCHER]: '1 KC' },
    ignored: ['Paid'],
  },
  {
    title: 'addresses, phone numbers, a status and what is paid',
    file: lines(
      'Name,E-mail Address,Cell Phone,Status,Paid?,Week #1,Week #2',
      'Annie,ann@club.example,555-0102,ALIVE,$25,KC,BUF',
    ),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
    ignored: ['Cell Phone', 'Status', 'Paid?'],
  },
  {
    title: 'a status in the cells of the weeks',
    file: lines('Name,1,2,3,4', 'Ann Archer,KC,OUT,,', 'José Núñez,DAL,Bye,n/a,eliminated', 'Zoë Müller,x,-,—,No Pick'),
    picks: { [ARCHER]: '1 KC', 'El Toro': '1 DAL', Zoë: '' },
  },
  {
    title: 'results beside the teams',
    file: lines('Name,1,2,3,4,5,6', 'Ann Archer,W-DET,BAL*,KC (W),Bills - L,Eagles W 24-17,✓ SF'),
    picks: { [ARCHER]: '1 DET, 2 BAL, 3 KC, 4 BUF, 5 PHI, 6 SF' },
  },
  {
    title: 'columns with the result and the score of each week',
    file: lines('Name,Week 1,Week 1 Result,Week 1 Score,Week 2', 'Ann Archer,KC,W,27-20,BUF'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
    ignored: ['Week 1 Result', 'Week 1 Score'],
  },
  {
    title: 'weeks with their dates',
    file: lines('Name,Week 1 (9/7),Week 2 - 9/14,Wk 3 Sep 21', 'Ann Archer,KC,BUF,SF'),
    picks: { [ARCHER]: '1 KC, 2 BUF, 3 SF' },
  },
  {
    title: 'dates instead of weeks',
    file: lines('Name,9/7,9/14/2025,2025-09-21,28.9.2025,Oct 5', 'Ann Archer,KC,BUF,SF,DAL,GB'),
    picks: { [ARCHER]: '1 KC, 2 BUF, 3 SF, 4 DAL, 5 GB' },
  },
  {
    title: 'Thursdays and Mondays',
    file: lines('Name,9/4,9/15', 'Ann Archer,KC,BUF'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
  },
  {
    title: 'the rounds of the playoffs',
    file: lines('Name,18,Wild Card,Divisional Round,Conference Championships,Super Bowl', 'Ann Archer,KC,BUF,SF,DAL,GB'),
    picks: { [ARCHER]: '18 KC, 19 BUF, 20 SF, 21 DAL, 22 GB' },
  },
  {
    title: 'a row for each pick',
    file: lines('Email,Week,Pick', 'ann@club.example,1,KC', 'ann@club.example,Week 2,buffalo'),
    picks: { [ARCHER]: '1 KC, 2 BUF' },
  },
  {
    title: 'a row for each pick with German headings',
    file: lines('Spieler;Spieltag;Mannschaft', 'Zoë Müller;1;Packers', 'Zoë Müller;2. Spieltag;Jets'),
    picks: { Zoë: '1 GB' },
    open: ['week of Jets'],
  },
  {
    title: 'weeks as rows and members as columns',
    file: lines('Week,Ann Archer,José Núñez', '1,KC,DAL', '2,BUF,', '3,SF,GB'),
    picks: { [ARCHER]: '1 KC, 2 BUF, 3 SF', 'El Toro': '1 DAL, 3 GB' },
  },
  {
    title: 'totals below the rows, and a header that is repeated',
    file: lines('Name,1,2', 'Ann Archer,KC,BUF', 'Name,1,2', 'José Núñez,DAL,', 'Total,2,1'),
    picks: { [ARCHER]: '1 KC, 2 BUF', 'El Toro': '1 DAL' },
  },
  {
    title: 'empty rows and rows that are too short',
    file: lines('Name,1,2,3', '', 'Ann Archer,KC', ',,,', 'José Núñez,DAL,SF,GB,,,'),
    picks: { [ARCHER]: '1 KC', 'El Toro': '1 DAL, 2 SF, 3 GB' },
  },
  {
    title: 'quoted cells with commas and line breaks',
    file: '"Name","Week 1","Week 2"\n"Archer, Ann","Kansas City\nChiefs","Buffalo, NY"\n',
    picks: { [ARCHER]: '1 KC' },
    open: ['Buffalo, NY'],
  },
  {
    title: 'typing errors',
    file: lines('Name,1,2,3,4', 'Ann Archer,Chefs,Pakers,Bils,Purple'),
    picks: { [ARCHER]: '' },
    open: ['Chefs (Chiefs)', 'Pakers (Packers)', 'Bils (Bills)', 'Purple'],
  },
  {
    title: 'a member’s entries in the order of their rows, below “Entry”',
    file: lines('Entry,1,2', 'Bob Baker,KC,BUF', 'El Toro,GB,', 'Bob Baker,DAL,SF'),
    picks: { 'Bob 1': '1 KC, 2 BUF', 'El Toro': '1 GB', 'Bob 2': '1 DAL, 2 SF' },
  },
  {
    title: 'more rows of a member than entries',
    file: lines('Entry,1', 'Bob Baker,KC', 'Bob Baker,DAL', 'Bob Baker,SF'),
    picks: {},
    open: Array.from({ length: 3 }, () => 'This member has 2 entries: add the column entry'),
  },
  {
    title: 'two phone numbers, a nickname and remarks',
    file: lines('Player;Home Phone;Cell #;Notes;WK1;WK2', 'Bob Baker 2;555-0101;555-0102;pays late;KC;Bufalo'),
    picks: { 'Bob 2': '1 KC' },
    ignored: ['Home Phone', 'Cell #', 'Notes'],
    open: ['Bufalo (Bills)'],
  },
  {
    title: 'an Excel workbook with numbers for weeks',
    file: excel(['Name', 1, 2, 3], ['Ann Archer', 'KC', 'BUF', null], ['José Núñez', 'DAL']),
    picks: { [ARCHER]: '1 KC, 2 BUF', 'El Toro': '1 DAL' },
  },
  {
    title: 'an Excel workbook with dates for weeks, and dates of payment',
    file: excel(
      ['Player', 'Paid', { date: '2025-09-07' }, { date: '2025-09-14' }],
      ['Zoë Müller', { date: '2025-08-30' }, 'Packers', 'NY Jets'],
    ),
    picks: { Zoë: '1 GB, 2 NYJ' },
    ignored: ['Paid'],
  },
  {
    title: 'an Excel workbook with a title, an empty line, and formulas',
    file: excel(
      ['Sunday Club Survivor 2025'],
      [],
      ['Owner', 'Alive?', 'Week 1', 'Week 2'],
      ['Ann Archer', true, 'KC', { formula: 'VLOOKUP(A4,Picks,2,0)', result: 'Bills' }],
      ['Bob Baker #2', false, 'Chefs', { formula: 'VLOOKUP(A5,Picks,2,0)', result: '#N/A' }],
    ),
    picks: { [ARCHER]: '1 KC, 2 BUF', 'Bob 2': '' },
    ignored: ['Alive?'],
    open: ['Chefs (Chiefs)'],
  },
  {
    title: 'an Excel workbook whose first columns are empty',
    file: excel([null, null, 'Name', 'Wk 1'], [null, null, 'Archer, Ann', '49ers']),
    picks: { [ARCHER]: '1 SF' },
  },
  {
    title: 'an Excel workbook with line breaks, quotes and tabs in its cells',
    file: excel(['Team\nName', 'Week 1'], ['El "Toro"', 'Kansas City\nChiefs'], ['Archer’s\tArrows', '"Bills"']),
    picks: { 'El Toro': '1 KC', [ARCHER]: '1 BUF' },
  },
]

async function meaningOf(file: string | File) {
  const read = await readListFile(typeof file === 'string' ? utf8(file) : file)
  const csv = 'sheets' in read ? (read.sheets[0]?.csv ?? '') : read.problem
  const { rows, columns } = readPastPicks(csv, 2025)
  const found = findEntries(ENTRIES, MEMBERS, rows)
  const picks: Record<string, string> = {}
  const open: string[] = []
  const note = (text: string, suggestion: string | null | undefined) => open.push(suggestion ? `${text} (${suggestion})` : text)
  for (const [index, row] of rows.entries()) {
    const match = found[index]
    if (match === undefined || 'problem' in match) {
      note(match?.problem ?? '', match?.suggestion)
      continue
    }
    const known = row.picks.filter(({ team, weekNumber }) => team !== undefined && weekNumber !== undefined)
    const listed = known.map(({ team, weekNumber }) => `${weekNumber} ${team}`)
    picks[match.name] = [picks[match.name], ...listed].filter((text) => text).join(', ')
    for (const { team, weekNumber, cell } of row.picks) {
      if (team === undefined) note(cell.text, suggestTeam(cell.text))
      else if (weekNumber === undefined) note(`week of ${cell.text}`, null)
    }
  }
  return { picks, open, ignored: columns.flatMap(({ title, used_as }) => (used_as === null ? [title] : [])) }
}

describe('a list of past picks as a club writes it', () => {
  it.each(SPREADSHEETS)('is understood: $title', async ({ file, picks, ignored = [], open = [] }) => {
    expect(await meaningOf(file)).toEqual({ picks, open, ignored })
  })
})

describe('a team as people write it', () => {
  it.each([
    [
      'KC',
      'kc',
      'Chiefs',
      'chiefs',
      'Kansas City',
      'KC Chiefs',
      'Kansas City Chiefs',
      'KAN',
      'Chiefs (W)',
      'W KC',
      'KC 27-20',
      'KC over BAL',
      'Chiefs vs Ravens',
    ],
    ['NYJ', 'NY Jets', 'N.Y. Jets', 'New York Jets', 'jets', 'NYJ*'],
    ['LAR', 'LA Rams', 'L.A. Rams', 'Rams', 'Los Angeles Rams', 'LA', 'St. Louis'],
    ['SF', '49ers', '49’ers', 'Niners', 'San Fran', 'SFO', 'SF 49ers'],
    ['TB', 'Bucs', 'Tampa', 'Tampa Bay', 'TB Bucs'],
    ['WSH', 'Washington', 'Commanders', 'WAS', 'Wash', 'WFT', 'Football Team'],
    ['NE', 'Pats', 'New England', 'N. England', 'NWE'],
    ['JAX', 'Jags', 'JAC', 'Jacksonville Jaguars'],
    ['GB', 'Green bay', 'GNB', 'Pack', 'G.B.', 'packers '],
    ['DET', 'W-DET', 'Detroit Lions W', 'Lion', 'lions - auto'],
    ['LV', 'Raiders', 'Oakland', 'LV Raiders', 'Las Vegas'],
  ])('means %s: %s, %s, %s and others', (team, ...texts) => {
    const found = texts.map((text) => readPastPicks(`name,1\nAnn,"${text}"`, 2025).rows[0]?.picks[0]?.team)
    expect(found).toEqual(texts.map(() => team))
  })
})
