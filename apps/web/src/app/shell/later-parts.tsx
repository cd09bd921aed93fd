import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// The next visit tries again.
const optional = { Failure: () => null }
const LogWatch = lazyPart(() => import('./log-watch-content.tsx').then((module) => module.LogWatchContent), optional)
const Keys = lazyPart(() => import('./keys.tsx').then((module) => module.Keys), optional)

/** Watches the pool's log, and listens to the keys, once the first screen has loaded. */
export function LaterParts(): ReactNode {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    isIdle && (
      <>
        <LogWatch />
        <Keys />
      </>
    )
  )
}
