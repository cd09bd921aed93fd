import type { Power } from '@outlast/domain/rules'
import { parse } from 'regexparam'
import type { LazyPart } from '../../ui/lazy-part.tsx'
import { powersIn } from '../../session/powers.ts'
import type { SessionState } from '../../session/session.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** Who may open a screen: everybody, members, or who has a power (docs/roles.md). */
export type Access = 'public' | 'members' | Power

/** The groups of links, in order: the pool's, then the desk's. */
const GROUPS = ['Pool', 'This week', 'People', 'Money', 'Club'] as const
type Group = (typeof GROUPS)[number]

interface Screen {
  readonly path: string
  readonly access: Access
  readonly component: LazyPart<object>
  /** The text of the link to the screen. Screens without a label have no link. */
  readonly label?: string
  /** The group of the link in the menu. Links without a group come first. */
  readonly group?: Group
  /**
   * Which top bar shows the link from 960 px on; none by default. Whoever works for the club has more links: from 1,280 px on those of the
   * desk, and below that the pool's.
   */
  readonly bar?: 'always' | 'pool' | 'desk'
  /** Whether the screen fills the window, without top bar, banners and notices. */
  readonly isBare?: true
}

/** Every screen of the app. Links follow this order. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    access: 'members',
    label: 'Dashboard',
    bar: 'always',
    component: lazyScreen(() => import('./dashboard-screen.tsx'), 'DashboardScreen', true),
  },
  {
    path: '/reveal/:weekId?',
    access: 'public',
    label: 'Weekly Reveal',
    group: 'Pool',
    bar: 'pool',
    component: lazyScreen(() => import('../../features/reveal/reveal-screen.tsx'), 'RevealScreen', true),
  },
  {
    path: '/history',
    access: 'public',
    label: 'History',
    group: 'Pool',
    bar: 'pool',
    component: lazyScreen(() => import('../../features/history/history-screen.tsx'), 'HistoryScreen'),
  },
  {
    path: '/hall-of-fame',
    access: 'public',
    label: 'Hall of Fame',
    group: 'Pool',
    component: lazyScreen(() => import('../../features/hall-of-fame/hall-of-fame-screen.tsx'), 'HallOfFameScreen'),
  },
  {
    path: '/rules/constitution',
    access: 'public',
    component: lazyScreen(() => import('../../features/constitution/constitution-screen.tsx'), 'ConstitutionScreen'),
  },
  {
    path: '/tv',
    access: 'public',
    label: 'Clubhouse Screen',
    group: 'Pool',
    isBare: true,
    component: lazyScreen(() => import('../../features/tv/tv-screen.tsx'), 'TvScreen'),
  },
  {
    path: '/audit',
    access: 'public',
    label: 'Audit',
    group: 'Pool',
    bar: 'pool',
    component: lazyScreen(() => import('../../features/audit/audit-screen.tsx'), 'AuditScreen'),
  },
  {
    path: '/account',
    access: 'members',
    label: 'Account',
    bar: 'always',
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
    path: '/by-hand',
    access: 'members',
    component: lazyScreen(() => import('../../features/dashboard/by-hand/by-hand-screen.tsx'), 'ByHandScreen'),
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
    access: 'pool',
    label: 'Admin',
    bar: 'always',
    component: lazyScreen(() => import('./admin-screen.tsx'), 'AdminScreen'),
  },
  {
    path: '/admin/payments',
    access: 'money',
    label: 'Admin Payments',
    group: 'Money',
    bar: 'desk',
    component: lazyScreen(() => import('./payments-page.tsx'), 'PaymentsPage'),
  },
  {
    path: '/admin/users',
    access: 'people',
    label: 'Admin Users & Entries',
    group: 'People',
    bar: 'desk',
    component: lazyScreen(() => import('./people-screen.tsx'), 'UsersScreen'),
  },
  {
    path: '/admin/invitations/:id',
    access: 'people',
    component: lazyScreen(() => import('../../features/joining/invitation-sheet-screen.tsx'), 'InvitationSheetScreen'),
  },
  {
    path: '/admin/config',
    access: 'games',
    label: 'Admin Weeks & Locks',
    group: 'This week',
    bar: 'desk',
    component: lazyScreen(() => import('../../features/admin-weeks/weeks-screen.tsx'), 'WeeksScreen'),
  },
  {
    path: '/admin/rules',
    access: 'pool',
    label: 'Rule Book',
    group: 'Club',
    component: lazyScreen(() => import('../../features/admin-rules/rules-screen.tsx'), 'RulesScreen'),
  },
  {
    path: '/admin/club',
    access: 'pool',
    label: 'Club Settings',
    group: 'Club',
    component: lazyScreen(() => import('../../features/admin-club/club-screen.tsx'), 'ClubScreen'),
  },
  {
    path: '/admin/season',
    access: 'pool',
    label: 'Next Season',
    group: 'Club',
    component: lazyScreen(() => import('../../features/admin-season/season-screen.tsx'), 'SeasonScreen'),
  },
  {
    path: '/admin/reminders',
    access: 'pool',
    label: 'Admin Reminders',
    group: 'People',
    component: lazyScreen(() => import('../../features/admin-reminders/reminders-screen.tsx'), 'RemindersScreen'),
  },
  {
    path: '/admin/broadcast',
    access: 'mail',
    label: 'Broadcast',
    group: 'People',
    bar: 'desk',
    component: lazyScreen(() => import('../../features/admin-broadcast/broadcast-screen.tsx'), 'BroadcastScreen'),
  },
  {
    path: '/admin/summary',
    access: 'mail',
    label: 'Week Summary',
    group: 'This week',
    component: lazyScreen(() => import('../../features/admin-summary/summary-screen.tsx'), 'SummaryScreen'),
  },
  {
    path: '/admin/webhooks',
    access: 'pool',
    label: 'Club Chat',
    group: 'Club',
    component: lazyScreen(() => import('../../features/admin-webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  },
  {
    path: '/admin/danger',
    access: 'pool',
    label: 'Rehearsal and danger',
    group: 'Club',
    component: lazyScreen(() => import('./danger-page.tsx'), 'DangerPage'),
  },
]

const PATTERNS = new Map(SCREENS.map((screen) => [screen, parse(screen.path).pattern]))

const isAt = (screen: Screen, pathname: string): boolean => PATTERNS.get(screen)?.test(pathname) === true

/** Whether the screen at a path fills the window. */
export const isBareAt = (pathname: string): boolean => SCREENS.some((screen) => screen.isBare === true && isAt(screen, pathname))

/** Returns the screen at a path, or undefined where there is none. */
export const screenAt = (pathname: string): LazyPart<object> | undefined =>
  SCREENS.find((screen) => isAt(screen, pathname))?.component

/** Whether a session may open a screen. */
export const mayOpen = (session: SessionState, access: Access): boolean =>
  access === 'public' || (access === 'members' ? session.status === 'signed-in' : powersIn(session).includes(access))

/** Returns the first screen on which a session works for the club: an admin’s desk, or what a role is for. Undefined without a power. */
export const deskOf = (session: SessionState): string | undefined => {
  const powers: readonly Access[] = powersIn(session)
  return SCREENS.find(({ access }) => powers.includes(access))?.path
}

/** A link to a screen. */
export interface ScreenLink {
  readonly to: string
  readonly label: string
}

/** The links of the menu under one heading; those without one come first. */
export interface LinkGroup {
  readonly title: Group | undefined
  readonly links: readonly ScreenLink[]
}

/** How much room the top bar has: none for links below 960 px, and from 1,280 px on for the desk's too. */
export type BarRoom = 'narrow' | 'wide' | 'laptop'

/** The links to screens. */
export interface ScreenLinks {
  /** What the top bar shows: the pool's, then the desk's. */
  readonly bar: readonly (readonly ScreenLink[])[]
  /** Every other link. */
  readonly menu: readonly LinkGroup[]
  /** All links of the desk. */
  readonly desk: readonly LinkGroup[]
}

/** Returns the links that a session sees. Visitors get one to the dashboard, which asks them to sign in. */
export function linksFor(session: SessionState, room: BarRoom = 'narrow'): ScreenLinks {
  const isStaff = deskOf(session) !== undefined
  const linked = SCREENS.filter(({ access, path }) => mayOpen(session, access) || path === '/')
  const hasRoom = { always: true, pool: !isStaff || room === 'wide', desk: room === 'laptop' }
  const isInBar = ({ bar }: Screen): boolean => room !== 'narrow' && bar !== undefined && hasRoom[bar]
  const barLinks = (isOfDesk: boolean): readonly ScreenLink[] =>
    linked.filter((screen) => isInBar(screen) && isDesk(screen) === isOfDesk).flatMap(linkTo)
  return {
    bar: [barLinks(false), barLinks(true)].filter((links) => links.length > 0),
    menu: grouped(linked.filter((screen) => !isInBar(screen))),
    desk: grouped(linked.filter(isDesk)),
  }
}

const isDesk = ({ path }: Screen): boolean => path.startsWith('/admin')

const grouped = (screens: readonly Screen[]): readonly LinkGroup[] =>
  [undefined, ...GROUPS]
    .map((title) => ({ title, links: screens.filter(({ group }) => group === title).flatMap(linkTo) }))
    .filter(({ links }) => links.length > 0)

const linkTo = ({ path, label }: Screen): readonly ScreenLink[] =>
  label === undefined ? [] : [{ to: path.replace(/\/:.*/, ''), label }]
