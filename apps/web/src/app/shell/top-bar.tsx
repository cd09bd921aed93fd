import { LogOut, Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { signOut, useSession } from '../../session/session.ts'
import { linksFor, type ShellLink } from './links.ts'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The club's name and the way to every screen. On a phone the links open with a button. */
export function TopBar({ clubName }: { readonly clubName: string }): ReactNode {
  const session = useSession()
  const { main, admin } = linksFor(session)
  const { pathname } = useLocation()
  // It is open on the page where it was opened: following a link closes it.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === pathname
  const close = (): void => setOpenOn(undefined)
  useEscape(open, close)
  return (
    <header className={styles.bar}>
      <div className={styles.barInner}>
        <Link to="/" className={styles.club}>
          {clubName}
        </Link>
        <button
          type="button"
          className={`${styles.iconButton} ${styles.menuButton}`}
          aria-expanded={open}
          aria-controls="site-links"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => (open ? close() : setOpenOn(pathname))}
        >
          {open ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
        </button>
        <nav id="site-links" aria-label="Main" className={styles.nav} data-open={open}>
          <Links links={main} />
          {admin.length > 0 && <Links links={admin} label="Administration" />}
        </nav>
        <div className={styles.tools}>
          <ThemeSwitch />
          {session.status === 'signed-in' ? <SignOut /> : <SignIn isThere={pathname === '/auth'} />}
        </div>
      </div>
    </header>
  )
}

function Links({ links, label }: { readonly links: readonly ShellLink[]; readonly label?: string }): ReactNode {
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

function SignIn({ isThere }: { readonly isThere: boolean }): ReactNode {
  return isThere ? null : (
    <Link to="/auth" className={styles.signIn}>
      Sign in
    </Link>
  )
}

function useEscape(isOn: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const heard = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  })
}
