import { type ReactNode } from 'react'
import { type Location, type RouteObject, useRoutes } from 'react-router'
import { ErrorBoundary, NotFound } from './error-screens.tsx'
import { RequireAdmin, RequireMember } from './guards.tsx'
import { routesFor } from './screens/screens.ts'

const ROUTES: RouteObject[] = [
  ...routesFor('public'),
  { Component: RequireMember, children: routesFor('members') },
  { Component: RequireAdmin, children: routesFor('admins') },
  { path: '*', Component: NotFound },
]

/** The screen at an address. When it fails, the shell around it stays. */
export function Screens({ location }: { readonly location: Location }): ReactNode {
  return <ErrorBoundary key={location.pathname}>{useRoutes(ROUTES, location)}</ErrorBoundary>
}
