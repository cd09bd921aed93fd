import { useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { liftAbove } from './free-place.ts'
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
  const region = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    if (region.current !== null) moveAboveControls(region.current)
  }, [toasts])
  return (
    <output ref={region} className={styles.region} aria-live="polite" aria-atomic="false">
      {toasts.map(({ id, message }) => (
        <span key={id} className={styles.toast}>
          {message}
        </span>
      ))}
    </output>
  )
}

const CONTROLS = 'a, button, input, select, textarea, summary, [tabindex="0"]'

/** What was just changed: the card, form or row that has the focus. */
const CHANGED = ':is(article, form, tr):focus-within'

/** Moves the toasts up until they cover no control and, where there is a place for that, nothing that was just changed. */
function moveAboveControls(region: HTMLElement): void {
  region.style.translate = ''
  const boxes = [...region.children].map((child) => child.getBoundingClientRect())
  if (boxes.length === 0) return
  const toasts = {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  }
  const lift = (selector: string): number =>
    liftAbove(
      toasts,
      [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()),
    )
  region.style.translate = `0 ${-(lift(`${CONTROLS}, ${CHANGED}`) || lift(CONTROLS))}px`
}
