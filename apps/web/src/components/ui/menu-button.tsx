import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentPropsWithRef } from 'react'
import styles from './menu.module.css'

interface MenuButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string
}

/** The "…" that opens a menu. */
export function MenuButton({ label, ...rest }: MenuButtonProps) {
  return (
    <button type="button" {...rest} className={styles.trigger} aria-label={label}>
      <Ellipsis size={20} aria-hidden="true" />
    </button>
  )
}
