import type { HugePool } from '@outlast/testing/generated/huge-pool'

/** A long list of the app, and how to use it. */
export interface LongScreen {
  readonly what: string
  readonly path: (pool: HugePool) => string
  readonly as: 'admin' | 'member'
  /** The name of the part that scrolls; undefined where the page itself does. */
  readonly region: string | undefined
  /** What of the list is on screen when it is there. */
  readonly row: string
  /** The field that filters; undefined where a choice does. */
  readonly search: string | undefined
}

/** The long lists whose scrolling is measured. */
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
