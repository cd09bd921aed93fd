import { Menu } from 'lucide-react'
import type { User } from '@outlast/contract'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMedia } from '../../lib/use-media.ts'
import { initialsOf, PersonMark } from '../../pool/just-now/person-mark.tsx'
import { useSession } from '../../session/session.ts'
import { Crest } from '../../ui/crest.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useLocation } from '../../ui/navigation/location.tsx'
import { isShown, NavLink } from '../../ui/navigation/nav-link.tsx'
import { linksFor, type ScreenLink } from '../screens/screens.ts'
import { BarMenu } from './bar-menu.tsx'
import styles from './shell.module.css'

/** Only visitors have it in the bar. */
const ThemeSwitch = lazyPart(() => import('./theme-switch.tsx').then((module) => module.ThemeSwitch), {
  placeholder: <span className={styles.iconButton} />,
  isFirstScreen: true,
  Failure: () => null,
})

interface TopBarProps {
  readonly clubName: string
  /** The version of the crest; null: none. */
  readonly crest: string | null
}

/** The club's crest and name, and the links to every screen: in the bar where it is wide enough, the others in a menu. */
export function TopBar({ clubName, crest }: TopBarProps): ReactNode {
  const session = useSession()
  const { pathname, key } = useLocation()
  const isWide = useMedia('(width >= 960px)')
  const isLaptop = useMedia('(width >= 1280px)')
  const { bar, menu } = linksFor(session, isLaptop ? 'laptop' : isWide ? 'wide' : 'narrow')
  return (
    <header className={styles.bar}>
      <div className={styles.barInner} data-wide={isWide || undefined}>
        <Link to="/" className={styles.club}>
          {crest !== null && <Crest version={crest} size={32} />}
          <span className={styles.clubName}>{clubName}</span>
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          {session.status !== 'loading' && bar.map((links) => <Links key={links[0]?.to} links={links} />)}
          <BarMenu
            key={key}
            groups={menu}
            className={isWide ? styles.link : styles.iconButton}
            isCurrent={isWide && menu.some(({ links }) => links.some(({ to }) => isShown(to, pathname)))}
            label={(isOpen) => (isWide ? 'More' : isOpen ? 'Close menu' : 'Open menu')}
            face={isWide ? 'More' : <Menu aria-hidden size={22} />}
          />
        </nav>
        <div className={`row ${styles.tools}`} data-signed-in={session.status !== 'visitor' || undefined}>
          {session.status === 'loading' && <span className={styles.iconButton} />}
          {session.status === 'signed-in' && <MemberMenu key={key} member={session.user} />}
          {session.status === 'visitor' && <ThemeSwitch />}
          {session.status === 'visitor' && pathname !== '/auth' && <SignIn />}
        </div>
      </div>
    </header>
  )
}

/** The member's initials, with what concerns this device behind them. */
function MemberMenu({ member }: { readonly member: User }): ReactNode {
  const name = `${member.first_name} ${member.last_name}`
  return (
    <BarMenu
      member={member}
      className={styles.iconButton}
      // With the initials, because what is said of a button must contain what it shows.
      label={() => `${initialsOf(name)}, ${name}: theme and sign-out`}
      face={<PersonMark userId={member.id} name={name} />}
    />
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

function SignIn(): ReactNode {
  return (
    <Link to="/auth" className={styles.signIn}>
      Sign in
    </Link>
  )
}
