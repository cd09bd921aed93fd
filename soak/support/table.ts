import { titledTable } from '@outlast/testing/report/markdown'
import type { Demand, SoakReport } from './scenario.ts'

const HEADINGS = ['', 'demanded', 'found', ''] as const

/** A report as a table in Markdown, aligned for a terminal too. */
export function printReport({ title, demands, notes }: SoakReport): string {
  return titledTable(title, HEADINGS, demands.map(rowOf), notes)
}

function rowOf({ what, demanded, found, holds, timed }: Demand): readonly string[] {
  const bad = timed === true ? 'MISSED' : 'BROKEN'
  return [what, demanded, found, holds === undefined ? '' : holds ? 'holds' : bad]
}
