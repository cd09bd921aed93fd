import { Menu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { MenuButton, type MenuProps } from './menu-button.tsx'
import styles from './menu.module.css'

interface MenuPopupProps extends MenuProps {
  readonly container: HTMLElement
}

/** The menu itself, open at first: it is loaded by the click that opens it. */
export function MenuPopup({ label, items, container }: MenuPopupProps) {
  const chosen = useRef<(() => unknown) | null>(null)
  // What was chosen happens when the menu is gone and the button has the focus again: a dialog then knows where to give it back.
  const closed = (open: boolean) => {
    if (open) return
    const select = chosen.current
    chosen.current = null
    select?.()
  }
  return (
    <Menu.Root defaultOpen onOpenChangeComplete={closed}>
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
                  chosen.current = item.onSelect
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
