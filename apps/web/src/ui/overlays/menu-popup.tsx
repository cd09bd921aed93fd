import { Menu } from '@base-ui/react/menu'
import { useRef, useState } from 'react'
import { useBackCloses } from '../navigation/back-closes.ts'
import { MenuButton, type MenuProps } from './menu-button.tsx'
import styles from './menu.module.css'

interface MenuPopupProps extends MenuProps {
  readonly container: HTMLElement
}

/** The button with its popup, which is open at first because the click that opens it also loads it. */
export function MenuPopup({ label, items, container }: MenuPopupProps) {
  const [isOpen, setOpen] = useState(true)
  useBackCloses(isOpen, () => setOpen(false))
  const selected = useRef<(() => unknown) | null>(null)
  // Wait until the menu is closed and the button has the focus, so that a dialog can return the focus to it.
  const handleOpenChangeComplete = (isShown: boolean) => {
    if (isShown) return
    const onSelect = selected.current
    selected.current = null
    onSelect?.()
  }
  return (
    <Menu.Root open={isOpen} onOpenChange={(next: boolean) => setOpen(next)} onOpenChangeComplete={handleOpenChangeComplete}>
      <Menu.Trigger render={<MenuButton label={label} />} />
      <Menu.Portal container={container} className={styles.portal}>
        <Menu.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={4} align="end">
          <Menu.Popup className={styles.popup}>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className={styles.item}
                data-danger={item.danger || undefined}
                disabled={item.disabled ?? false}
                onClick={() => {
                  selected.current = item.onSelect
                }}
              >
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
