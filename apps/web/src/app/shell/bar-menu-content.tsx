import { LogOut } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId } from 'react'
import type { User } from '@outlast/contract'
import { useSignOut } from '../../features/account/use-sign-out.ts'
import { useBackCloses } from '../../ui/navigation/back-closes.ts'
import { NavLink } from '../../ui/navigation/nav-link.tsx'
import type { LinkGroup } from '../screens/screens.ts'
import styles from './bar-menu-content.module.css'
import barStyles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

export interface BarMenuContentProps {
  /** The links of the menu, by group. */
  readonly groups?: readonly LinkGroup[] | undefined
  /** Whose theme and sign-out the menu has. */
  readonly member?: User | undefined
  /** What the menu is in, with its button. */
  readonly place: RefObject<HTMLElement | null>
  /** Closes the menu, and gives the focus back to its button. */
  readonly onClose: () => void
  /** Closes the menu because the reader went elsewhere. */
  readonly onLeave: () => void
}

/** What a button of the top bar opens. Escape, Back, and a click elsewhere close it. */
export function BarMenuContent({ groups = [], member, place, onClose, onLeave }: BarMenuContentProps): ReactNode {
  useBackCloses(true, onClose)
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    const closeOnClickElsewhere = (event: PointerEvent): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) === false) onLeave()
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOnClickElsewhere)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOnClickElsewhere)
    }
  })
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <LinkList key={group.title} group={group} />
      ))}
      {member && (
        <div className={styles.group}>
          <p className={styles.title}>
            {member.first_name} {member.last_name}
          </p>
          <ThemeSwitch isInMenu />
          <SignOut />
        </div>
      )}
    </div>
  )
}

function SignOut(): ReactNode {
  const signOut = useSignOut()
  return (
    <button type="button" className={barStyles.link} onClick={() => void signOut()}>
      <LogOut aria-hidden size={20} /> Sign out
    </button>
  )
}

/** Links under a heading. */
export function LinkList({ group: { title, links } }: { readonly group: LinkGroup }): ReactNode {
  const id = useId()
  return (
    <div className={styles.group}>
      {title !== undefined && (
        <p id={id} className={styles.title}>
          {title}
        </p>
      )}
      <ul className="stack" aria-labelledby={title === undefined ? undefined : id}>
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
