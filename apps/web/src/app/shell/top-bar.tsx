import { LogOut, Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { signOut, useSession } from '../../session/session.ts'
import { linksFor, type ScreenLink } from '../screens/screens.ts'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The club's name and the links to every screen. On a phone a button opens the links. */
export function TopBar({ clubName }: { readonly clubName: string }): ReactNode {
  const session = useSession()
  const { main, admin } = linksFor(session)
  const { pathname } = useLocation()
  // The menu remembers the page on which it was opened, so that following a link closes it.
  const [openPath, setOpenPath] = useState<string>()
  const isOpen = openPath === pathname
  const close = (): void => setOpenPath(undefined)
  useEscape(isOpen, close)
  return (
    <header className={styles.bar}>
      <div className={styles.barInner}>
        <Link to="/" className={styles.club}>
          {clubName}
        </Link>
        <button
          type="button"
          className={`${styles.iconButton} ${styles.menuButton}`}
          aria-expanded={isOpen}
          aria-controls="site-links"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={() => (isOpen ? close() : setOpenPath(pathname))}
        >
          {isOpen ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
        </button>
        <nav id="site-links" aria-label="Main" className={styles.nav} data-open={isOpen}>
          <Links links={main} />
          {admin.length > 0 && <Links links={admin} label="Administration" />}
        </nav>
        <div className={styles.tools}>
          <ThemeSwitch />
          {session.status === 'signed-in' ? <SignOut /> : pathname !== '/auth' && <SignIn />}
        </div>
      </div>
    </header>
  )
}

function Links({ links, label }: { readonly links: readonly ScreenLink[]; readonly label?: string }): ReactNode {
  return (
    <ul className={styles.links} aria-label={label}>
      {links.map(({ to, label: text }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/' || to === '/admin'} className={styles.link ?? ''}>
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function SignOut(): ReactNode {
  return (
    <button type="button" className={styles.iconButton} onClick={signOut} aria-label="Sign out" title="Sign out">
      <LogOut aria-hidden size={20} />
    </button>
  )
}

function SignIn(): ReactNode {
  return (
    <Link to="/auth" className={styles.signIn}>
      Sign in
    </Link>
  )
}

function useEscape(isActive: boolean, close: () => void): void {
  useEffect(() => {
    if (!isActive) return undefined
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}
