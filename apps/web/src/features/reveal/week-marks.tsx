import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../components/ui/badge.tsx'
import styles from './reveal.module.css'

/** What everybody should know of how a week was handled, with the way to the record of it. Nothing for most weeks. */
export function WeekMarks({ week }: { readonly week: WeekInfo }): ReactNode {
  if (!week.reopened_after_reveal && !week.unmasked) return null
  return (
    <p className={styles.marks}>
      {week.reopened_after_reveal && <Badge tone="warn">reopened after reveal</Badge>}
      {week.unmasked && (
        <>
          <Badge tone="warn">unmasked for admins</Badge>
          {week.unmask_reason !== null && <span>“{week.unmask_reason}”</span>}
        </>
      )}
      <Link to="/audit">Audit trail</Link>
    </p>
  )
}
