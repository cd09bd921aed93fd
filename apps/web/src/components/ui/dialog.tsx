import { lazy, type ReactNode, Suspense, useState } from 'react'

/** What a dialog is made of. */
export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => unknown
  readonly title: string
  readonly children?: ReactNode
  /** The buttons at its end: the last one is what the dialog is for. */
  readonly actions?: ReactNode
  /** A question that must be answered: clicks beside it do not close it, and there is no cross. */
  readonly alert?: boolean | undefined
  /** As wide as a page's text, for lists to choose from; else as wide as a sentence. */
  readonly wide?: boolean | undefined
}

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
