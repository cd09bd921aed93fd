import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

function preload(): void {
  loadPopup().catch(() => undefined)
}

/** The "…" menu of a card or row. Its code is loaded when somebody points at it. */
export function Menu(props: MenuProps) {
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const open = (event: MouseEvent<HTMLButtonElement>) => setLandmark(landmarkOf(event.currentTarget))
  const button = (
    <MenuButton
      label={props.label}
      aria-haspopup="menu"
      aria-expanded={landmark !== null}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    />
  )
  if (landmark === null) return button
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} container={landmark} />
    </Suspense>
  )
}

/** The popup belongs into the same landmark as its button, or screen readers find it outside of all. */
function landmarkOf(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('main, header, nav, [role="dialog"], [role="alertdialog"]') ?? document.body
}
