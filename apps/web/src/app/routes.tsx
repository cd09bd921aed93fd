import { Outlet, type RouteObject } from 'react-router'
import { Loading } from '../components/ui/loading.tsx'
import { NotFound, RenderError } from './error-screens.tsx'
import { RequireAdmin, RequireMember } from './guards.tsx'
import { routesFor } from './screens/screens.ts'
import { Shell } from './shell/shell.tsx'

/** The routes of the app. The inner error boundary keeps the shell on screen when a screen fails. */
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
          ...routesFor('public'),
          { Component: RequireMember, children: routesFor('members') },
          { Component: RequireAdmin, children: routesFor('admins') },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]
