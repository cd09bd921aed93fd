import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-window.tsx'

/** The window's code loads when the first dialog opens. */
const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazy(() => loadWindow().then((module) => ({ default: module.DialogWindow })))

/** Loads the code of dialogs early, for example when a button that opens one gets the focus. */
export function preloadDialog(): void {
  loadWindow().catch(() => undefined)
}

/** A modal dialog. It keeps the focus inside, closes with Escape and then returns the focus. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  )
}
