import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { afterStep, followStep, overlayEntries } from './back-closes.ts'

/** An entry of the browser's history. */
export interface PageLocation {
  readonly pathname: string
  /** The query with its question mark, or an empty text. */
  readonly search: string
  /** What {@link navigate} was given for the page. */
  readonly state: unknown
  /** Differs for each entry of the history, and stays the same when the reader comes back to it. */
  readonly key: string
  /** Whether Back, Forward or Reload led here. */
  readonly isReturn: boolean
}

interface NavigateOptions {
  /** Whether the new page takes the place of this one in the history. */
  readonly replace?: boolean | undefined
  readonly state?: unknown
}

const listeners = new Set<() => void>()
let current = readLocation(true)

window.addEventListener('popstate', () => {
  const { pathname, search, key } = readLocation(true)
  const isSamePage = key === current.key && pathname === current.pathname && search === current.search
  if (!isSamePage) update(true)
  followStep(isSamePage)
})

/** Opens a page of the app. It takes the place of an overlay's entry in the history. */
export function navigate(to: string, { replace = false, state }: NavigateOptions = {}): void {
  afterStep(() => {
    const isReplacing = replace || overlayEntries() > 0
    history[isReplacing ? 'replaceState' : 'pushState']({ key: Math.random().toString(36).slice(2), state }, '', to)
    update(false)
  })
}

function update(isReturn: boolean): void {
  current = readLocation(isReturn)
  listeners.forEach((listener) => listener())
}

function readLocation(isReturn: boolean): PageLocation {
  const { pathname, search } = window.location
  const { key = 'first', state } = (history.state ?? {}) as { readonly key?: string; readonly state?: unknown }
  return { pathname, search, key, state, isReturn }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const LocationContext = createContext(current)

/** Lets everything inside read the address that is shown, and follow links. */
export function Navigation({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <LocationContext value={useSyncExternalStore(subscribe, () => current)}>
      <Router hook={usePath} searchHook={useQuery}>
        {children}
      </Router>
    </LocationContext>
  )
}

/** Shows a screen its own address, which may be the one before the browser's while the next screen loads. */
export const ScreenLocation = LocationContext

/** Returns the address of the screen around the component; outside of screens, the browser's. */
export const useLocation = (): PageLocation => use(LocationContext)

const usePath = (): [string, typeof navigate] => [useLocation().pathname, navigate]

const useQuery = (): string => useLocation().search
