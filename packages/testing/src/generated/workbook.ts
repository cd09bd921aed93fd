import { strToU8, zipSync } from 'fflate'

/** A cell of a workbook: text, a number, a date as `{ date: '2025-09-07' }`, a formula with its result, or nothing. */
export type WorkbookCell =
  | string
  | number
  | boolean
  | null
  | { readonly date: string }
  | { readonly formula: string; readonly result: string }

interface WorkbookSheet {
  readonly name: string
  readonly rows: readonly (readonly WorkbookCell[])[]
}

/** The style of dates: number format 14, which shows `9/7/2025`. */
const DATE_STYLE = 1
const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)

/** Writes an .xlsx file with the parts that Excel writes: shared strings, styles for dates, and a part for each sheet. */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Uint8Array<ArrayBuffer> {
  const strings: string[] = []
  const parts = sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows, strings)] as const)
  const numbered = sheets.map(({ name }, index) => ({ name, id: index + 1 }))
  const sheetList = numbered.map(({ name, id }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`).join('')
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${sheetList}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...numbered.map(({ id }) => [`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`] as const),
      ['rId100', 'sharedStrings', 'sharedStrings.xml'],
      ['rId101', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(HEAD + xml)])))
  return new Uint8Array(zipped)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relationships(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const list = all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`)
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

/** @param strings the shared strings of the workbook, which grow */
function sheetXml(rows: WorkbookSheet['rows'], strings: string[]): string {
  const lines = rows.map((cells, row) => {
    const xml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, strings)).join('')
    return xml === '' ? '' : `<row r="${row + 1}">${xml}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: WorkbookCell, place: string, strings: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${strings.push(cell) - 1}</v></c>`
  if ('formula' in cell) return `<c r="${place}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`
  return `<c r="${place}" s="${DATE_STYLE}"><v>${(Date.parse(cell.date) - EPOCH) / DAY_MS}</v></c>`
}

const columnName = (column: number): string =>
  (column < 26 ? '' : String.fromCodePoint(64 + Math.floor(column / 26))) + String.fromCodePoint(65 + (column % 26))

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
