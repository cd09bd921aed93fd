import { type ReactNode, useContext, useEffect, createContext } from 'react'
import { Link } from 'react-router'
import styles from './page-header.module.css'

interface PageHeaderProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly back?: { readonly to: string; readonly label: string } | undefined
}

/** The page's one `h1`; the browser's title follows it. */
export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  const club = useContext(ClubNameContext)
  useEffect(() => {
    document.title = `${title} · ${club}`
  }, [title, club])
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

/** What the club is called: the shell provides it from the pool's view, titles use it. */
export const ClubNameContext = createContext('Outlast')
