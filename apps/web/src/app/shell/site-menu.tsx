import { Menu, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBackCloses } from '../../ui/navigation/back-closes.ts'
import { NavLink } from '../../ui/navigation/nav-link.tsx'
import type { LinkGroup } from '../screens/screens.ts'
import barStyles from './shell.module.css'
import styles from './site-menu.module.css'

/** The button that opens the links for which the bar has no room, in groups. Escape, Back, and a click or focus elsewhere close them. */
export function SiteMenu({ groups }: { readonly groups: readonly LinkGroup[] }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  useBackCloses(isOpen, close)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    const closeOnClickElsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) setOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOnClickElsewhere)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOnClickElsewhere)
    }
  }, [isOpen])
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    <div ref={place} className={styles.place} onBlur={closeOnLeave}>
      <button
        ref={button}
        type="button"
        className={barStyles.iconButton}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
      </button>
      {isOpen && (
        <div id={id} className={styles.groups}>
          {groups.map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </div>
      )}
    </div>
  )
}

function Group({ group: { title, links } }: { readonly group: LinkGroup }): ReactNode {
  const id = useId()
  return (
    <div className={styles.group}>
      {title !== undefined && (
        <p id={id} className={styles.title}>
          {title}
        </p>
      )}
      <ul className={styles.links} aria-labelledby={title === undefined ? undefined : id}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/' || to === '/admin'} className={barStyles.link}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
