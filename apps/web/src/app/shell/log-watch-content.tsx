import { type ReactNode, useEffect } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useDeviceRecord } from '../../device/device-record.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useSession } from '../../session/session.ts'

/** The check begins after the first screen has loaded, and not for all members at the same moment. */
const DELAY_MS = 2_000
const SPREAD_MS = 4_000
/** A page that becomes visible again counts as another visit after this time. */
const VISIT_MS = 900_000

const LogWarning = lazyPart(() => import('../../features/log-watch/log-warning.tsx').then((module) => module.LogWarning))

/** Compares the pool's log with what this device remembers at each visit, and shows a warning on every screen if it does not match, or a note if a warning was withdrawn. */
export function LogWatchContent(): ReactNode {
  const hasWarning = useDeviceRecord(({ problems, withdrawn }) => problems.length + withdrawn.length > 0)
  const status = useSession((session) => session.status)
  useEffect(() => {
    if (status === 'loading') return undefined
    let startedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (): void => {
      if (document.visibilityState !== 'visible' || performance.now() < startedAt + VISIT_MS) return
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          startedAt = performance.now()
          void runCheck()
        },
        DELAY_MS + Math.random() * SPREAD_MS,
      )
    }
    startedAt = -VISIT_MS
    schedule()
    document.addEventListener('visibilitychange', schedule)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    }
  }, [status])
  return hasWarning && <LogWarning />
}

/** A failure to load the check, or to reach the pool, changes nothing: the next visit checks again. */
async function runCheck(): Promise<void> {
  try {
    const { checkLog } = await loadChunk(() => import('../../features/log-watch/watch.ts'))
    await checkLog()
  } catch {
    // Nothing was found that does not match.
  }
}
