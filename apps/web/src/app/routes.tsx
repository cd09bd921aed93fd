import type { ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { type PageLocation, ScreenLocation } from '../ui/navigation/location.tsx'
import { ErrorBoundary } from './error-screens.tsx'
import { Guard } from './guards.tsx'
import { lazyScreen } from './screens/lazy-screen.tsx'
import { SCREENS } from './screens/screens.ts'

const NotFoundScreen = lazyScreen(() => import('./screens/not-found-screen.tsx'), 'NotFoundScreen')

/** Addresses that people try, and where they lead. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '/login': '/auth',
  '/register': '/auth?register',
  '/join': '/auth?register',
  '/rules': '/?rules',
  '/live': '/reveal',
  '/grid': '/history',
  '/notifications': '/account?notifications',
}

/** The screen at an address. When it fails, the shell around it stays. */
export function Screens({ location }: { readonly location: PageLocation }): ReactNode {
  return (
    <ErrorBoundary key={location.pathname}>
      <ScreenLocation value={location}>
        <Switch location={location.pathname}>
          {SCREENS.map(({ path, access, component: Screen }) => (
            <Route key={path} path={path}>
              <Guard access={access}>
                <Screen />
              </Guard>
            </Route>
          ))}
          {Object.entries(OTHER_NAMES).map(([path, to]) => (
            <Route key={path} path={path}>
              <Redirect to={to} replace />
            </Route>
          ))}
          <Route>
            <NotFoundScreen />
          </Route>
        </Switch>
      </ScreenLocation>
    </ErrorBoundary>
  )
}
