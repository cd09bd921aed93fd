import { createElement, type ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { type PageLocation, ScreenLocation } from '../ui/navigation/location.tsx'
import { ErrorBoundary, NotFound } from './error-screens.tsx'
import { RequireAdmin, RequireMember } from './guards.tsx'
import { type Access, SCREENS } from './screens/screens.ts'

const GUARDS: Readonly<Record<Access, (props: { readonly children: ReactNode }) => ReactNode>> = {
  public: ({ children }) => children,
  members: RequireMember,
  admins: RequireAdmin,
}

/** The screen at an address. When it fails, the shell around it stays. */
export function Screens({ location }: { readonly location: PageLocation }): ReactNode {
  return (
    <ErrorBoundary key={location.pathname}>
      <ScreenLocation value={location}>
        <Switch location={location.pathname}>
          {SCREENS.map(({ path, access, component }) => (
            <Route key={path} path={path}>
              {createElement(GUARDS[access], null, createElement(component))}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </ScreenLocation>
    </ErrorBoundary>
  )
}
