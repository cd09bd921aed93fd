import type { Demand, SoakReport } from './scenario.ts'

const HEADINGS = ['', 'demanded', 'found', ''] as const

/** A report as a table in Markdown, aligned for a terminal too. */
export function printReport({ title, demands, notes }: SoakReport): string {
  const rows = demands.map(rowOf)
  const widths = HEADINGS.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [`### ${title}`, '', line(HEADINGS), rule, ...rows.map(line), '', ...notes.map((note) => `- ${note}`), ''].join('\n')
}

function rowOf({ what, demanded, found, holds, timed }: Demand): readonly string[] {
  const bad = timed === true ? 'MISSED' : 'BROKEN'
  return [what, demanded, found, holds === undefined ? '' : holds ? 'holds' : bad]
}
