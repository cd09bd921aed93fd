import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

/** One line, without the mark and the line's end. */
const line = (...cells: (string | number)[]): string => toCsv([cells]).slice(1, -2)

describe('a CSV file', () => {
  it('begins with the mark for UTF-8 and ends every line with CR LF', () => {
    expect(
      toCsv([
        ['Entry', 'Wins'],
        ['Zoë', 3],
      ]),
    ).toBe('\uFEFFEntry,Wins\r\nZoë,3\r\n')
    expect(toCsv([])).toBe('\uFEFF')
  })

  it('quotes commas, quotes and line ends', () => {
    expect(line('a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' spaces ')).toBe(
      '"a,b","say ""hi""","two\nlines","two\r\nlines", spaces ',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20x'])('disarms %j', (text) => {
    expect(line(text)).toBe(`'${text}`)
  })

  it('disarms before it quotes', () => {
    expect(line('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"')
    expect(line('\rx')).toBe('"\'\rx"')
  })

  it('leaves harmless texts and numbers alone', () => {
    expect(line('a=b', '1-2', "'quoted", '', -1, 36.4)).toBe("a=b,1-2,'quoted,,-1,36.4")
  })
})
