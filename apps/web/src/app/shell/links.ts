import type { SessionState } from '../../session/session.ts'

export interface ShellLink {
  readonly to: string
  readonly label: string
}

const DASHBOARD: ShellLink = { to: '/', label: 'Dashboard' }
const PUBLIC: readonly ShellLink[] = [
  { to: '/reveal', label: 'Weekly Reveal' },
  { to: '/history', label: 'History' },
  { to: '/audit', label: 'Audit' },
]
const ACCOUNT: ShellLink = { to: '/account', label: 'Account' }
const ADMIN: readonly ShellLink[] = [
  { to: '/admin', label: 'Admin' },
  { to: '/admin/payments', label: 'Admin Payments' },
  { to: '/admin/users', label: 'Admin Users & Entries' },
  { to: '/admin/config', label: 'Admin Weeks & Locks' },
  { to: '/admin/broadcast', label: 'Broadcast' },
]

/** What the top bar leads to (pool.md §2), by who is here. */
export function linksFor(session: SessionState): { readonly main: readonly ShellLink[]; readonly admin: readonly ShellLink[] } {
  if (session.status !== 'signed-in') return { main: [DASHBOARD, ...PUBLIC], admin: [] }
  return { main: [DASHBOARD, ...PUBLIC, ACCOUNT], admin: session.user.is_admin ? ADMIN : [] }
}
