import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocation } from './location.tsx'

interface NavLinkProps {
  readonly to: string
  /** Whether pages below this one count as other pages. */
  readonly end: boolean
  readonly className: string | undefined
  readonly children: ReactNode
}

/** Whether a page, or one below it, is at an address. */
export const isShown = (to: string, pathname: string, end = false): boolean =>
  pathname === to || (!end && pathname.startsWith(`${to}/`))

/** A link that says when it leads to the page that is shown. */
export function NavLink({ to, end, className, children }: NavLinkProps): ReactNode {
  const { pathname } = useLocation()
  return (
    <Link to={to} className={className} aria-current={isShown(to, pathname, end) ? 'page' : undefined}>
      {children}
    </Link>
  )
}
