import { useEffect, useState } from 'react'
import { useOnline } from '../../lib/use-online.ts'
import { useLiveStore } from '../../live/live-store.ts'
import { deviceNow } from '../../clock/site-clock.ts'

/** Keeps the display awake while the page is visible, in browsers that can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isMounted = true
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        const sentinel = await navigator.wakeLock.request('screen')
        if (isMounted) lock = sentinel
        else await sentinel.release()
      } catch {
        // The battery is low, or the browser refuses; the screen works without.
      }
    }
    const onVisible = (): void => void request()
    void request()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isMounted = false
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}

/** Takes the space of the scroll bars while the screen is shown: it never scrolls. */
export function useWholeWindow(): void {
  useEffect(() => {
    document.documentElement.dataset.wholeWindow = ''
    return () => {
      delete document.documentElement.dataset.wholeWindow
    }
  }, [])
}

/** Where the picture is in each minute, so that no line stays on the same pixels. */
const SHIFTS = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
] as const

export function useShift(): string {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  const [x, y] = SHIFTS[minute % SHIFTS.length] ?? SHIFTS[0]
  return `translate(${x}px, ${y}px)`
}

/** Returns since when the connection is lost, in milliseconds of Unix time; null while it is up, and before the first one. */
export function useLostSince(): number | null {
  const isLive = useLiveStore(({ isConnected, wasConnected }) => isConnected || !wasConnected)
  const isOnline = useOnline()
  const isLost = !isLive || !isOnline
  const [since, setSince] = useState<number | null>(null)
  if (isLost && since === null) setSince(deviceNow())
  if (!isLost && since !== null) setSince(null)
  return since
}

const POINTER_MS = 3_000

/** Whether the pointer moved a moment ago. */
export function usePointerMoved(): boolean {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMove = (): void => {
      setMoved(true)
      clearTimeout(timer)
      timer = setTimeout(() => setMoved(false), POINTER_MS)
    }
    addEventListener('pointermove', onMove)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', onMove)
    }
  }, [])
  return hasMoved
}
