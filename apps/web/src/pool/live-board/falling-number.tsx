import { useEffect, useRef, useState } from 'react'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { useMedia } from '../../lib/use-media.ts'
import styles from './falling-number.module.css'
import { formatNumber } from '../../lib/numbers.ts'

const DURATION_MS = 400
/** How long the difference stays beside the number. */
const DIFFERENCE_MS = 6_000

/** A large number that rolls to its new value, and shows by how much it changed. With reduced motion it changes at once. */
export function FallingNumber({ value }: { readonly value: number }) {
  const shown = useRolling(value)
  const difference = useDifference(value)
  return (
    <span
      className={`display ${styles.number}`}
      data-change={difference === 0 ? undefined : difference < 0 ? 'down' : 'up'}
      aria-hidden="true"
    >
      <span className={styles.value} data-testid="falling-number">
        {formatNumber(shown)}
      </span>
      {difference !== 0 && (
        <span className={styles.difference}>
          {difference < 0 ? '−' : '+'}
          {formatNumber(Math.abs(difference))}
        </span>
      )}
    </span>
  )
}

/** Returns a whole number that runs from the last value to the current one. */
function useRolling(value: number): number {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value || isStill || document.hidden) {
      from.current = value
      setShown(value)
      return undefined
    }
    let frame = 0
    let startedAt: number | undefined
    const step = (at: number): void => {
      startedAt ??= at
      const progress = Math.min(1, (at - startedAt) / DURATION_MS)
      const next = Math.round(start + (value - start) * (1 - (1 - progress) ** 3))
      from.current = next
      setShown(next)
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, isStill])
  return isStill ? value : shown
}

/** Returns by how much the value changed last; 0 again after a while. */
function useDifference(value: number): number {
  const [change, setChange] = useState({ value, difference: 0 })
  if (change.value !== value) setChange({ value, difference: value - change.value })
  const isOld = useHeldFor(change.difference !== 0, DIFFERENCE_MS, change)
  return isOld ? 0 : change.difference
}
