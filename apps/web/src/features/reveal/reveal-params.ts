import { ALL, filterText, parseFilter, type ResultFilter, type RevealFilter } from './picks.ts'

const RESULTS: readonly ResultFilter[] = ['all', 'win', 'loss', 'tie', 'tbd']

export const NO_FILTER: RevealFilter = { pick: ALL, result: 'all', search: '' }

/** Reads the filter from the address: `?team=KC&result=win&q=ace`. Ignores invalid parameters. */
export function parseRevealParams(params: URLSearchParams): RevealFilter {
  const team = params.get('team') ?? 'all'
  return {
    pick: /^([A-Z]{2,3}|none|game:\d+)$/.test(team) ? parseFilter(team) : ALL,
    result: RESULTS.find((result) => result === params.get('result')) ?? 'all',
    search: (params.get('q') ?? '').slice(0, 80),
  }
}

/** Returns the parameters with the filter. Omits what does not filter, and keeps the other parameters. */
export function withRevealParams(params: URLSearchParams, { pick, result, search }: RevealFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string): void => (value === '' || value === 'all' ? next.delete(name) : next.set(name, value))
  set('team', filterText(pick))
  set('result', result)
  // A search for the word "all" is a search.
  if (search.trim() === '') next.delete('q')
  else next.set('q', search.trim())
  return next
}
