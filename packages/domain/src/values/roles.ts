/**
 * What somebody may do for the club besides playing. `pool` is whatever decides who plays, what was picked and who is in: only commissioners
 * have it.
 */
export const POWERS = ['money', 'games', 'people', 'mail', 'pool'] as const
export type Power = (typeof POWERS)[number]

/** The roles that a commissioner gives, with what each may do (docs/rules.md §11.10). None of them shows a pick before its lock. */
const ROLES = {
  /** Records payments and payouts, and sees who owes what. */
  treasurer: ['money'],
  /** Enters and corrects scores. */
  scorekeeper: ['games'],
  /** Invites, approves and adds members, and writes to them. */
  helper: ['people', 'mail'],
} as const satisfies Readonly<Record<string, readonly Power[]>>
export type Role = keyof typeof ROLES
export const ROLE_NAMES = ['treasurer', 'scorekeeper', 'helper'] as const satisfies readonly Role[]

/** What decides what an account may do. Commissioners may do everything. */
interface Hands {
  readonly isAdmin: boolean
  /** Absent without a role. In the order of {@link ROLE_NAMES}. */
  readonly roles?: readonly Role[] | undefined
}

/** Returns what an account may do for the club. */
export function powersOf({ isAdmin, roles }: Hands): readonly Power[] {
  return isAdmin ? POWERS : (roles ?? []).flatMap((role): readonly Power[] => ROLES[role])
}

/** Whether an event's role is that of somebody who acted for the club. */
export function isStaffRole(role: string): boolean {
  return role === 'admin' || Object.hasOwn(ROLES, role)
}

/** In which role somebody sends what needs a power: that of a commissioner as `admin`, as the log has said from the start. */
export function actingRole(user: Hands, need: string): Role | 'admin' | 'member' {
  if (user.isAdmin) return 'admin'
  return user.roles?.find((role) => (ROLES[role] as readonly string[]).includes(need)) ?? 'member'
}
