import type { PoolState, UserId } from '@outlast/domain'
import type { Source } from '../src/source.ts'

/** The pool and its accounts, as `store` stores them. */
export function sourceOf(pool: PoolState): Source {
  const people = {
    of: (id: UserId) =>
      pool.users.has(id)
        ? { email: `u${id}@example.org`, first_name: 'First', last_name: `L${id}`, mobile: `+1555${id}` }
        : undefined,
  }
  return { pool, people }
}

let kept: PoolState | undefined

/** Takes a pool as the one that {@link source} returns from now on. `store` does it too. */
export function keep({ state }: { readonly state: PoolState }): void {
  kept = state
}

/** Returns what projections of the kept pool are made of. */
export function source(): Source {
  if (kept === undefined) throw new Error('no pool is kept')
  return sourceOf(kept)
}
