import { createContext, type ReactNode, use, useEffect } from 'react'
import { Link } from 'wouter'
import styles from './page-header.module.css'

/** The club's name. The shell provides it from the live view of the pool. */
export const ClubNameContext = createContext('Outlast')

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly back?: { readonly to: string; readonly label: string } | undefined
}

/** The page's `h1`, which is also the title of the browser tab. */
export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  const clubName = use(ClubNameContext)
  useEffect(() => {
    document.title = `${title} · ${clubName}`
  }, [title, clubName])
  return (
    <header className={styles.header}>
      {back && (
        <Link className={styles.back} to={back.to}>
          <span aria-hidden="true">←</span> {back.label}
        </Link>
      )}
      <div className={styles.row}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {lead && <div className={styles.lead}>{lead}</div>}
    </header>
  )
}
