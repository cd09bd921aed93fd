import { writeWorkbook, type WorkbookCell } from '@outlast/testing/generated/workbook'
import { describe, expect, it } from 'vitest'
import { readListFile } from './read-list-file.ts'

const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const office = (stream: string) => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...utf16(stream)])
const sheet = (name: string, ...rows: readonly (readonly WorkbookCell[])[]) => ({ name, rows })
const csvOf = async (...rows: readonly (readonly WorkbookCell[])[]) => {
  const read = await readListFile(writeWorkbook([sheet('Picks', ...rows)]))
  return 'sheets' in read ? read.sheets.map(({ csv }) => csv) : read.problem
}

describe('readListFile', () => {
  it('reads a text file as one sheet', async () => {
    expect(await readListFile(utf8('name,1\nAnn,KC'))).toEqual({ sheets: [{ name: '', csv: 'name,1\nAnn,KC' }] })
  })
  it('reads the cells of an .xlsx file, each row on the line of its number', async () => {
    expect(await csvOf(['Name', 1, 2], [], ['Ann', 'KC', null], ['Bob', null, 'BUF'])).toEqual([
      'Name\t1\t2\n\t\t\nAnn\tKC\t\nBob\t\tBUF',
    ])
  })
  it('writes dates, numbers, truth values and the results of formulas as text', async () => {
    const formula = { formula: 'UPPER("kc")', result: 'KC' }
    expect(await csvOf(['Name', { date: '2025-09-07' }, 'Paid'], ['Ann', formula, 25.5], ['Bob', 'SF', true])).toEqual([
      'Name\t2025-09-07\tPaid\nAnn\tKC\t25.5\nBob\tSF\ttrue',
    ])
  })
  it('keeps quotes, and writes cells with tabs and line breaks on one line', async () => {
    expect(await csvOf(['Name', '1'], ['Bob "B" Baker', 'Kansas City\nChiefs'])).toEqual([
      'Name\t1\n"Bob ""B"" Baker"\tKansas City Chiefs',
    ])
  })
  it('returns the sheets that have cells, in their order', async () => {
    const file = writeWorkbook([sheet('Cover'), sheet('Picks', ['Name', '1'], ['Ann', 'KC']), sheet('Rules', ['One life'])])
    const read = await readListFile(file)
    expect('sheets' in read && read.sheets.map(({ name }) => name)).toEqual(['Picks', 'Rules'])
  })
  it.each([
    ['an encrypted workbook', office('EncryptedPackage'), 'This file is protected with a password.'],
    ['an old .xls file', office('Workbook'), 'This file has the old Excel format.'],
    [
      'a zip file of something else',
      new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
      'This file cannot be read: it is damaged',
    ],
    ['a workbook without text', writeWorkbook([sheet('Empty')]), 'This file has no cells with text.'],
    ['a damaged workbook', writeWorkbook([sheet('Picks', ['Name'])]).slice(0, 300), 'This file cannot be read: it is damaged'],
    ['a PDF', utf8('%PDF-1.7'), 'A PDF cannot be read as a list.'],
    ['an empty file', utf8(' \n'), 'This file has no cells with text.'],
  ])('says in a sentence why it cannot read %s', async (_, bytes, sentence) => {
    expect(await readListFile(bytes)).toEqual({ problem: expect.stringContaining(sentence) as string })
  })
})
