import type { CellValue } from 'read-excel-file/universal'
import { decodeText } from './decode-text.ts'

/** A sheet of a file with cells in it, as text that the imports read. */
export interface ListSheet {
  readonly name: string
  readonly csv: string
}

/** Sheets, or a sentence that says why there are none. */
export type ListFile = { readonly sheets: readonly ListSheet[] } | { readonly problem: string }

const SAVE_AS = 'Save it as an Excel workbook (.xlsx) or as CSV, or copy its cells and paste them.'
const NO_CELLS = 'This file has no cells with text.'

/** How files begin: a zip archive, which .xlsx is, and the container of old and of encrypted Office files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OFFICE = [0xd0, 0xcf, 0x11, 0xe0]
const PDF = [0x25, 0x50, 0x44, 0x46]

/** Reads the file of a list: the sheets of an .xlsx workbook, or text. The code for .xlsx is loaded with the first such file. */
export async function readListFile(bytes: Uint8Array<ArrayBuffer>): Promise<ListFile> {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte)
  if (begins(ZIP)) return readWorkbook(bytes)
  if (begins(OFFICE)) return { problem: problemOfOfficeFile(bytes) }
  if (begins(PDF)) return { problem: `A PDF cannot be read as a list. ${SAVE_AS}` }
  const csv = decodeText(bytes)
  return csv.trim() === '' ? { problem: NO_CELLS } : { sheets: [{ name: '', csv }] }
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<ListFile> {
  const { default: readXlsxFile } = await import('read-excel-file/universal')
  try {
    const all = await readXlsxFile(new Blob([bytes]))
    const sheets = all.map(({ sheet, data }) => ({ name: sheet, csv: textOf(data) })).filter(({ csv }) => csv.trim() !== '')
    return sheets.length === 0 ? { problem: NO_CELLS } : { sheets }
  } catch {
    return { problem: `This file cannot be read: it is damaged, or not an Excel workbook. ${SAVE_AS}` }
  }
}

/** An encrypted workbook names the stream `EncryptedPackage`, in UTF-16. */
function problemOfOfficeFile(bytes: Uint8Array<ArrayBuffer>): string {
  const isEncrypted = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')
  return isEncrypted
    ? 'This file is protected with a password. Remove the password in Excel, or copy the cells and paste them.'
    : `This file has the old Excel format. ${SAVE_AS}`
}

/** Writes cells as text with tabs, as a spreadsheet copies them: each row on the line of its number. */
function textOf(rows: readonly (readonly (CellValue | null)[])[]): string {
  return rows.map((cells) => cells.map(cellText).join('\t')).join('\n')
}

function cellText(value: CellValue | null): string {
  const text = shownText(value).replaceAll(/\s+/gu, ' ')
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

/** Days count from the end of 1899, so that a time without a day has that year. */
const YEAR_OF_TIMES = 1900

function shownText(value: CellValue | null): string {
  if (value === null) return ''
  if (!(value instanceof Date)) return String(value)
  const iso = value.toISOString()
  return value.getUTCFullYear() < YEAR_OF_TIMES ? iso.slice(11, 16) : iso.slice(0, 10)
}
