import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'
import { api } from '../api/client.ts'

/** How to compute site time, in milliseconds: an offset from the device's clock, or a fixed time while an override is frozen. */
type SiteClock = (
  | { readonly status: 'running'; readonly offset: number }
  | { readonly status: 'frozen'; readonly at: number }
) & { readonly isOverridden: boolean }

/** The device's clock is used until the server's time is known. */
const clockStore = createStore<SiteClock>()(() => ({ status: 'running', offset: 0, isOverridden: false }))
let requests = 0

/** The device's clock, in milliseconds of Unix time. Use it to measure; rules follow site time. */
export const deviceNow = (): number => Date.now()

/** Fetches site time from the server. A failure keeps the last known time, and so does an answer that a later request has overtaken. */
export async function syncClock(): Promise<void> {
  const request = ++requests
  const requestedAt = deviceNow()
  try {
    const { now_iso, running, override: isOverridden } = await api.call('getSiteTime')
    if (request !== requests) return
    const at = Date.parse(now_iso)
    // The server read its clock about half way between the request and the response.
    const offset = at - (requestedAt + deviceNow()) / 2
    clockStore.setState(running ? { status: 'running', offset, isOverridden } : { status: 'frozen', at, isOverridden }, true)
  } catch {
    // The next refresh tries again.
  }
}

/** Uses an earlier difference between site time and the device's clock, in milliseconds, until the server answers. */
export const assumeOffset = (offset: number): void =>
  clockStore.setState({ status: 'running', offset, isOverridden: false }, true)

/** Whether an admin overrode site time when the server was last asked. */
export const isSiteTimeOverridden = (): boolean => clockStore.getState().isOverridden

/** Returns site time, in milliseconds of Unix time. */
export function siteNow(): number {
  const clock = clockStore.getState()
  return clock.status === 'frozen' ? clock.at : deviceNow() + clock.offset
}

/**
 * Returns site time in milliseconds of Unix time, rounded down to a multiple of `everyMs`. Renders again at each multiple: pass 1,000
 * to show seconds, and more to check whether an hour has come.
 */
export function useSiteNow(everyMs: number): number {
  const roundedNow = (): number => Math.floor(siteNow() / everyMs) * everyMs
  return useSyncExternalStore((onChange) => subscribe(everyMs, onChange), roundedNow)
}

function subscribe(everyMs: number, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    if (clockStore.getState().status === 'frozen') return
    timer = setTimeout(tick, Math.min(everyMs - (siteNow() % everyMs), 60_000))
  }
  const tick = (): void => {
    onChange()
    schedule()
  }
  schedule()
  const unsubscribe = clockStore.subscribe(tick)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
