import type { HugePool } from '@outlast/testing'

/** A long list of the app, and how to use it. */
export interface LongScreen {
  readonly what: string
  readonly path: (pool: HugePool) => string
  readonly as: 'admin' | 'member'
  /** The name of the region that scrolls; undefined where the page scrolls. */
  readonly region: string | undefined
  /** Selects an element of the list that is shown when the list is ready. */
  readonly row: string
  /** The label of the search field; undefined where the list has none. */
  readonly search: string | undefined
}

/** The longest lists of the app. */
export const LONG_SCREENS: readonly LongScreen[] = [
  {
    what: 'The Grid',
    path: () => '/history',
    as: 'member',
    region: 'Matrix',
    row: 'table[aria-label="Matrix"] tbody tr[data-index] td',
    search: 'Search',
  },
  {
    what: 'the reveal',
    path: (pool) => `/reveal/${pool.current.id}`,
    as: 'member',
    region: 'Picks and results',
    row: 'table[aria-label="Picks and results"] tbody tr[data-index] td',
    search: undefined,
  },
  {
    what: 'users and entries',
    path: () => '/admin/users',
    as: 'admin',
    region: undefined,
    row: 'main article',
    search: 'Search',
  },
]
