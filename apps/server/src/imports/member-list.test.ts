import { describe, expect, it } from 'vitest'
import { type MemberRow, nameEntries, readMemberList } from './member-list.ts'

const HEADER = 'name,email,mobile,entries'
const rowsOf = async (csv: string) => (await readMemberList(csv)).rows
const read = (...lines: readonly string[]) => rowsOf([HEADER, ...lines].join('\n'))
const only = async (line: string) => (await read(line))[0]

describe('readMemberList', () => {
  it('separates cells by what the heading has, even if a cell names many entries', async () => {
    const rows = await read('Ann,ann@club.example,,A;B;C;D', 'Bob,bob@club.example,,E;F;G;H')
    expect(rows.map(({ entryNames }) => entryNames)).toEqual([
      ['A', 'B', 'C', 'D'],
      ['E', 'F', 'G', 'H'],
    ])
  })
  it.each([
    ['many blanks in a number', `Ann Lee,ann@club.example,5${' '.repeat(60_000)}5,1`],
    ['many digits', `Ann Lee,ann@club.example,,${'1'.repeat(60_000)}x`],
  ])('reads a cell with %s at once', async (_, line) => {
    const start = performance.now()
    expect(await read(line)).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
  it('reads names, addresses, mobile numbers and entries', async () => {
    expect(
      await read('Ann Lee Archer,ann@club.example,+1 (555) 010-2030,2', '"Baker, Bob",bob@club.example,,"Bob’s best;Second"'),
    ).toEqual([
      {
        line: 2,
        name: 'Ann Lee Archer',
        firstName: 'Ann Lee',
        lastName: 'Archer',
        email: 'ann@club.example',
        mobile: '+15550102030',
        entryNames: [],
        unnamedEntries: 2,
        problem: null,
        wrongCell: undefined,
        choices: [],
      },
      {
        line: 3,
        name: 'Baker, Bob',
        firstName: 'Bob',
        lastName: 'Baker',
        email: 'bob@club.example',
        mobile: null,
        entryNames: ['Bob’s best', 'Second'],
        unnamedEntries: 0,
        problem: null,
        wrongCell: undefined,
        choices: [],
      },
    ])
  })
  it.each([
    ['a byte order mark and CRLF', '\uFEFFname,email,mobile,entries\r\nAnn Archer,ann@club.example,555,1\r\n'],
    ['cells of a spreadsheet', 'name\temail\tmobile\tentries\nAnn Archer\tann@club.example\t555\t1'],
    ['semicolons', 'name;email;mobile;entries\nAnn Archer;ann@club.example;555;1'],
    ['a separator line of Excel', 'sep=;\r\nname;email;mobile;entries\r\nAnn Archer;ann@club.example;555;1\r\n'],
    ['a separator line after a byte order mark', '\uFEFFsep=,\nname,email,mobile,entries\nAnn Archer,ann@club.example,555,1'],
    ['a separator line with a tab', 'SEP=\t\nname\temail\tmobile\tentries\nAnn Archer\tann@club.example\t555\t1'],
    ['a separator line that names a tab', 'sep=\\t\nname\temail\tmobile\tentries\nAnn Archer\tann@club.example\t555\t1'],
    ['a quoted separator line', '"sep=;"\nname;email;mobile;entries\nAnn Archer;ann@club.example;555;1'],
    ['a separator line with empty cells', 'sep=;;;;\nname;email;mobile;entries\nAnn Archer;ann@club.example;555;1'],
    ['a separator that nobody would guess', 'sep=|\nname|email|mobile|entries\nAnn Archer|ann@club.example|555|1'],
    [
      'invisible characters around cells',
      '\u200bname\u200b,email,mobile,entries\n\u200bAnn Archer,ann@club.example\u200b,555\u00a0,\u200b1',
    ],
    ['a number with decimals of a spreadsheet', 'name,email,mobile,entries\nAnn Archer,ann@club.example,555,1.0'],
    ['full-width digits', 'name,email,mobile,entries\nAnn Archer,ann@club.example,555,１'],
    ['quoted cells', '"Name","E-Mail","Phone","Entries"\n"Ann Archer"," ann@club.example ","555","1"'],
    ['other columns and their order', 'entries,id,EMAIL,name,mobile\n1,7,ann@club.example,Ann Archer,555'],
    ['blank lines', '\n\nname,email,mobile,entries\n\n,,,\nAnn Archer,ann@club.example,555,1\n\n'],
    ['a row that has fewer cells', 'name,email,entries,mobile\nAnn Archer,ann@club.example,1,555'],
  ])('accepts %s', async (_, csv) => {
    expect(await rowsOf(csv)).toMatchObject([
      { firstName: 'Ann', lastName: 'Archer', email: 'ann@club.example', mobile: '555', unnamedEntries: 1, problem: null },
    ])
  })
  it('needs neither mobile numbers nor entries', async () => {
    expect(await rowsOf('name,email\nAnn Archer,ann@club.example')).toMatchObject([
      { mobile: null, entryNames: [], problem: null },
    ])
    expect(await only('Ann Archer,ann@club.example')).toMatchObject({ mobile: null, entryNames: [], problem: null })
  })
  it.each([
    ['Ann,ann@club.example,,', 'Give a first and a last name'],
    [',ann@club.example,,', 'Give a first and a last name'],
    ['"Archer,",ann@club.example,,', 'First name required'],
    ['Ann Archer,,,', 'Email required'],
    ['Ann Archer,ann at club,,', 'Enter a valid email address'],
    ['Ann Archer,ann@club.example,call me,', 'Mobile may have up to 15 digits and a leading plus'],
    ['Ann Archer,ann@club.example,,51', 'A member can be imported with 50 entries at most'],
    ['Ann Archer,ann@club.example,,-1', 'Entries must be a whole number or names: -1 is neither'],
    ['Ann Archer,ann@club.example,,1.5', 'Entries must be a whole number or names: 1.5 is neither'],
    ['Ann Archer,ann@club.example,,"1,5"', 'Entries must be a whole number or names: 1,5 is neither'],
    ['Ann Archer,ann@club.example,,−2', 'Entries must be a whole number or names: −2 is neither'],
    ['Ann Archer,ann@club.example,,1e3', 'Entries must be a whole number or names: 1e3 is neither'],
    ['Ann Archer,ann@club.example,,50%', 'Entries must be a whole number or names: 50% is neither'],
    ['Ann Archer,ann@club.example,,Best;-1', 'Entries must be a whole number or names: -1 is neither'],
    ['Ann Archer,ann@club.example,,Best;best', 'The entry best is listed twice'],
    ['Ann Archer,ann@club.example,,My  best;My\u00a0best', 'The entry My\u00a0best is listed twice'],
    ['Ann Archer,a\u200bnn@club.example,,', 'Email contains an invisible character. Type it instead of pasting it'],
    ['Ann Archer,ann@club..example,,', 'After the @, an email address cannot begin or end with a dot, or have two dots in a row'],
    ['Ann Archer,ann@club.example,,One;Two;ONE', 'The entry ONE is listed twice'],
    [`Ann Archer,ann@club.example,,${'x'.repeat(81)}`, 'Entry name can be 40 characters at most'],
    ['Ann Ar\u202Echer,ann@club.example,,', 'Last name contains an invisible character. Type it instead of pasting it'],
  ])('rejects the row %j', async (line, problem) => {
    expect((await only(line))?.problem).toBe(problem)
  })
  it.each([
    ['2 entries', [], 2],
    ['2x', [], 2],
    ['two', [], 2],
    ['—', [], 0],
    ['“Ann’s best”; “Second”', ['Ann’s best', 'Second'], 0],
  ])('reads the entries %s', async (cell, entryNames, unnamedEntries) => {
    expect(await only(`Ann Archer\tann@club.example\t\t${cell}`.replaceAll('\t', ','))).toMatchObject({
      entryNames,
      unnamedEntries,
      problem: null,
    })
  })
  it.each(['yes', '2 paid', 'x'])('asks about the entries %s, with numbers to choose from', async (cell) => {
    const { rows, questions } = await readMemberList(`${HEADER}\nAnn Archer,ann@club.example,,${cell}`)
    expect(rows[0]?.problem).toBe(`Entries must be a whole number or names: ${cell} is neither`)
    expect(questions).toMatchObject([
      { line: 2, column: 3, heading: 'entries', text: cell, choices: [{ text: '1' }, { text: '2' }, { text: '3' }] },
    ])
  })
  it('takes totals and notes for no member, and names them', async () => {
    const csv = `The club,,,\n${HEADER},paid\nAnn Archer,ann@club.example,,1,yes,late\nTOTAL,,,1\n,,,,$25\nBob,,,`
    const { rows, sheet } = await readMemberList(csv)
    expect(rows.map(({ name, problem }) => [name, problem])).toEqual([
      ['Ann Archer', null],
      ['Bob', 'Give a first and a last name'],
    ])
    expect(sheet.map(({ as }) => as.filter((kind) => kind !== ''))).toEqual([
      ['note'],
      ['heading', 'heading', 'heading', 'heading', 'heading'],
      ['read', 'read', 'read', 'unused', 'surplus'],
      ['total', 'total'],
      ['note'],
      ['question'],
    ])
  })
  it('asks about the second of two equal addresses alone', async () => {
    const csv = `${HEADER}\nAnn Archer,ann@club.example\nAnn Again,ann@club.example`
    const [question] = (await readMemberList(csv)).questions
    expect(question).toMatchObject({ line: 3, column: 1, only_here: true })
    const { rows } = await readMemberList(csv, [{ line: 3, column: 1, text: question?.choices[0]?.text ?? '', only_here: true }])
    expect(rows.map(({ problem }) => problem)).toEqual([null])
  })
  it('applies a correction to all equal cells of its column', async () => {
    const csv = `${HEADER}\nAnn Archer,ann@club.example,,yes\nBob Baker,bob@club.example,,yes`
    const { rows } = await readMemberList(csv, [{ line: 2, column: 3, text: '1', was: 'yes' }])
    expect(rows.map(({ unnamedEntries }) => unnamedEntries)).toEqual([1, 1])
  })
  it('rejects a row with the address of an earlier one, whatever its case', async () => {
    const rows = await read(
      'Ann Archer,ann@club.example',
      'Ann Again,ANN@club.example',
      'Bob,bob@club.example',
      'Bob Baker,bob@club.example',
    )
    expect(rows.map((row) => row.problem)).toEqual([null, 'Line 2 has the same email', 'Give a first and a last name', null])
  })
  it('rejects a row with the address of an earlier one that was pasted with an invisible character', async () => {
    const rows = await read('Ann Archer,ann@club.example', 'Ann Again,ann@club.example\u200b')
    expect(rows.map((row) => row.problem)).toEqual([null, 'Line 2 has the same email'])
  })
  it.each([
    ['', 'The list needs a line with the names of its columns'],
    ['Ann Archer,ann@club.example', 'The list needs a line with the names of its columns'],
    [HEADER, 'The list has no members below its header'],
    [`${HEADER}\n"Ann`, 'The list cannot be read'],
    [`${HEADER}${',x'.repeat(1_000)}${'\nAnn'.repeat(1_000)}`, 'A list can have 1000000 cells at most'],
    [`${HEADER}\n${'Ann Archer,ann@club.example\n'.repeat(10_001)}`, 'A list can have 10000 members at most'],
  ])('rejects a list that it cannot check as a whole: %#', async (csv, message) => {
    await expect(readMemberList(csv)).rejects.toThrow(
      expect.objectContaining({ code: 'import_unreadable', message: expect.stringContaining(message) as string }),
    )
  })
})

describe('nameEntries', () => {
  it('names entries that are only counted after their members, and no two of the pool alike', async () => {
    const csv = [
      HEADER,
      'Priya Shah,p1@club.example,,1',
      'Priya Nair,p2@club.example,,2',
      'Bo Li,b@club.example,,Priya 3',
      'Priya Known,known@club.example,,1',
      `${'N'.repeat(50)} Lim,n@club.example,,2`,
    ]
    const isNew = ({ email }: MemberRow) => email !== 'known@club.example'
    const rows = nameEntries(await rowsOf(csv.join('\n')), ['PRIYA', 'Entry 1'], isNew)
    expect(rows.map(({ entryNames }) => entryNames)).toEqual([
      ['Priya 2'],
      ['Priya 4', 'Priya 5'],
      ['Priya 3'],
      [],
      ['Entry 2', 'Entry 3'],
    ])
  })
})
