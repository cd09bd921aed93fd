import { parse } from 'regexparam'
import type { LazyPart } from '../../ui/lazy-part.tsx'
import type { SessionState } from '../../session/session.ts'
import { lazyScreen } from './lazy-screen.tsx'

export type Access = 'public' | 'members' | 'admins'

interface Screen {
  readonly path: string
  readonly access: Access
  readonly component: LazyPart<object>
  /** The text of the link in the top bar. Screens without a label have no link. */
  readonly label?: string
  /** Whether the top bar folds the link even on a wide page. */
  readonly isFolded?: true
  /** Whether the screen fills the window, without top bar, banners and notices. */
  readonly isBare?: true
}

/** Every screen of the app. The links in the top bar follow this order. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    access: 'members',
    label: 'Dashboard',
    component: lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen', true),
  },
  {
    path: '/reveal/:weekId?',
    access: 'public',
    label: 'Weekly Reveal',
    component: lazyScreen(() => import('../../features/reveal/reveal-screen.tsx'), 'RevealScreen', true),
  },
  {
    path: '/history',
    access: 'public',
    label: 'History',
    component: lazyScreen(() => import('../../features/history/history-screen.tsx'), 'HistoryScreen'),
  },
  {
    path: '/hall-of-fame',
    access: 'public',
    component: lazyScreen(() => import('../../features/hall-of-fame/hall-of-fame-screen.tsx'), 'HallOfFameScreen'),
  },
  {
    path: '/tv',
    access: 'public',
    isBare: true,
    component: lazyScreen(() => import('../../features/tv/tv-screen.tsx'), 'TvScreen'),
  },
  {
    path: '/audit',
    access: 'public',
    label: 'Audit',
    component: lazyScreen(() => import('../../features/audit/audit-screen.tsx'), 'AuditScreen'),
  },
  {
    path: '/account',
    access: 'members',
    label: 'Account',
    component: lazyScreen(() => import('./account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/entry/:entryId',
    access: 'public',
    component: lazyScreen(() => import('../../features/entry/entry-screen.tsx'), 'EntryScreen'),
  },
  {
    path: '/entries/:entryId/ranking',
    access: 'members',
    component: lazyScreen(() => import('../../features/ranking/ranking-screen.tsx'), 'RankingScreen'),
  },
  {
    path: '/auth',
    access: 'public',
    component: lazyScreen(() => import('../../features/auth/auth-screen.tsx'), 'AuthScreen'),
  },
  {
    path: '/sign-in',
    access: 'public',
    component: lazyScreen(() => import('../../features/auth/sign-in-link-screen.tsx'), 'SignInLinkScreen'),
  },
  {
    path: '/join/:code',
    access: 'public',
    component: lazyScreen(() => import('../../features/auth/join-screen.tsx'), 'JoinScreen'),
  },
  {
    path: '/forgot-password',
    access: 'public',
    component: lazyScreen(() => import('../../features/password-reset/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: '/reset-password',
    access: 'public',
    component: lazyScreen(() => import('../../features/password-reset/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  {
    path: '/confirm-email-change',
    access: 'public',
    component: lazyScreen(() => import('../../features/confirm-link/confirm-link-screen.tsx'), 'ConfirmEmailChangeScreen'),
  },
  {
    path: '/confirm-admin',
    access: 'public',
    component: lazyScreen(() => import('../../features/confirm-link/confirm-link-screen.tsx'), 'ConfirmAdminScreen'),
  },
  {
    path: '/unsubscribe',
    access: 'public',
    component: lazyScreen(() => import('../../features/confirm-link/confirm-link-screen.tsx'), 'UnsubscribeScreen'),
  },
  {
    path: '/admin',
    access: 'admins',
    label: 'Admin',
    component: lazyScreen(() => import('./admin-screen.tsx'), 'AdminScreen'),
  },
  {
    path: '/admin/payments',
    access: 'admins',
    label: 'Admin Payments',
    component: lazyScreen(() => import('./payments-page.tsx'), 'PaymentsPage'),
  },
  {
    path: '/admin/users',
    access: 'admins',
    label: 'Admin Users & Entries',
    component: lazyScreen(() => import('./people-screen.tsx'), 'UsersScreen'),
  },
  {
    path: '/admin/invitations/:id',
    access: 'admins',
    component: lazyScreen(() => import('../../features/joining/invitation-sheet-screen.tsx'), 'InvitationSheetScreen'),
  },
  {
    path: '/admin/config',
    access: 'admins',
    label: 'Admin Weeks & Locks',
    component: lazyScreen(() => import('../../features/admin-weeks/weeks-screen.tsx'), 'WeeksScreen'),
  },
  {
    path: '/admin/danger',
    access: 'admins',
    label: 'Rehearsal and danger',
    isFolded: true,
    component: lazyScreen(() => import('./danger-page.tsx'), 'DangerPage'),
  },
  {
    path: '/admin/season',
    access: 'admins',
    component: lazyScreen(() => import('../../features/admin-season/season-screen.tsx'), 'SeasonScreen'),
  },
  {
    path: '/admin/reminders',
    access: 'admins',
    label: 'Admin Reminders',
    isFolded: true,
    component: lazyScreen(() => import('../../features/admin-reminders/reminders-screen.tsx'), 'RemindersScreen'),
  },
  {
    path: '/admin/broadcast',
    access: 'admins',
    label: 'Broadcast',
    component: lazyScreen(() => import('../../features/admin-broadcast/broadcast-screen.tsx'), 'BroadcastScreen'),
  },
  {
    path: '/admin/summary',
    access: 'admins',
    label: 'Week Summary',
    isFolded: true,
    component: lazyScreen(() => import('../../features/admin-summary/summary-screen.tsx'), 'SummaryScreen'),
  },
  {
    path: '/admin/webhooks',
    access: 'admins',
    label: 'Club Chat',
    isFolded: true,
    component: lazyScreen(() => import('../../features/admin-webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  },
]

const PATTERNS = new Map(SCREENS.map((screen) => [screen, parse(screen.path).pattern]))

const isAt = (screen: Screen, pathname: string): boolean => PATTERNS.get(screen)?.test(pathname) === true

/** Whether the screen at a path fills the window. */
export const isBareAt = (pathname: string): boolean => SCREENS.some((screen) => screen.isBare === true && isAt(screen, pathname))

/** Returns the screen at a path, or undefined where there is none. */
export const screenAt = (pathname: string): LazyPart<object> | undefined =>
  SCREENS.find((screen) => isAt(screen, pathname))?.component

/** A link in the top bar. */
export interface ScreenLink {
  readonly to: string
  readonly label: string
}

const linksTo = (isShown: (screen: Screen) => boolean): readonly ScreenLink[] =>
  SCREENS.filter(isShown).flatMap(({ path, label }) => (label === undefined ? [] : [{ to: path.replace(/\/:.*/, ''), label }]))

/** The links in the top bar. */
export interface ScreenLinks {
  readonly main: readonly ScreenLink[]
  /** The admins' screens for every week. */
  readonly admin: readonly ScreenLink[]
  /** The admins' other screens. */
  readonly folded: readonly ScreenLink[]
}

/** Returns the links that a session sees. Visitors get one to the dashboard, which asks them to sign in. */
export function linksFor(session: SessionState): ScreenLinks {
  const isSignedIn = session.status === 'signed-in'
  const isAdmin = isSignedIn && session.user.is_admin
  return {
    main: linksTo(({ access, path }) => access === 'public' || path === '/' || (access === 'members' && isSignedIn)),
    admin: linksTo(({ access, isFolded }) => isAdmin && access === 'admins' && isFolded !== true),
    folded: linksTo(({ isFolded }) => isAdmin && isFolded === true),
  }
}
