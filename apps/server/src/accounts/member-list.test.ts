import { describe, expect, it } from 'vitest'
import { readMemberList } from './member-list.ts'

const HEADER = 'name,email,mobile,entries'
const read = (...lines: readonly string[]) => readMemberList([HEADER, ...lines].join('\n'))
const only = async (line: string) => (await read(line))[0]

describe('readMemberList', () => {
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
        entryNames: ['Entry 1', 'Entry 2'],
        problem: null,
      },
      {
        line: 3,
        name: 'Baker, Bob',
        firstName: 'Bob',
        lastName: 'Baker',
        email: 'bob@club.example',
        mobile: null,
        entryNames: ['Bob’s best', 'Second'],
        problem: null,
      },
    ])
  })
  it.each([
    ['a byte order mark and CRLF', '\uFEFFname,email,mobile,entries\r\nAnn Archer,ann@club.example,555,1\r\n'],
    ['cells of a spreadsheet', 'name\temail\tmobile\tentries\nAnn Archer\tann@club.example\t555\t1'],
    ['semicolons', 'name;email;mobile;entries\nAnn Archer;ann@club.example;555;1'],
    ['quoted cells', '"Name","E-Mail","Phone","Entries"\n"Ann Archer"," ann@club.example ","555","1"'],
    ['other columns and their order', 'entries,id,EMAIL,name,mobile\n1,7,ann@club.example,Ann Archer,555'],
    ['blank lines', '\n\nname,email,mobile,entries\n\n,,,\nAnn Archer,ann@club.example,555,1\n\n'],
    ['a row that has fewer cells', 'name,email,entries,mobile\nAnn Archer,ann@club.example,1,555'],
  ])('accepts %s', async (_, csv) => {
    expect(await readMemberList(csv)).toMatchObject([
      { firstName: 'Ann', lastName: 'Archer', email: 'ann@club.example', mobile: '555', entryNames: ['Entry 1'], problem: null },
    ])
  })
  it('needs neither mobile numbers nor entries', async () => {
    expect(await readMemberList('name,email\nAnn Archer,ann@club.example')).toMatchObject([
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
    ['Ann Archer,ann@club.example,,One;Two;ONE', 'The entry ONE is listed twice'],
    [`Ann Archer,ann@club.example,,${'x'.repeat(81)}`, 'Entry name can be 40 characters at most'],
    ['Ann \u202EArcher,ann@club.example,,', 'Last name contains a character that cannot be used'],
  ])('rejects the row %j', async (line, problem) => {
    expect((await only(line))?.problem).toBe(problem)
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
  it.each([
    ['', 'The first line must be a header'],
    ['Ann Archer,ann@club.example', 'The first line must be a header'],
    [HEADER, 'The list has no members below its header'],
    [`${HEADER}\n"Ann`, 'The list cannot be read'],
    [`${HEADER}\n${'Ann Archer,ann@club.example\n'.repeat(10_001)}`, 'A list can have 10000 members at most'],
  ])('rejects a list that it cannot check as a whole: %#', async (csv, message) => {
    await expect(readMemberList(csv)).rejects.toThrow(
      expect.objectContaining({ code: 'import_unreadable', message: expect.stringContaining(message) as string }),
    )
  })
})
