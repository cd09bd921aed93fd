import { CircleUser, Grid3x3, House, Monitor, Radio } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { NavLink } from '../../ui/navigation/nav-link.tsx'
import { useSession } from '../../session/session.ts'
import { deskOf } from '../screens/screens.ts'
import styles from './tab-bar.module.css'

const TABS = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/reveal', label: 'Live', Icon: Radio },
  { to: '/history', label: 'Grid', Icon: Grid3x3 },
  { to: '/account', label: 'Me', Icon: CircleUser },
] as const

/**
 * A member's four screens at the bottom of a phone, and the desk for members with a role. The style sheet hides it on wider pages.
 */
export function TabBar(): ReactNode {
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  const desk = useSession(deskOf)
  return isSignedIn ? <Tabs desk={desk} /> : null
}

function Tabs({ desk }: { readonly desk: string | undefined }): ReactNode {
  useTabBarHeight()
  return (
    <nav aria-label="Tabs" className={styles.bar}>
      {(desk === undefined ? TABS : [...TABS, { to: desk, label: 'Desk', Icon: Monitor }]).map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className={styles.tab}>
          <Icon aria-hidden size={22} />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

/** Tells the style sheets that the end of a phone's window is covered. */
function useTabBarHeight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['tabs'] = ''
    return () => {
      delete dataset['tabs']
    }
  }, [])
}
