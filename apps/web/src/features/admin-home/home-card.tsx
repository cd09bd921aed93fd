import { Link } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import styles from './admin-home.module.css'

interface HomeCardProps {
  readonly to: string
  readonly title: string
  readonly lead: string
  readonly tag?: string
}

/** A link to one of the admins' pages. */
export function HomeCard({ to, title, lead, tag }: HomeCardProps) {
  return (
    <Link to={to} className={styles.card}>
      <h2 className={styles.title}>
        {title} {tag && <Badge tone="accent">{tag}</Badge>}
      </h2>
      <p className="note">{lead}</p>
    </Link>
  )
}
