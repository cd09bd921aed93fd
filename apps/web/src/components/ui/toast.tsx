import type { ReactNode } from 'react'
import { create } from 'zustand'
import styles from './toast.module.css'

/** How long a toast stays (pool.md §8: 1.5 to 2 seconds). */
const SHOWN_MS = 1800

interface ToastState {
  readonly toasts: readonly { readonly id: number; readonly message: string }[]
}

let serial = 0
const useToasts = create<ToastState>(() => ({ toasts: [] }))

/** Says that something worked, for 1.8 seconds. Never the only place an error appears. */
export function toast(message: string): void {
  serial += 1
  const id = serial
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, message }] }))
  setTimeout(() => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) })), SHOWN_MS)
}

/** The function that shows a toast; always the same one. */
export function useToast(): (message: string) => void {
  return toast
}

/** Where toasts appear. Their live region is there from the start, so that the first one is announced too. */
export function ToastProvider({ children }: { readonly children?: ReactNode }) {
  const toasts = useToasts((state) => state.toasts)
  return (
    <>
      {children}
      <output className={styles.region} aria-live="polite" aria-atomic="false">
        {toasts.map(({ id, message }) => (
          <span key={id} className={styles.toast}>
            {message}
          </span>
        ))}
      </output>
    </>
  )
}
