import { type MouseEvent, type ReactNode, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { MenuButton, type MenuProps } from './menu-button.tsx'

interface PopupProps extends MenuProps {
  readonly container: HTMLElement
  /** The button, which stays while the popup loads. */
  readonly button: ReactNode
  readonly onClose: () => void
}

const MenuPopup = lazyPart<PopupProps>(() => import('./menu-popup.tsx').then((module) => module.MenuPopup), {
  placeholder: ({ button }) => button,
  overlay: { isOpen: () => true, close: ({ onClose }) => onClose() },
})

/** The "…" menu of a card or row. Its code loads when the pointer or the focus reaches the button. */
export function Menu(props: MenuProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const open = (event: MouseEvent<HTMLButtonElement>) => setContainer(landmarkOf(event.currentTarget))
  const button = (
    <MenuButton
      label={props.label}
      aria-haspopup="menu"
      aria-expanded={container !== null}
      onPointerEnter={MenuPopup.preload}
      onFocus={MenuPopup.preload}
      onClick={open}
    />
  )
  if (container === null) return button
  return <MenuPopup {...props} container={container} button={button} onClose={() => setContainer(null)} />
}

/** Returns the landmark that contains the button. Screen readers expect the popup in the same one. */
function landmarkOf(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('main, header, nav, [role="dialog"], [role="alertdialog"]') ?? document.body
}
