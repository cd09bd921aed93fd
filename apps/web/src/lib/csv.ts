/** Makes Excel read UTF-8. */
const BOM = '\uFEFF'

/** Downloads rows as a file for spreadsheets. */
export const downloadCsv = (name: string, csv: string): void => downloadFile(name, BOM + csv)

/** Downloads text as a file. */
export function downloadFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start to read the URL after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
