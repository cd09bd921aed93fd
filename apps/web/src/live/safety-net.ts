import { syncClock } from '../clock/site-clock.ts'
import { liveClient } from './live-client.ts'

/** Source: pool.md §9. Pushes make it needless; it is there for the day when they do not arrive. */
export const REFRESH_MS = 150_000

/** Fetches every watched view again every 150 s, and when the page becomes visible. Called once, when the app starts. */
export function startSafetyNet(): void {
  const refresh = (): void => {
    liveClient.refresh()
    void syncClock()
  }
  setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, REFRESH_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
}
