import type { Sort } from '../../ui/table/data-table.tsx'

/** The views of a season, in the order of their tabs. */
export const TABS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'leaderboard', label: 'Leaderboard' },
  { value: 'usage', label: 'Team Usage' },
] as const

export type Tab = (typeof TABS)[number]['value']

/** What each tab can be sorted by: columns, and for the matrix its first order, which puts alive entries before the others. */
const SORT_KEYS: Readonly<Record<Tab, readonly string[]>> = {
  matrix: ['standing', 'entry', 'eliminated'],
  leaderboard: ['rank', 'entry', 'wins', 'losses', 'eliminated'],
  usage: ['team', 'total'],
}

/** The default sort of each tab. */
export const DEFAULT_SORT: Readonly<Record<Tab, Sort>> = {
  matrix: { key: 'standing', direction: 'asc' },
  leaderboard: { key: 'rank', direction: 'asc' },
  usage: { key: 'total', direction: 'desc' },
}

/** The parameters in the URL of the history page. */
export interface HistoryParams {
  readonly tab: Tab
  /** Null when the URL names no season. */
  readonly season: number | null
  readonly search: string
  readonly sort: Sort
}

/** Parses the URL and ignores invalid parameters. */
export function parseParams(query: URLSearchParams): HistoryParams {
  const tab = TABS.find(({ value }) => value === query.get('tab'))?.value ?? 'matrix'
  return {
    tab,
    season: parseSeason(query.get('season')),
    search: query.get('search') ?? '',
    sort: parseSort(tab, query.get('sort')),
  }
}

/** Formats the URL of a view. Omits a default sort and an empty search, but never the tab or the season. */
export function formatParams({ tab, season, search, sort }: HistoryParams): URLSearchParams {
  const query = new URLSearchParams({ tab })
  if (season !== null) query.set('season', String(season))
  if (search.trim() !== '') query.set('search', search.trim())
  const defaultSort = DEFAULT_SORT[tab]
  if (sort.key !== defaultSort.key || sort.direction !== defaultSort.direction)
    query.set('sort', (sort.direction === 'desc' ? '-' : '') + sort.key)
  return query
}

/** Parses the year of a season, 2000 to 2100; null for any other text. */
export function parseSeason(text: string | null | undefined): number | null {
  if (!/^\d{4}$/.test(text ?? '')) return null
  const year = Number(text)
  return year >= 2000 && year <= 2100 ? year : null
}

/** Parses a sort: `wins` is ascending, `-wins` descending. */
function parseSort(tab: Tab, text: string | null): Sort {
  const direction = text?.startsWith('-') ? 'desc' : 'asc'
  const key = SORT_KEYS[tab].find((candidate) => candidate === text?.replace(/^-/, ''))
  return key === undefined ? DEFAULT_SORT[tab] : { key, direction }
}
