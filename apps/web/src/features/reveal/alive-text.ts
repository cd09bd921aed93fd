import type { RevealRow } from '@outlast/contract/live'

/**
 * Says how the entries that are alive in a week come about, such as `57 alive: 45 won, 10 still play, 2 in after a loss.` Returns
 * null if all of them have the same in common, because the numbers beside it say so.
 */
export function aliveText(rows: readonly RevealRow[], alive: ReadonlySet<number>): string | null {
  const rowsAlive = rows.filter(({ entry_id }) => alive.has(entry_id))
  const count = (matches: (row: RevealRow) => boolean): number => rowsAlive.filter(matches).length
  const parts = [
    [count(({ result }) => result === 'win'), 'won'],
    [count(({ team_abbr, result }) => team_abbr !== null && result === 'tbd'), 'still play'],
    [count(({ result }) => result === 'loss'), 'in after a loss'],
    [count(({ team_abbr }) => team_abbr === null), 'without a pick'],
  ] as const
  const shown = parts.filter(([number]) => number > 0).map(([number, what]) => `${number.toLocaleString('en-US')} ${what}`)
  if (shown.length < 2) return null
  return `${rowsAlive.length.toLocaleString('en-US')} alive: ${shown.join(', ')}.`
}
