import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-window.tsx'

/** Loaded when the first dialog opens: it is not needed to see a page. */
const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazy(() => loadWindow().then((module) => ({ default: module.DialogWindow })))

/** Gets the code of dialogs ahead of the first one, e.g. when its button gets the focus. */
export function preloadDialog(): void {
  loadWindow().catch(() => undefined)
}

/** A modal window. Keeps the focus inside, closes with Escape, gives the focus back. */
export function Dialog(props: DialogProps) {
  const [everOpen, setEverOpen] = useState(props.open)
  if (props.open && !everOpen) setEverOpen(true)
  if (!everOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  )
}
