import { createContext, type ReactNode, use, useEffect } from 'react'
import { Link } from 'wouter'
import { HelpLink, type HelpTarget } from './help-link.tsx'
import styles from './page-header.module.css'

/** The club's name. The shell provides it from the live view of the pool. */
export const ClubNameContext = createContext('Outlast')

/** The link back of the pages that the desk leads to. */
export const TO_DESK = { to: '/admin', label: 'Back to the desk' } as const

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** What the guide says about the page. */
  readonly help?: HelpTarget
  readonly back?: { readonly to: string; readonly label: string } | undefined
}

/** The page's `h1`, which is also the title of the browser tab. */
export function PageHeader({ title, lead, actions, help, back }: PageHeaderProps) {
  const clubName = use(ClubNameContext)
  useEffect(() => {
    document.title = `${title} · ${clubName}`
  }, [title, clubName])
  return (
    <header className="stack1">
      {back && (
        <Link className={styles.back} to={back.to}>
          <span aria-hidden="true">←</span> {back.label}
        </Link>
      )}
      <div className={styles.row}>
        <h1 className={styles.title}>{title}</h1>
        {(lead ?? help) !== undefined && (
          <div className={styles.lead}>
            {lead} {help && <HelpLink to={help} />}
          </div>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}
