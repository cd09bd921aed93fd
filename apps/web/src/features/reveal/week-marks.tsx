import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import styles from './reveal.module.css'

/** Marks a week that was reopened or unmasked, with a link to the audit trail. Most weeks have no marks. */
export function WeekMarks({ week }: { readonly week: WeekInfo }): ReactNode {
  if (!week.reopened_after_reveal && !week.unmasked) return null
  return (
    <p className={`line ${styles.marks}`}>
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
