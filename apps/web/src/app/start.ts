import { syncClock } from '../clock/site-clock.ts'
import { forgetPrivate } from '../live/live-store.ts'
import { startLive } from '../live/live-client.ts'
import { startSafetyNet } from '../live/safety-net.ts'
import { startSession, useSessionStore } from '../session/session-store.ts'
import { applyTheme, rememberedTheme } from './shell/theme.ts'

/** Starts what lives as long as the page does. */
export function start(): void {
  applyTheme(rememberedTheme())
  startSession()
  useSessionStore.subscribe(({ status }) => {
    if (status === 'visitor') forgetPrivate()
  })
  startLive()
  startSafetyNet()
  void syncClock()
}
