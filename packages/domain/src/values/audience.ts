/** To whom an admin sends a broadcast (docs/rules.md §12.2). */
export const AUDIENCES = ['all', 'alive', 'no_pick', 'unpaid', 'not_renewed', 'admins'] as const
export type Audience = (typeof AUDIENCES)[number]
