import type { SettledResult, TeamAbbr } from '@outlast/domain'

// How the results of a week are remembered that were announced.

/** The results of a week's teams. */
export type TeamResults = ReadonlyMap<TeamAbbr, SettledResult>

/** Writes the results that were announced after a lock. */
export function formatResults(lockPosition: number, results: TeamResults): string {
  return [String(lockPosition), ...Array.from(results, ([team, result]) => `${team}:${result}`)].join(' ')
}

/** Parses the announced results of a week. Results that were announced after another lock of the week do not count. */
export function parseResults(value: string | undefined, lockPosition: number): TeamResults {
  const [position, ...results] = value?.split(' ') ?? []
  if (position !== String(lockPosition)) return new Map()
  return new Map(results.map((text) => text.split(':') as [TeamAbbr, SettledResult]))
}
