import type { ImportPicksResult } from '@outlast/contract'

type Answer = Pick<ImportPicksResult, 'sheet' | 'rows' | 'questions' | 'counts' | 'columns' | 'corrected'>

/**
 * Whether the check of a list accounts for each of its cells, and what it says adds up: each cell with text has one kind, an empty one
 * none but a question; the cells that are read, in question, or say that there is no pick are those that the rows and the questions
 * name; and as many picks are sent as are new or exist.
 * @param sent how many picks would be sent to the pool
 */
export function isBalanced({ sheet, rows, questions, counts, columns, corrected }: Answer, sent: number): boolean {
  const kinds = new Map<string, string>()
  const cleared = new Set(corrected.map(keyOf))
  for (const { line, cells, as } of sheet) {
    if (cells.length !== as.length) return false
    for (const [column, text] of cells.entries()) {
      const kind = as[column] ?? ''
      const isEmpty = text === '' && !(cleared.has(keyOf({ line, column })) && kind === 'cleared')
      if (isEmpty ? kind !== '' && kind !== 'question' : kind === '') return false
      if (kind === 'unused' && !columns.some((title) => title.column === column && title.used_as === null)) return false
      if (kind !== '') kinds.set(keyOf({ line, column }), kind)
    }
  }
  const asked = [...kinds].flatMap(([key, kind]) => (kind === 'question' ? [key] : []))
  if (asked.toSorted().join() !== questions.map(keyOf).toSorted().join()) return false
  const picks = rows.flatMap((row) => row.picks)
  const count = (status: string) => picks.filter((pick) => pick.status === status).length
  const invalid = count('invalid') + rows.filter(({ reason }) => reason !== null).length
  const isCounted =
    counts.new === count('new') &&
    counts.exists === count('exists') &&
    counts.no_pick === count('no_pick') &&
    counts.invalid === invalid
  const ofPicks = new Map(picks.map(({ cell, status }) => [keyOf(cell), status]))
  const agrees = [...ofPicks].every(([key, status]) => FITTING[status].includes(kinds.get(key) ?? ''))
  const noPicks = [...kinds.values()].filter((kind) => kind === 'no_pick').length
  const read = picks.filter(({ status }) => status === 'new' || status === 'exists').length
  const refused = picks.filter(({ cell, status }) => status === 'invalid' && kinds.get(keyOf(cell)) === 'refused').length
  return isCounted && agrees && noPicks === counts.no_pick && read + refused >= sent && sent >= read
}

const keyOf = ({ line, column }: { readonly line: number; readonly column: number }): string => `${line}:${column}`

/** What the cell of a pick can be, by what became of the pick. A cell with several picks has the gravest. */
const FITTING: Readonly<Record<ImportPicksResult['rows'][number]['picks'][number]['status'], readonly string[]>> = {
  new: ['read', 'refused'],
  exists: ['read', 'refused'],
  invalid: ['question', 'refused', 'waiting'],
  no_pick: ['no_pick'],
  replaced: ['replaced'],
}
