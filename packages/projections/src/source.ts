import type { PoolState } from '@outlast/domain'
import type { Directory } from './people/directory.ts'

/** What projections are made of. */
export interface Source {
  readonly pool: PoolState
  readonly people: Directory
}
