import type { WeekSummary } from '@outlast/contract'
import { type ReactNode, useState } from 'react'
import { useAudience } from '../../desk/audience-field.tsx'
import { useMailSummary, useSummaryActions } from '../../desk/summary-actions.ts'
import { SummaryLines } from '../../pool/week-summary/week-summary.tsx'
import { useWeekSummary } from '../../pool/week-summary/use-week-summary.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './steps.module.css'

interface SummaryActionsProps {
  readonly weekId: number
  /** What the button that mails the summary says. */
  readonly mailLabel?: string
}

/** Pins the summary of a week to everybody's dashboard, mails it, and shows what it says. During a rehearsal it is mailed to admins only. */
export function SummaryActions({ weekId, mailLabel = 'Mail it' }: SummaryActionsProps): ReactNode {
  const { data } = useWeekSummary(weekId)
  const [saved, setSaved] = useState<WeekSummary>()
  const summary = saved?.week_id === weekId ? saved : data
  const { pin } = useSummaryActions(weekId, setSaved)
  const [audience] = useAudience()
  const mail = useMailSummary(audience)
  return (
    <>
      <div className={`line ${styles.actions}`}>
        <Button pending={pin.pending} disabled={summary === undefined} onClick={() => pin.run(summary?.is_pinned !== true)}>
          {summary?.is_pinned === true ? 'Unpin the summary' : 'Post the summary'}
        </Button>
        <Button
          pending={mail.pending}
          disabled={summary === undefined}
          onClick={() => summary !== undefined && mail.run(summary)}
        >
          {audience === 'admins' ? `${mailLabel} to admins` : mailLabel}
        </Button>
        <ButtonLink to="/admin/summary" variant="quiet">
          Edit
        </ButtonLink>
      </div>
      <ErrorText>{pin.error ?? mail.error}</ErrorText>
      <details className={styles.summary}>
        <summary>The week in words</summary>
        {summary !== undefined && <SummaryLines {...summary} />}
      </details>
    </>
  )
}
