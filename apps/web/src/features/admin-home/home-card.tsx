import { Link } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import styles from './admin-home.module.css'

interface HomeCardProps {
  readonly to: string
  readonly title: string
  readonly lead: string
  readonly tag?: string
  /** The most important number and what it counts. */
  readonly number?: readonly [number, string] | undefined
  readonly detail?: string | undefined
  /** Shows a placeholder for the number. */
  readonly isLoading?: boolean
}

/** A link to an admin screen, with what needs attention there. */
export function HomeCard({ to, title, lead, tag, number, detail, isLoading = false }: HomeCardProps) {
  return (
    <Link to={to} className={styles.card}>
      <h2 className={styles.title}>
        {title} {tag && <Badge tone="accent">{tag}</Badge>}
      </h2>
      <p className={styles.lead}>{lead}</p>
      {isLoading && <Skeleton width={120} height={68} />}
      {number && (
        <p className={styles.number}>
          <strong>{number[0].toLocaleString('en-US')}</strong> {number[1]}
        </p>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
    </Link>
  )
}
