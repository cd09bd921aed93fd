import { useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { useBackCloses } from '../navigation/back-closes.ts'
import type { DialogProps } from './dialog-window.tsx'

/** The window's code loads when the first dialog opens. */
const DialogWindow = lazyPart<DialogProps>(() => import('./dialog-window.tsx').then((module) => module.DialogWindow), {
  overlay: { isOpen: ({ open }) => open, close: ({ onOpenChange }) => onOpenChange(false) },
})

/** Loads the code of dialogs early, for example when a button that opens one gets the focus. */
export const preloadDialog = (): void => DialogWindow.preload()

/** A modal dialog. It keeps the focus inside, closes with Escape and Back, and then returns the focus. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  useBackCloses(props.open, () => props.onOpenChange(false))
  return wasOpened ? <DialogWindow {...props} /> : null
}
