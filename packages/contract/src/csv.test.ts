import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

/** One line of CSV without the line end. */
const line = (...cells: (string | number)[]): string => toCsv([cells]).slice(0, -2)

describe('toCsv', () => {
  it('ends every line with CR LF', () => {
    const rows = [
      ['Entry', 'Wins'],
      ['Zoë', 3],
    ]
    expect(toCsv(rows)).toBe('Entry,Wins\r\nZoë,3\r\n')
    expect(toCsv([])).toBe('')
  })

  it('quotes cells with commas, quotes or line breaks', () => {
    expect(line('a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' spaces ')).toBe(
      '"a,b","say ""hi""","two\nlines","two\r\nlines", spaces ',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20x'])(
    'prefixes the formula %j with an apostrophe',
    (text) => expect(line(text)).toBe(`'${text}`),
  )

  it('adds the apostrophe inside the quotes', () => {
    expect(line('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"')
    expect(line('\rx')).toBe('"\'\rx"')
  })

  it('keeps numbers and harmless text unchanged', () => {
    expect(line('a=b', '1-2', "'quoted", '', -1, 36.4)).toBe("a=b,1-2,'quoted,,-1,36.4")
  })
})
