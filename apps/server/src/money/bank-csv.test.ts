import { describe, expect, it } from 'vitest'
import { BankFileError, parseAmount, parseDay, readBankFile } from './bank-csv.ts'

describe('parseAmount', () => {
  it('reads decimal points and commas, groups of thousands, signs and currencies', () => {
    const amounts = {
      '25': 2500,
      '25,00': 2500,
      '25.5': 2550,
      '1.234,56': 123_456,
      '1,234.56': 123_456,
      '1.234': 123_400,
      '1.234.567': 123_456_700,
      '-25,00 €': -2500,
      '25,00-': -2500,
      '($25.00)': -2500,
      'EUR 25,00': 2500,
    }
    for (const [text, cents] of Object.entries(amounts)) expect([text, parseAmount(text, 2)]).toEqual([text, cents])
    expect(parseAmount('500', 0)).toBe(500)
  })
  it('rejects other texts', () => {
    for (const text of ['', 'abc', '1,2,3', '01.09.2025', 'OL222K7', '12,345,6'])
      expect([text, parseAmount(text, 2)]).toEqual([text, null])
  })
})

describe('parseDay', () => {
  it('reads the usual forms and rejects impossible days', () => {
    expect(['2025-09-01', '01.09.2025', '1.9.25', '09/01/2025', '13/09/2025'].map((cell) => parseDay(cell))).toEqual([
      '2025-09-01',
      '2025-09-01',
      '2025-09-01',
      '2025-09-01',
      '2025-09-13',
    ])
    expect(['31.02.2025', '2025-13-01', 'soon', ''].map((cell) => parseDay(cell))).toEqual([null, null, null, null])
  })
})

/** The payments of a file. */
const paymentsIn = (csv: string, currency: string | null) => readBankFile(csv, currency).filter(({ isHeading }) => !isHeading)

describe('readBankFile', () => {
  it('returns each row of the file, also those above the payments', () => {
    const german = 'Kontostand;1.000,00\nBuchungstag;Text;Betrag;Saldo\n01.09.2025;Fee;25,00;1.025,00'
    expect(readBankFile(german, 'EUR').map(({ line, isHeading, cents }) => [line, isHeading, cents])).toEqual([
      [1, true, null],
      [2, true, null],
      [3, false, 2500],
    ])
  })
  it('finds the columns of amount and date in files of different banks', () => {
    const german = '\uFEFFKontostand;1.000,00\nBuchungstag;Text;Betrag;Saldo\n01.09.2025;Fee;25,00;1.025,00'
    expect(paymentsIn(german, 'EUR')).toMatchObject([{ cents: 2500, day: '2025-09-01' }])
    const american = 'Date,Description,Amount,Balance\n09/01/2025,"Fee, pool",25.00,100.00'
    expect(paymentsIn(american, 'USD')).toMatchObject([{ cents: 2500, day: '2025-09-01' }])
    expect(paymentsIn('2025-09-01\tFee\t25.00', 'USD')).toMatchObject([{ cents: 2500, day: '2025-09-01' }])
  })
  it('distinguishes equal rows of a file, and recognizes them in the same file', () => {
    const csv = 'date,amount,text\n2025-09-01,25.00,a\n2025-09-01,25.00,a'
    const hashes = paymentsIn(csv, null).map(({ hash }) => hash.toString('hex'))
    expect(new Set(hashes).size).toBe(2)
    expect(paymentsIn(csv, null).map(({ hash }) => hash.toString('hex'))).toEqual(hashes)
  })
  it('takes no payment from the line that tells Excel the separator', () => {
    const rows = paymentsIn('sep=;\n01.09.2025;25,00;Ann, entry 1\n02.09.2025;25,00;Ben, entry 2', 'EUR')
    expect(rows.map(({ cells, cents, day }) => [cells.length, cents, day])).toEqual([
      [3, 2500, '2025-09-01'],
      [3, 2500, '2025-09-02'],
    ])
  })
  it('rejects a file that is not a table', () => {
    expect(() => readBankFile('   ', null)).toThrow(BankFileError)
    expect(() => readBankFile('1;'.repeat(201), null)).toThrow('The file has more than 200 columns')
  })
})
