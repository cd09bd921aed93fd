/** Text in which every number has the same length, so that "Entry 2" sorts before "Entry 10". */
const sortKey = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(12, '0'))

/** Returns rows in the order in which people count: by text, and by the value of the numbers in it. By code point, not by locale. */
export function naturalOrder<Row>(rows: readonly Row[], text: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: sortKey(text(row)) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
}
