import type { BoardEntry } from '../board/board.ts'

/** Returns the entry of a member that lasted longest, and the week that ended it; null while one of them is in, or without any. */
export function longestRun(
  entries: readonly Pick<BoardEntry, 'id' | 'name' | 'takesPart' | 'standing'>[],
): { readonly id: number; readonly name: string; readonly week: number } | null {
  const runs = entries
    .filter(({ takesPart }) => takesPart)
    .map(({ id, name, standing }) => (standing?.status === 'out' ? { id, name, week: standing.eliminatedWeek } : null))
  const ended = runs.filter((run) => run !== null)
  if (ended.length < runs.length) return null
  return ended.toSorted((a, b) => b.week - a.week)[0] ?? null
}
