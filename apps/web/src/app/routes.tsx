import { Outlet, type RouteObject } from 'react-router'
import { RequireAdmin, RequireMember } from './guards.tsx'
import { screen } from './screens/lazy-screen.ts'
import { NotFound, RenderError } from './error-screens.tsx'
import { Shell } from './shell/shell.tsx'
import { Loading } from '../components/ui/loading.tsx'

const open: RouteObject[] = [
  { path: 'auth', lazy: screen(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen') },
  {
    path: 'forgot-password',
    lazy: screen(() => import('../features/password-reset/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: 'reset-password',
    lazy: screen(() => import('../features/password-reset/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  { path: 'reveal/:weekId?', lazy: screen(() => import('../features/reveal/reveal-screen.tsx'), 'RevealScreen') },
  { path: 'history', lazy: screen(() => import('../features/history/history-screen.tsx'), 'HistoryScreen') },
  { path: 'audit', lazy: screen(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen') },
]

const members: RouteObject[] = [
  { index: true, lazy: screen(() => import('./screens/dashboard-screen.tsx'), 'DashboardScreen') },
  { path: 'account', lazy: screen(() => import('../features/account/account-screen.tsx'), 'AccountScreen') },
]

const admins: RouteObject[] = [
  { index: true, lazy: screen(() => import('../features/admin-home/admin-home-screen.tsx'), 'AdminHomeScreen') },
  { path: 'payments', lazy: screen(() => import('../features/admin-payments/payments-screen.tsx'), 'PaymentsScreen') },
  { path: 'users', lazy: screen(() => import('../features/admin-people/people-screen.tsx'), 'PeopleScreen') },
  { path: 'config', lazy: screen(() => import('../features/admin-weeks/weeks-screen.tsx'), 'WeeksScreen') },
  { path: 'broadcast', lazy: screen(() => import('../features/admin-broadcast/broadcast-screen.tsx'), 'BroadcastScreen') },
]

/** Every address of the app (pool.md §2, decisions.md §Screens). A screen that fails leaves the shell standing. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RenderError,
    HydrateFallback: Loading,
    children: [
      {
        Component: Outlet,
        ErrorBoundary: RenderError,
        children: [
          ...open,
          { Component: RequireMember, children: members },
          { path: 'admin', Component: RequireAdmin, children: admins },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]
