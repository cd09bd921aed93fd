import { LogOut, Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Crest } from '../../ui/crest.tsx'
import { useSignOut } from '../../features/account/use-sign-out.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useLocation } from '../../ui/navigation/location.tsx'
import { NavLink } from '../../ui/navigation/nav-link.tsx'
import { useSession } from '../../session/session.ts'
import { linksFor, type ScreenLink } from '../screens/screens.ts'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

interface TopBarProps {
  readonly clubName: string
  /** The version of the crest; null: none. */
  readonly crest: string | null
}

/** The club's crest and name, and the links to every screen. On a phone a button opens the links. */
export function TopBar({ clubName, crest }: TopBarProps): ReactNode {
  const session = useSession()
  const { main, admin, folded } = linksFor(session)
  const isRoomy = useMedia('(width >= 1280px)')
  // A row has room for the admins' weekly screens on a wide page only. The first one leads to all of them.
  const shown = isRoomy ? admin : admin.slice(0, 1)
  const { pathname, key } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  // Following a link closes the menu, and so does going back.
  const [shownKey, setShownKey] = useState(key)
  if (shownKey !== key) {
    setShownKey(key)
    setOpen(false)
  }
  useEscape(isOpen, close)
  const isSignedIn = session.status === 'signed-in'
  return (
    <header className={styles.bar}>
      <div className={styles.barInner}>
        <Link to="/" className={styles.club}>
          {crest !== null && <Crest version={crest} size={32} />}
          <span className={styles.clubName}>{clubName}</span>
        </Link>
        <button
          type="button"
          className={`${styles.iconButton} ${styles.menuButton}`}
          aria-expanded={isOpen}
          aria-controls="site-links"
          aria-label={isOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
        </button>
        <nav
          id="site-links"
          aria-label="Main"
          className={styles.nav}
          data-open={isOpen}
          data-long={shown.length > 1 || undefined}
        >
          <Links links={[...main, ...shown]} />
          {folded.length > 0 && <AdminLinks key={key} links={[...admin.slice(shown.length), ...folded]} />}
        </nav>
        <div className={styles.tools} data-signed-in={isSignedIn || undefined}>
          <ThemeSwitch />
          {isSignedIn ? <SignOut /> : pathname !== '/auth' && <SignIn />}
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
          <NavLink to={to} end={to === '/' || to === '/admin'} className={styles.link}>
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** The admins' other screens: folded into one entry of the row on a wide page, and a group of the menu on a phone. */
function AdminLinks({ links }: { readonly links: readonly ScreenLink[] }): ReactNode {
  const isWide = useMedia('(width >= 960px)')
  const [isOpen, setOpen] = useState(false)
  useEscape(isOpen, () => setOpen(false))
  if (!isWide) return <Links links={links} label="Administration" />
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.link}>Admin tools</summary>
      <Links links={links} label="Administration" />
    </details>
  )
}

function SignOut(): ReactNode {
  const signOut = useSignOut()
  return (
    <button type="button" className={styles.iconButton} onClick={() => void signOut()} aria-label="Sign out" title="Sign out">
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
