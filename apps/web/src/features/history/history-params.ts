import type { Sort } from '../../components/data-table/data-table.tsx'

/** The views of a season, in the order of their tabs. */
export const TABS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'leaderboard', label: 'Leaderboard' },
  { value: 'usage', label: 'Team Usage' },
] as const

export type Tab = (typeof TABS)[number]['value']

/** What a tab can be sorted by. */
const SORTS: Readonly<Record<Tab, readonly string[]>> = {
  matrix: ['entry', 'eliminated'],
  leaderboard: ['rank', 'entry', 'wins', 'losses', 'eliminated'],
  usage: ['team', 'total'],
}

/** How a tab is sorted unless somebody says otherwise. */
export const USUAL_SORT: Readonly<Record<Tab, Sort>> = {
  matrix: { key: 'entry', direction: 'asc' },
  leaderboard: { key: 'rank', direction: 'asc' },
  usage: { key: 'total', direction: 'desc' },
}

/** What the address of the page says: which view of which season, narrowed and sorted how. */
export interface HistoryParams {
  readonly tab: Tab
  /** Null: not said. */
  readonly season: number | null
  readonly search: string
  readonly sort: Sort
}

/** Reads an address; what makes no sense in it is as if it were not there. */
export function readParams(query: URLSearchParams): HistoryParams {
  const tab = TABS.find(({ value }) => value === query.get('tab'))?.value ?? 'matrix'
  return {
    tab,
    season: parseSeason(query.get('season')),
    search: query.get('search') ?? '',
    sort: parseSort(tab, query.get('sort')),
  }
}

/** The address of a view. What is usual is left out, but the tab and the season, which a link should say. */
export function writeParams({ tab, season, search, sort }: HistoryParams): URLSearchParams {
  const query = new URLSearchParams({ tab })
  if (season !== null) query.set('season', String(season))
  if (search.trim() !== '') query.set('search', search.trim())
  const usual = USUAL_SORT[tab]
  if (sort.key !== usual.key || sort.direction !== usual.direction)
    query.set('sort', (sort.direction === 'desc' ? '-' : '') + sort.key)
  return query
}

/** A season's year from text, as the pool knows them (2000 to 2100); null when it is none. */
export function parseSeason(text: string | null | undefined): number | null {
  if (!/^\d{4}$/.test(text ?? '')) return null
  const year = Number(text)
  return year >= 2000 && year <= 2100 ? year : null
}

/** `wins` ascending, `-wins` descending. */
function parseSort(tab: Tab, text: string | null): Sort {
  const direction = text?.startsWith('-') ? 'desc' : 'asc'
  const key = SORTS[tab].find((one) => one === text?.replace(/^-/, ''))
  return key === undefined ? USUAL_SORT[tab] : { key, direction }
}
