import { create } from 'zustand'
import styles from './toast.module.css'

/** How long a toast stays on screen, in milliseconds. */
const VISIBLE_MS = 1_800

interface Toast {
  readonly id: number
  readonly message: string
}

const useToasts = create<readonly Toast[]>(() => [])
let nextId = 1

/** Confirms a success for 1.8 seconds. Errors must also appear somewhere that lasts. */
export function toast(message: string): void {
  const id = nextId++
  useToasts.setState((toasts) => [...toasts, { id, message }], true)
  setTimeout(() => useToasts.setState((toasts) => toasts.filter((other) => other.id !== id), true), VISIBLE_MS)
}

/** The region where toasts appear. It is mounted from the start because screen readers ignore live regions that are new. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <output className={styles.region} aria-live="polite" aria-atomic="false">
      {toasts.map(({ id, message }) => (
        <span key={id} className={styles.toast}>
          {message}
        </span>
      ))}
    </output>
  )
}
