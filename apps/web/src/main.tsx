import './app/early.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shared.css'
import './styles/first-view.css'
import './styles/print.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getToken } from './api/token.ts'
import { showsOwnEntries } from './app/early-entries.ts'
import { ErrorBoundary } from './app/error-screens.tsx'
import { screenAt } from './app/screens/screens.ts'
import { applyStoredAccent } from './app/shell/club-color.ts'
import { Shell } from './app/shell/shell.tsx'
import { replaceWhenWhole } from './app/whole-page.ts'
import { applyStoredTheme } from './app/shell/theme.ts'
import { followSiteTime } from './live/follow-site-time.ts'
import { startLive, startPeriodicRefresh } from './live/live-client.ts'
import { endPush } from './device/end-push.ts'
import { loadChunk } from './lib/load-chunk.ts'
import { whenIdle } from './lib/when-idle.ts'
import { clearPrivateViews, showSavedViews, startSavingViews } from './live/live-store.ts'
import { Navigation } from './ui/navigation/location.tsx'
import { startPickDrafts } from './pick-drafts/pick-drafts.ts'
import { startSession } from './session/session.ts'

// The newest function of the language that the app uses: a browser that has it has the others.
if ('groupBy' in Map) start()
else void import('./lib/old-browsers.ts').then(({ addMissingFunctions }) => addMissingFunctions()).then(start)

function start(): void {
  applyStoredTheme()
  applyStoredAccent()
  startSession(showSavedViews, (ended) => {
    clearPrivateViews()
    void endPush(ended)
  })
  startLive()
  startPeriodicRefresh()
  startSavingViews()
  whenIdle(() => {
    loadChunk(() => import('./device/offline-app.ts')).then(
      ({ keepAppForOffline }) => keepAppForOffline(),
      () => {},
    )
  })
  followSiteTime()
  startPickDrafts()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  // In a transition, React renders the page in slices of a few milliseconds, so that it responds to taps meanwhile.
  const render = (into: HTMLElement): void =>
    startTransition(() =>
      createRoot(into).render(
        <StrictMode>
          <Navigation>
            <ErrorBoundary>
              <Shell />
            </ErrorBoundary>
          </Navigation>
        </StrictMode>,
      ),
    )
  // What the server wrote for visitors stays until the screen that follows it has all that it shows, so that the page is never half empty,
  // and a member's own entries stay until they are there to be picked for.
  const next = location.pathname === '/' && getToken() === null ? screenAt('/auth') : undefined
  if (next === undefined && showsOwnEntries())
    replaceWhenWhole(root, render, (page) => page.querySelector('main article') !== null)
  else if (next === undefined) render(root)
  else void next.load().then(() => replaceWhenWhole(root, render))
}
