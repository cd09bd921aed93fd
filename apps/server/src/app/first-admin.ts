import type { PoolState } from '@outlast/domain'
import type { Config } from '../config/config.ts'

/** How the pool gets its first admin (docs/rules.md §11.1). */
export type FirstAdmin =
  | { readonly by: 'setup_link' }
  | { readonly by: 'address'; readonly email: string }
  | { readonly by: 'first_account' }
  /** The pool has or had an admin, or members without one. Then only `npm run admin` creates an admin. */
  | { readonly by: 'command_line' }

/** Returns how a pool gets its first admin under a configuration. */
export function firstAdminOf(pool: PoolState, { production, adminEmail }: Pick<Config, 'production' | 'adminEmail'>): FirstAdmin {
  if (pool.hadAdmin) return { by: 'command_line' }
  if (adminEmail !== undefined) return { by: 'address', email: adminEmail }
  if (production) return { by: 'setup_link' }
  return { by: pool.users.isEmpty() ? 'first_account' : 'command_line' }
}
