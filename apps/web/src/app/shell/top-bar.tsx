import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Crest } from '../../ui/crest.tsx'
import { useSignOut } from '../../features/account/use-sign-out.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useLocation } from '../../ui/navigation/location.tsx'
import { NavLink } from '../../ui/navigation/nav-link.tsx'
import { useSession } from '../../session/session.ts'
import { deskOf, linksFor, type ScreenLink } from '../screens/screens.ts'
import styles from './shell.module.css'
import { SiteMenu } from './site-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

interface TopBarProps {
  readonly clubName: string
  /** The version of the crest; null: none. */
  readonly crest: string | null
}

/** The club's crest and name, and the links to every screen: in the bar where it is wide enough, the others in a menu. */
export function TopBar({ clubName, crest }: TopBarProps): ReactNode {
  const session = useSession()
  const { pathname, key } = useLocation()
  // Who works for the club has more links. While the server identifies the user, nobody knows which ones there are.
  const isWide = useMedia(`(width >= ${deskOf(session) === undefined ? 960 : 1280}px)`)
  const { bar, menu } = linksFor(session)
  return (
    <header className={styles.bar}>
      <div className={styles.barInner} data-wide={isWide || undefined}>
        <Link to="/" className={styles.club}>
          {crest !== null && <Crest version={crest} size={32} />}
          <span className={styles.clubName}>{clubName}</span>
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          {isWide && session.status !== 'loading' && <Links links={bar} />}
          <SiteMenu key={key} groups={menu(!isWide)} />
        </nav>
        <div className={styles.tools} data-signed-in={session.status !== 'visitor' || undefined}>
          <ThemeSwitch />
          {session.status !== 'visitor' ? <SignOut /> : pathname !== '/auth' && <SignIn />}
        </div>
      </div>
    </header>
  )
}

function Links({ links }: { readonly links: readonly ScreenLink[] }): ReactNode {
  return (
    <ul className={styles.links}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/' || to === '/admin'} className={styles.link}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
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
