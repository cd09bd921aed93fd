/** Formats a report as a Markdown table with a title and notes. */
export function formatTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  notes: readonly string[],
): string {
  return [`### ${title}`, '', formatRows(headings, rows), '', ...notes.map((note) => `- ${note}`), ''].join('\n')
}

/** Formats a Markdown table that is aligned for a terminal too. */
export function formatRows(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}
