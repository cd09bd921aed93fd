import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { BarMenuContentProps } from './bar-menu-content.tsx'
import styles from './shell.module.css'

const Content = lazyPart<BarMenuContentProps>(() => import('./bar-menu-content.tsx').then((module) => module.BarMenuContent), {
  overlay: { isOpen: () => true, close: ({ onClose }) => onClose() },
})

interface BarMenuProps extends Pick<BarMenuContentProps, 'groups' | 'member'> {
  /** The button's accessible name, which may depend on whether the menu is open. */
  readonly label: (isOpen: boolean) => string
  readonly face: ReactNode
  /** Whether the menu has the link to the page that is shown. */
  readonly isCurrent?: boolean
  readonly className: string | undefined
}

/** A button of the top bar, and what it opens below the bar. That loads when the pointer reaches the button, or on the first click. */
export function BarMenu({ label, face, isCurrent = false, className, groups, member }: BarMenuProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div ref={place} className={styles.menu} onBlur={closeOnLeave}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-current={isCurrent || undefined}
        aria-label={label(isOpen)}
        onPointerEnter={Content.preload}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && <Content groups={groups} member={member} place={place} onClose={close} onLeave={() => setOpen(false)} />}
    </div>
  )
}
