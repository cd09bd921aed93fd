import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LogWatchContent = lazyPart(() => import('./log-watch-content.tsx').then((module) => module.LogWatchContent), {
  // The next visit checks again.
  Failure: () => null,
})

/** Watches the pool's log, once the first screen has loaded. */
export function LogWatch(): ReactNode {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && <LogWatchContent />
}
