import { Menu } from '@base-ui/react/menu'
import { MenuButton } from './menu-button.tsx'
import styles from './menu.module.css'
import type { MenuProps } from './menu.tsx'

/** The menu itself, open at first: it is loaded by the click that opens it. */
export function MenuPopup({ label, items }: MenuProps) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={<MenuButton label={label} />} />
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Menu.Popup className={styles.popup}>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className={styles.item}
                data-danger={item.danger || undefined}
                disabled={item.disabled ?? false}
                onClick={() => item.onSelect()}
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
