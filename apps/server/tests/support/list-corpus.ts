import { type WorkbookCell, writeWorkbook } from '@outlast/testing/generated/workbook'
import type { PoolRules } from '@outlast/domain'
import type { meaningOf } from './list-pool.ts'

// Lists as clubs write them, each with what it means. All are of the pool of list-pool.ts, in the season of 2025.

type File = Uint8Array<ArrayBuffer>

interface ClubList {
  readonly title: string
  readonly file: string | File
  readonly rules?: Partial<PoolRules>
  /** What is written, and everything that is not. Omitted fields are empty. */
  readonly means: Partial<ReturnType<typeof meaningOf>>
}

const lines = (...text: readonly string[]): string => text.join('\n')
const utf16 = (text: string): File => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const windows = (text: string): File => new Uint8Array(Buffer.from(text, 'latin1'))
const excel = (...rows: readonly (readonly WorkbookCell[])[]): File => writeWorkbook([{ name: 'Sheet1', rows }])

export const CLUB_LISTS: readonly ClubList[] = [
  {
    title: 'names and weeks with commas',
    file: lines('Name,Week 1,Week 2,Week 3', 'Ann Archer,KC,BUF,SF', 'José Núñez,DAL,,'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF', 'El Toro': '1 DAL' } },
  },
  {
    title: 'cells that were copied from a spreadsheet',
    file: lines('Name\tWk 1\tWk 2', 'Archer, Ann\tChiefs\tBills'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'semicolons, as a German Excel saves them, in the encoding of Windows',
    file: windows(lines('Vorname;Nachname;Woche 1;Woche 2', 'José;Núñez;Dallas Cowboys;', 'Zoë;Müller;Packers;Jets')),
    means: { written: { 'El Toro': '1 DAL', Zoë: '1 GB, 2 NYJ' } },
  },
  {
    title: 'UTF-16 with tabs, as Excel saves Unicode text',
    file: utf16(lines('Player\tW1\tW2', 'Zoë Müller\tGB\tNYJ')),
    means: { written: { Zoë: '1 GB, 2 NYJ' } },
  },
  {
    title: 'UTF-8 with a mark and the line ends of Windows',
    file: '\uFEFFMember,1,2\r\nZoë Müller,GB,NYJ\r\n',
    means: { written: { Zoë: '1 GB, 2 NYJ' } },
  },
  {
    title: 'a line that names the separator',
    file: lines('sep=;', 'Name;1;2', 'Ann Archer;KC;BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'vertical bars',
    file: lines('Name|1|2', 'Ann Archer|KC|BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'a title, a note and an empty line above the header',
    file: lines('Sunday Club Survivor 2025,,', 'updated 9/16,,', ',,', 'Owner,Week 1,Week 2', 'Ann Archer,KC,BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' }, named: ['note: Sunday Club Survivor 2025', 'note: updated 9/16'] },
  },
  {
    title: 'nothing above the names',
    file: lines(',1,2,3', 'Ann Archer,KC,BUF,SF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF' } },
  },
  {
    title: 'first and last names in two columns',
    file: lines('First Name,Last Name,Wk1,Wk2', 'Ann,Archer,KC,BUF', 'Ann,Zimmer,SF,'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF', Zimmer: '1 SF' } },
  },
  {
    title: 'French headings, where “Nom” is the last name',
    file: lines('Nom;Prénom;Semaine 1;Semaine 2', 'Müller;Zoë;Packers;Jets'),
    means: { written: { Zoë: '1 GB, 2 NYJ' } },
  },
  {
    title: 'Spanish headings, where “Nombre” is the first name',
    file: lines('Nombre,Apellido,Semana 1,Jornada 2', 'José,Núñez,Vaqueros,Cowboys'),
    means: { written: { 'El Toro': '2 DAL' }, questions: ['2, Semana 1: Vaqueros: There is no team Vaqueros'] },
  },
  {
    title: 'names without accents',
    file: lines('Name,1', 'Jose Nunez,DAL', 'ZOE MULLER,GB'),
    means: { written: { 'El Toro': '1 DAL', Zoë: '1 GB' } },
  },
  {
    title: 'names with an initial, and last names alone',
    file: lines('Name,1', 'Ann A.,KC', 'Zimmer,SF', 'J Núñez,DAL'),
    means: { written: { 'Archer’s Arrows': '1 KC', Zimmer: '1 SF', 'El Toro': '1 DAL' } },
  },
  {
    title: 'a first name that two members have',
    file: lines('Name,1', 'Ann,KC', 'Bob Backer,DAL'),
    means: {
      questions: [
        '2, Name: Ann: 2 members are called Ann: choose one [Ann Archer, ann@club.example, Ann Zimmer, zimmer@club.example]',
        '3, Name: Bob Backer: Nobody here is called Bob Backer [Bob Baker]',
      ],
    },
  },
  {
    title: 'a member’s entries in the order of their rows',
    file: lines('Name,1,2', 'Bob Baker,KC,BUF', 'Bob Baker,DAL,SF'),
    means: { written: { 'Bob 1': '1 KC, 2 BUF', 'Bob 2': '1 DAL, 2 SF' } },
  },
  {
    title: 'numbers behind the names',
    file: lines('Player,1', 'Bob Baker #2,DAL', 'Bob Baker (1),KC'),
    means: { written: { 'Bob 2': '1 DAL', 'Bob 1': '1 KC' } },
  },
  {
    title: 'a column with the number of the entry',
    file: lines('Email,Entry,1', 'bob@club.example,2,DAL', 'bob@club.example,Entry 1,KC'),
    means: { written: { 'Bob 2': '1 DAL', 'Bob 1': '1 KC' } },
  },
  {
    title: 'names of entries under “Team Name”',
    file: lines('Team Name,Paid,1', 'el toro,yes,DAL', 'Archers Arrows,no,KC'),
    means: { written: { 'El Toro': '1 DAL', 'Archer’s Arrows': '1 KC' }, unused: ['Paid'] },
  },
  {
    title: 'addresses, phone numbers, a status and what is paid',
    file: lines(
      'Name,E-mail Address,Cell Phone,Status,Paid?,Week #1,Week #2',
      'Annie,ann@club.example,555-0102,ALIVE,$25,KC,BUF',
    ),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' }, unused: ['Cell Phone', 'Paid?'] },
  },
  {
    title: 'a status in the cells of the weeks',
    file: lines('Name,1,2,3,4', 'Ann Archer,KC,OUT,,', 'José Núñez,DAL,Bye,n/a,eliminated', 'Zoë Müller,x,-,—,No Pick'),
    means: {
      written: { 'Archer’s Arrows': '1 KC', 'El Toro': '1 DAL' },
      noPicks: [
        'Archer’s Arrows 2 OUT (was in)',
        'El Toro 2 Bye (was in)',
        'El Toro 3 n/a (was in)',
        'El Toro 4 eliminated (was in)',
        'Zoë 1 x (was in)',
        'Zoë 2 -',
        'Zoë 3 —',
        'Zoë 4 No Pick',
      ],
    },
  },
  {
    title: 'results beside the teams',
    file: lines('Name,1,2,3,4,5,6', 'Ann Archer,W-DET,BAL*,KC (W),Bills - L,Eagles W 24-17,✓ SF'),
    means: {
      written: { 'Archer’s Arrows': '1 DET, 2 BAL, 3 KC, 4 BUF, 5 PHI, 6 SF' },
      differences: ['Archer’s Arrows: lost, here won (week 4)'],
    },
  },
  {
    title: 'columns with the result and the score of each week',
    file: lines('Name,Week 1,Week 1 Result,Week 1 Score,Week 2', 'Ann Archer,KC,W,27-20,BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' }, unused: ['Week 1 Score'] },
  },
  {
    title: 'weeks with their dates',
    file: lines('Name,Week 1 (9/7),Week 2 - 9/14,Wk 3 Sep 21', 'Ann Archer,KC,BUF,SF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF' } },
  },
  {
    title: 'dates instead of weeks',
    file: lines('Name,9/7,9/14/2025,2025-09-21,28.9.2025,Oct 5', 'Ann Archer,KC,BUF,SF,DAL,GB'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF, 4 DAL, 5 GB' } },
  },
  {
    title: 'Thursdays and Mondays',
    file: lines('Name,9/4,9/15', 'Ann Archer,KC,BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'the rounds of the playoffs',
    file: lines('Name,18,Wild Card,Divisional Round,Conference Championships,Super Bowl', 'Ann Archer,KC,BUF,SF,DAL,GB'),
    means: {
      refused: [
        'Archer’s Arrows 18 KC: Week 18 has not locked',
        'Archer’s Arrows 19 BUF: Week 19 has not locked',
        'Archer’s Arrows 20 SF: Week 20 has not locked',
        'Archer’s Arrows 21 DAL: Week 21 has not locked',
        'Archer’s Arrows 22 GB: Week 22 has not locked',
      ],
    },
  },
  {
    title: 'a row for each pick',
    file: lines('Email,Week,Pick', 'ann@club.example,1,KC', 'ann@club.example,Week 2,buffalo'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'a row for each pick with German headings',
    file: lines('Spieler;Spieltag;Mannschaft', 'Zoë Müller;1;Packers', 'Zoë Müller;2. Spieltag;Jets'),
    means: { written: { Zoë: '1 GB' }, questions: ['3, Spieltag: 2. Spieltag: The week must be a number from 1 to 22'] },
  },
  {
    title: 'weeks as rows and members as columns',
    file: lines('Week,Ann Archer,José Núñez', '1,KC,DAL', '2,BUF,', '3,SF,GB'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF', 'El Toro': '1 DAL, 3 GB' } },
  },
  {
    title: 'totals below the rows, and a header that is repeated',
    file: lines('Name,1,2', 'Ann Archer,KC,BUF', 'Name,1,2', 'José Núñez,DAL,', 'Total,2,1'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF', 'El Toro': '1 DAL' }, named: ['total: Total', 'total: 2', 'total: 1'] },
  },
  {
    title: 'empty rows and rows that are too short',
    file: lines('Name,1,2,3', '', 'Ann Archer,KC', ',,,', 'José Núñez,DAL,SF,GB,,,'),
    means: { written: { 'Archer’s Arrows': '1 KC', 'El Toro': '1 DAL, 2 SF, 3 GB' } },
  },
  {
    title: 'quoted cells with commas and line breaks',
    file: '"Name","Week 1","Week 2"\n"Archer, Ann","Kansas City\nChiefs","Buffalo, NY"\n',
    means: {
      written: { 'Archer’s Arrows': '1 KC' },
      questions: ['3, Week 2: Buffalo, NY: Buffalo, NY can be the Bills or the Giants or the Jets [Bills, Giants, Jets]'],
    },
  },
  {
    title: 'typing errors',
    file: lines('Name,1,2,3,4', 'Ann Archer,Chefs,Pakers,Bils,Purple'),
    means: {
      questions: [
        '2, 1: Chefs: There is no team Chefs [Chiefs]',
        '2, 2: Pakers: There is no team Pakers [Packers]',
        '2, 3: Bils: There is no team Bils [Bills]',
        '2, 4: Purple: There is no team Purple',
      ],
    },
  },
  {
    title: 'a member’s entries in the order of their rows, below “Entry”',
    file: lines('Entry,1,2', 'Bob Baker,KC,BUF', 'El Toro,GB,', 'Bob Baker,DAL,SF'),
    means: { written: { 'Bob 1': '1 KC, 2 BUF', 'El Toro': '1 GB', 'Bob 2': '1 DAL, 2 SF' } },
  },
  {
    title: 'more rows of a member than entries',
    file: lines('Entry,1', 'Bob Baker,KC', 'Bob Baker,DAL', 'Bob Baker,SF'),
    means: {
      questions: [
        '2, Entry: Bob Baker: This member has 2 entries: choose the one of this line [Bob 1, Bob 2]',
        '3, Entry: Bob Baker: This member has 2 entries: choose the one of this line [Bob 1, Bob 2]',
        '4, Entry: Bob Baker: This member has 2 entries: choose the one of this line [Bob 1, Bob 2]',
      ],
    },
  },
  {
    title: 'two phone numbers, a nickname and remarks',
    file: lines('Player;Home Phone;Cell #;Notes;WK1;WK2', 'Bob Baker 2;555-0101;555-0102;pays late;KC;Bufalo'),
    means: {
      written: { 'Bob 2': '1 KC' },
      questions: ['2, WK2: Bufalo: There is no team Bufalo [Bills]'],
      unused: ['Home Phone', 'Cell #', 'Notes'],
    },
  },
  {
    title: 'an Excel workbook with numbers for weeks',
    file: excel(['Name', 1, 2, 3], ['Ann Archer', 'KC', 'BUF', null], ['José Núñez', 'DAL']),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF', 'El Toro': '1 DAL' } },
  },
  {
    title: 'an Excel workbook with dates for weeks, and dates of payment',
    file: excel(
      ['Player', 'Paid', { date: '2025-09-07' }, { date: '2025-09-14' }],
      ['Zoë Müller', { date: '2025-08-30' }, 'Packers', 'NY Jets'],
    ),
    means: { written: { Zoë: '1 GB, 2 NYJ' }, unused: ['Paid'] },
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
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF' },
      questions: [
        '5, Week 1: Chefs: There is no team Chefs [Chiefs]',
        '5, Week 2: #N/A: A formula of the sheet has no result here',
      ],
      named: ['note: Sunday Club Survivor 2025'],
    },
  },
  {
    title: 'an Excel workbook whose first columns are empty',
    file: excel([null, null, 'Name', 'Wk 1'], [null, null, 'Archer, Ann', '49ers']),
    means: { written: { 'Archer’s Arrows': '1 SF' } },
  },
  {
    title: 'an Excel workbook with line breaks, quotes and tabs in its cells',
    file: excel(['Team\nName', 'Week 1'], ['El "Toro"', 'Kansas City\nChiefs'], ['Archer’s\tArrows', '"Bills"']),
    means: { written: { 'El Toro': '1 KC', 'Archer’s Arrows': '1 BUF' } },
  },
  {
    title: 'New Orleans in every spelling',
    file: lines(
      'Name\tWeek 1\tWeek 2\tWeek 3\tWeek 4\tWeek 5\tWeek 6\tWeek 7',
      'Ann Archer\tNO\t\t\t\t\t\t',
      'Zimmer\t\tNo\t\t\t\t\t',
      'El Toro\t\t\tN.O.\t\t\t\t',
      'Zoë\t\t\t\tno.\t\t\t',
      'Bob Baker #1\t\t\t\t\tNO*\t\t',
      'Bob Baker #2\t\t\t\t\t\tN. O. (W)\tSaints',
    ),
    means: {
      written: { 'Archer’s Arrows': '1 NO', Zimmer: '2 NO', 'El Toro': '3 NO', Zoë: '4 NO', 'Bob 1': '5 NO', 'Bob 2': '6 NO' },
      refused: ['Bob 2 7 NO: This entry already used NO in week 6'],
    },
  },
  {
    title: 'words for no pick beside New Orleans',
    file: lines('Name,1,2,3,4,5', 'Ann Archer,no,no pick,No Pick (forgot),None,No - late', 'Zimmer,N/A,-,—,didn’t pick,NO/KC'),
    means: {
      written: { 'Archer’s Arrows': '1 NO' },
      noPicks: [
        'Archer’s Arrows 2 no pick (was in)',
        'Archer’s Arrows 3 No Pick (forgot) (was in)',
        'Archer’s Arrows 4 None (was in)',
        'Zimmer 1 N/A (was in)',
        'Zimmer 2 -',
        'Zimmer 3 —',
        'Zimmer 4 didn’t pick',
      ],
      questions: ['3, 5: NO/KC: NO/KC names 2 teams [Saints, Chiefs]'],
      refused: ['Archer’s Arrows 5 NO: This entry already used NO in week 1'],
    },
  },
  {
    title: 'cities with two teams',
    file: lines('Name,1,2,3,4', 'Ann Archer,LA,NY,L.A.,New York', 'Zimmer,LA Rams,NY Jets,Los Angeles Chargers,NYG'),
    means: {
      written: { Zimmer: '1 LAR, 2 NYJ, 3 LAC, 4 NYG' },
      questions: [
        '2, 1: LA: LA can be the Rams or the Chargers [Rams, Chargers]',
        '2, 2: NY: NY can be the Giants or the Jets [Giants, Jets]',
        '2, 3: L.A.: L.A. can be the Rams or the Chargers [Rams, Chargers]',
        '2, 4: New York: New York can be the Giants or the Jets [Giants, Jets]',
      ],
    },
  },
  {
    title: 'a status of who is alive, which the picks contradict',
    file: lines(
      'Name,Status,1,2',
      'Ann Archer,Alive,KC,BUF',
      'Zimmer,Alive,KC,ARI',
      'José Núñez,OUT,DAL,SF',
      'Zoë Müller,Out wk 1,GB,CHI',
    ),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF', Zimmer: '1 KC, 2 ARI', 'El Toro': '1 DAL, 2 SF', Zoë: '1 GB, 2 CHI' },
      differences: [
        'Zimmer: alive, here out in 2 (week 2)',
        'El Toro: out, here alive (week null)',
        'Zoë: out in 1, here out in 2 (week 1)',
      ],
    },
  },
  {
    title: 'a column with the week in which somebody went out',
    file: lines(
      'Name,1,2,3,Week Out',
      'Ann Archer,KC,BUF,SF,',
      'Zimmer,KC,ARI,,2',
      'José Núñez,DAL,SF,CHI,2',
      'Zoë Müller,GB,NYJ,,x',
    ),
    means: {
      written: {
        'Archer’s Arrows': '1 KC, 2 BUF, 3 SF',
        Zimmer: '1 KC, 2 ARI',
        'El Toro': '1 DAL, 2 SF, 3 CHI',
        Zoë: '1 GB, 2 NYJ',
      },
      differences: ['El Toro: out in 2, here out in 3 (week 2)'],
    },
  },
  {
    title: 'a column called Alive with yes and no',
    file: lines('Name,1,2,Alive?', 'Ann Archer,KC,BUF,Y', 'Zimmer,KC,ARI,N', 'José Núñez,DAL,SF,maybe', 'Zoë Müller,GB,CHI,✓'),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF', Zimmer: '1 KC, 2 ARI', 'El Toro': '1 DAL, 2 SF', Zoë: '1 GB, 2 CHI' },
      questions: ['4, Alive?: maybe: maybe is not an outcome [alive, out]'],
      differences: ['Zoë: alive, here out in 2 (week 2)'],
    },
  },
  {
    title: 'wins and losses beside each week, under headings that cover two columns',
    file: lines(
      ',,Week 1,,Week 2,',
      'Name,Email,Pick,W/L,Pick,W/L',
      'Ann Archer,ann@club.example,KC,W,ARI,W',
      'Zimmer,zimmer@club.example,CHI,L,,',
    ),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 ARI', Zimmer: '1 CHI' },
      differences: ['Archer’s Arrows: won, here lost (week 2)'],
    },
  },
  {
    title: 'headings above the numbers of the weeks',
    file: lines('Player,Week,,,Notes', ',1,2,3,', 'Ann Archer,KC,BUF,SF,paid', 'El Toro,DAL,,,'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF', 'El Toro': '1 DAL' }, unused: ['Notes'] },
  },
  {
    title: 'results in the cells, one of them wrong',
    file: lines('Name,1,2,3', 'Ann Archer,KC (W),CHI (W),Chiefs L', 'Zimmer,Bills W,✓ SF,DAL ✗'),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 CHI', Zimmer: '1 BUF, 2 SF, 3 DAL' },
      refused: ['Archer’s Arrows 3 KC: This entry already used KC in week 1'],
      differences: [
        'Archer’s Arrows: won, here lost (week 2)',
        'Archer’s Arrows: lost, here won (week 3)',
        'Zimmer: lost, here won (week 3)',
      ],
    },
  },
  {
    title: 'a form with a time for each answer',
    file: lines(
      'Timestamp,Email Address,Your Name,Which week?,Your pick',
      '9/5/2025 9:12:01,ann@club.example,Ann,1,KC',
      '9/6/2025 21:40:00,ann@club.example,Ann,1,BUF',
      '9/9/2025 8:00:00,ann@club.example,Ann,1,SF',
      '9/12/2025 8:00:00,zimmer@club.example,Ann Z,2,DAL',
    ),
    means: {
      written: { 'Archer’s Arrows': '1 BUF', Zimmer: '2 DAL' },
      replaced: [
        'Archer’s Arrows 1 KC: A later answer counts: see line 3',
        'Archer’s Arrows 1 SF: It came after the lock: see line 3',
      ],
    },
  },
  {
    title: 'a form whose times have a zone, with answers at the same time',
    file: lines(
      'Timestamp,Name,Week,Pick',
      '2025/09/06 9:12:01 PM EST,El Toro,1,KC',
      '2025/09/06 9:12:01 PM EST,El Toro,1,BUF',
      '2025/09/07 9:12:01 AM GMT-4,Zoë,1,GB',
      '2025/09/06 9:12:01 AM GMT-4,Zoë,1,CHI',
    ),
    means: {
      written: { Zoë: '1 GB' },
      questions: [
        '2, Pick: KC: Line 3 has another answer for this entry and week [Leave out KC]',
        '3, Pick: BUF: Line 2 has another answer for this entry and week [Leave out BUF]',
      ],
      replaced: ['Zoë 1 CHI: A later answer counts: see line 4'],
    },
  },
  {
    title: 'a form whose times cannot be read',
    file: lines('Timestamp,Name,Week,Pick', 'Sunday morning,El Toro,1,KC', 'later,El Toro,1,BUF'),
    means: {
      questions: [
        '2, Pick: KC: Line 3 has another answer for this entry and week [Leave out KC]',
        '3, Pick: BUF: Line 2 has another answer for this entry and week [Leave out BUF]',
      ],
      named: ['note: Sunday morning', 'note: later'],
    },
  },
  {
    title: 'two answers without a time, and the same answer twice',
    file: lines('Name,Week,Pick', 'El Toro,1,KC', 'El Toro,1,BUF', 'Zoë,1,GB', 'Zoë,1,Packers', 'Zimmer,2,none', 'Zimmer,2,SF'),
    means: {
      written: { Zoë: '1 GB' },
      questions: [
        '2, Pick: KC: Line 3 has another answer for this entry and week [Leave out KC]',
        '3, Pick: BUF: Line 2 has another answer for this entry and week [Leave out BUF]',
        '6, Pick: none: Line 7 has another answer for this entry and week [Leave out none]',
        '7, Pick: SF: Line 6 has another answer for this entry and week [Leave out SF]',
      ],
    },
  },
  {
    title: 'an answer in two rows of the same entry',
    file: lines('Entry,1,2', 'El Toro,KC,', 'El Toro,,BUF', 'Zoë,GB,', 'Zoë,CHI,SF'),
    means: {
      written: { 'El Toro': '1 KC, 2 BUF', Zoë: '2 SF' },
      questions: [
        '4, 1: GB: Line 5 has another answer for this entry and week [Leave out GB]',
        '5, 1: CHI: Line 4 has another answer for this entry and week [Leave out CHI]',
      ],
    },
  },
  {
    title: 'several picks in a cell, in a pool with one a week',
    file: lines('Name,1,2', 'Ann Archer,KC/BUF,KC', 'Zimmer,~~KC~~ SF,DAL'),
    means: {
      written: { 'Archer’s Arrows': '2 KC', Zimmer: '2 DAL' },
      questions: [
        '2, 1: KC/BUF: KC/BUF names 2 teams [Chiefs, Bills]',
        '3, 1: ~~KC~~ SF: ~~KC~~ SF names 2 teams [Chiefs, 49ers]',
      ],
    },
  },
  {
    title: 'several picks in a cell, in a pool with two a week',
    file: lines('Name,1,2', 'Ann Archer,"KC, BUF",SF & DAL', 'Zimmer,KC / NO,DAL'),
    rules: { picksPerWeek: { picks: 2, fromWeek: 1 } },
    means: { written: { 'Archer’s Arrows': '1 KC, 1 BUF, 2 SF, 2 DAL', Zimmer: '1 KC, 1 NO, 2 DAL' } },
  },
  {
    title: 'opponents beside the teams',
    file: lines('Name,1,2,3,4', 'Ann Archer,KC @ LAC,BUF vs. NYJ,SF over SEA 24-17,@DAL'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF, 3 SF' }, questions: ['2, 4: @DAL: @DAL names no team'] },
  },
  {
    title: 'marks instead of colors',
    file: lines('Name,1,2,3,4', 'Ann Archer,KC,✓,✗,27-20', 'Zimmer,KC?,W,TBD,DAL'),
    means: {
      written: { 'Archer’s Arrows': '1 KC', Zimmer: '4 DAL' },
      noPicks: ['Archer’s Arrows 3 ✗'],
      questions: [
        '2, 2: ✓: ✓ names no team',
        '2, 4: 27-20: 27-20 names no team',
        '3, 1: KC?: There is no team KC? [Chiefs]',
        '3, 2: W: W names no team',
        '3, 3: TBD: There is no team TBD',
      ],
    },
  },
  {
    title: 'strike-through marks',
    file: lines('Name,1,2', 'Ann Archer,K\u0336C\u0336,~~Bills~~'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' } },
  },
  {
    title: 'a surplus cell, and a name with a comma that moves the cells',
    file: lines('Name,1,2', 'Zimmer,KC,BUF,paid by check', 'Archer, Ann,KC,BUF'),
    means: {
      written: { Zimmer: '1 KC, 2 BUF' },
      questions: [
        '3, 1: Ann: There is no team Ann',
        '3, : BUF: This line has more cells than the heading: did they move to the right? [Leave it out]',
      ],
      refused: ['Archer’s Arrows 2 KC: This line has more cells than the heading: did they move to the right?'],
      named: ['surplus: paid by check'],
    },
  },
  {
    title: 'totals and notes below the rows, in several forms',
    file: lines(
      'Name,1,2',
      'Ann Archer,KC,BUF',
      'El Toro,DAL,out',
      '',
      'TOTAL,2,1',
      'Still alive: 1,,',
      ',Count,2',
      '* = paid late,,',
      'Notes: call Bob,,',
    ),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF', 'El Toro': '1 DAL' },
      noPicks: ['El Toro 2 out (was in)'],
      named: [
        'total: TOTAL',
        'total: 2',
        'total: 1',
        'total: Still alive: 1',
        'total: Count',
        'total: 2',
        'note: * = paid late',
        'note: Notes: call Bob',
      ],
    },
  },
  {
    title: 'a line with the most picked team, which belongs to nobody',
    file: lines('Name,1,2', 'Ann Archer,KC,BUF', 'Most picked,KC,BUF'),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF' },
      questions: ['3, Name: Most picked: Nobody here is called Most picked'],
    },
  },
  {
    title: 'curly quotes around names with commas',
    file: lines('Name,1,2', '“Archer, Ann”,KC,BUF', '“El Toro”,“Dallas”,SF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF', 'El Toro': '1 DAL, 2 SF' } },
  },
  {
    title: 'blanks that do not break, a mark at the start, and German dates',
    file: '\uFEFF' + lines('Name;7.9.2025;14.9.2025', 'Ann\u00A0Archer;\u00A0KC\u00A0;N.O.', 'Zoë Müller;kein Tipp;Packers'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 NO', Zoë: '2 GB' }, noPicks: ['Zoë 1 kein Tipp (was in)'] },
  },
  {
    title: 'a Google Sheets pivot with counts at the end',
    file: lines('Name\tWeek 1\tWeek 2\tGrand Total', 'Ann Archer\tKC\tBUF\t2', 'Zimmer\tKC\t\t1', 'Grand Total\t2\t1\t3'),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 BUF', Zimmer: '1 KC' },
      unused: ['Grand Total'],
      named: ['total: Grand Total', 'total: 2', 'total: 1', 'total: 3'],
    },
  },
  {
    title: 'an error of a formula',
    file: lines('Name,1,2', 'Ann Archer,#N/A,#REF!', 'Zimmer,KC,n/a'),
    means: {
      written: { Zimmer: '1 KC' },
      noPicks: ['Zimmer 2 n/a (was in)'],
      questions: [
        '2, 1: #N/A: A formula of the sheet has no result here',
        '2, 2: #REF!: A formula of the sheet has no result here',
      ],
    },
  },
  {
    title: 'five cells with the same mistake',
    file: lines('Name,1,2,3,4,5', 'Ann Archer,Bils,KC,Bils,SF,Bils', 'Zimmer,KC,Bils,SF,Bils,DAL'),
    means: {
      written: { 'Archer’s Arrows': '2 KC, 4 SF', Zimmer: '1 KC, 3 SF, 5 DAL' },
      questions: [
        '2, 1: Bils: There is no team Bils [Bills]',
        '2, 3: Bils: There is no team Bils [Bills]',
        '2, 5: Bils: There is no team Bils [Bills]',
        '3, 2: Bils: There is no team Bils [Bills]',
        '3, 4: Bils: There is no team Bils [Bills]',
      ],
    },
  },
  {
    title: 'names with the entry behind them',
    file: lines('Name,1', 'Bob Baker - Bob 2,DAL', 'Bob Baker (Bob 1),KC', 'bob@club.example #2,SF'),
    means: {
      written: { 'Bob 1': '1 KC' },
      questions: [
        '2, 1: DAL: Line 4 has another answer for this entry and week [Leave out DAL]',
        '4, 1: SF: Line 2 has another answer for this entry and week [Leave out SF]',
      ],
    },
  },
  {
    title: 'names only on the first of several lines, as merged cells leave them',
    file: lines('Name,Week,Pick', 'Ann Archer,1,KC', ',2,BUF', 'Zimmer,1,KC'),
    means: {
      written: { 'Archer’s Arrows': '1 KC', Zimmer: '1 KC' },
      questions: ['3, Name: : Give the name or the email of the member, or the name of the entry [Ann Archer]'],
    },
  },
  {
    title: 'a column for the best comment, and one for what is paid',
    file: lines('Name,1,Result,Paid,2', 'Ann Archer,KC,24-17,yes,BUF'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' }, unused: ['Result', 'Paid'] },
  },
  {
    title: 'blank rows, a byte-order mark and vertical bars',
    file: '\uFEFF' + lines('Name|1|2', '||', 'Ann Archer|KC|BUF', '', 'Zimmer|bye|missed'),
    means: { written: { 'Archer’s Arrows': '1 KC, 2 BUF' }, noPicks: ['Zimmer 1 bye (was in)', 'Zimmer 2 missed'] },
  },
  {
    title: 'weeks as rows, with a total for each member',
    file: lines('Week,Ann Archer,José Núñez,Total', '1,KC,DAL,2', '2,NO,x,1'),
    means: {
      written: { 'Archer’s Arrows': '1 KC, 2 NO', 'El Toro': '1 DAL' },
      noPicks: ['El Toro 2 x (was in)'],
      named: ['total: Total', 'total: 2', 'total: 1'],
    },
  },
  {
    title: 'teams as nobody else calls them',
    file: lines('Name,1,2,3', 'Ann Archer,Birds,Cats,Raiders', 'Zimmer,who cares,Bucs,MIA'),
    means: {
      written: { 'Archer’s Arrows': '3 LV', Zimmer: '2 TB, 3 MIA' },
      questions: [
        '2, 1: Birds: There is no team Birds',
        '2, 2: Cats: There is no team Cats [Patriots]',
        '3, 1: who cares: There is no team who cares',
      ],
    },
  },
]
