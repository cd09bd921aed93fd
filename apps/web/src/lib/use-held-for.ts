import { useEffect, useState } from 'react'

/** Returns whether a condition has held for at least `ms` milliseconds without a break. A changed `key` starts the time again. */
export function useHeldFor(condition: boolean, ms: number, key?: unknown): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!condition) return undefined
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [condition, ms, key])
  return condition && isOver
}
