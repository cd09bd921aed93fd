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
