import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { api } from '../api/client.ts'

/** How site time follows from the device's clock, in milliseconds: ahead of it by so much, or standing still. */
type SiteClock = { readonly status: 'running'; readonly ahead: number } | { readonly status: 'standing'; readonly at: number }

/** Until the server has told, the device's own clock has to do (pool.md §4: the server's is preferred). */
const useClock = create<{ readonly clock: SiteClock; readonly known: boolean }>()(() => ({
  clock: { status: 'running', ahead: 0 },
  known: false,
}))

/** Asks the server for site time. A failure leaves what is known. */
export async function syncClock(): Promise<void> {
  const asked = deviceNow()
  try {
    const { now_iso, running } = await api.call('getSiteTime')
    const at = Date.parse(now_iso)
    // The answer was true about half way between asking and hearing.
    const clock: SiteClock = running ? { status: 'running', ahead: at - (asked + deviceNow()) / 2 } : { status: 'standing', at }
    useClock.setState({ clock, known: true })
  } catch {
    // The next refresh asks again.
  }
}

/** Site time now, in milliseconds of Unix time. */
export function siteNow(): number {
  const { clock } = useClock.getState()
  return clock.status === 'standing' ? clock.at : deviceNow() + clock.ahead
}

/** Whether the server has told its time. */
export const useClockKnown = (): boolean => useClock((state) => state.known)

/**
 * Site time, rounded down to `everyMs`, in milliseconds of Unix time: renders again each time it gets there (and no more often).
 * Whatever shows seconds takes 1000, whatever only asks whether an hour has come takes more.
 */
export function useSiteNow(everyMs: number): number {
  const rounded = (): number => Math.floor(siteNow() / everyMs) * everyMs
  return useSyncExternalStore((changed) => subscribe(everyMs, changed), rounded)
}

function subscribe(everyMs: number, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (): void => {
    clearTimeout(timer)
    if (useClock.getState().clock.status === 'standing') return
    timer = setTimeout(tick, Math.min(everyMs - (siteNow() % everyMs), 60_000))
  }
  const tick = (): void => {
    changed()
    plan()
  }
  plan()
  const forget = useClock.subscribe(tick)
  return () => {
    clearTimeout(timer)
    forget()
  }
}

/** The device's clock, in milliseconds of Unix time. Only to measure with: what the rules go by is the site's (`site-clock.ts`). */
export const deviceNow = (): number => Date.now()
