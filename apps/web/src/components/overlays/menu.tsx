import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

function preload(): void {
  loadPopup().catch(() => undefined)
}

/** The "…" menu of a card or row. Its code loads when the pointer or the focus reaches the button. */
export function Menu(props: MenuProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const open = (event: MouseEvent<HTMLButtonElement>) => setContainer(landmarkOf(event.currentTarget))
  const button = (
    <MenuButton
      label={props.label}
      aria-haspopup="menu"
      aria-expanded={container !== null}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    />
  )
  if (container === null) return button
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} container={container} />
    </Suspense>
  )
}

/** Returns the landmark that contains the button. Screen readers expect the popup in the same one. */
function landmarkOf(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('main, header, nav, [role="dialog"], [role="alertdialog"]') ?? document.body
}
