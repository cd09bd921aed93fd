import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentPropsWithRef } from 'react'
import styles from './menu.module.css'

/** An item of a menu. */
interface MenuItem {
  readonly label: string
  readonly onSelect: () => unknown
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Props of a menu. */
export interface MenuProps {
  /** The accessible name of the "…" button, e.g. "Entry 1: more". */
  readonly label: string
  readonly items: readonly MenuItem[]
}

interface MenuButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string
}

/** The "…" button of a menu. */
export function MenuButton({ label, ...rest }: MenuButtonProps) {
  return (
    <button type="button" {...rest} className={styles.trigger} aria-label={label}>
      <Ellipsis size={20} aria-hidden="true" />
    </button>
  )
}
