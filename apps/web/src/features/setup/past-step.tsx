import { meaningOf } from '@outlast/domain/pool-rules'
import type { PoolView } from '@outlast/contract/live'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { rulesOfInfo } from '../../desk/rule-book/rule-values.ts'
import { weeksText } from '../../pool/pool-text.ts'
import { FormActions } from '../../ui/forms/form.tsx'
import { Button } from '../../ui/button.tsx'

interface PastStepProps {
  readonly pool: PoolView
  /** The imports of members and of their picks. */
  readonly panel: ComponentType
  readonly pending: boolean
  readonly onDone: () => unknown
  /** The button that skips the step. */
  readonly children: ReactNode
}

/** Asks whether the season has begun elsewhere. If so, it is brought along before anybody is invited. */
export function PastStep({ pool: { rules, weeks }, panel: Panel, pending, onDone, children }: PastStepProps) {
  const [hasBegun, setBegun] = useState(weeks.length > 0)
  if (!hasBegun) {
    return (
      <FormActions>
        <Button variant="primary" pending={pending} onClick={onDone}>
          No, we start here
        </Button>
        <Button onClick={() => setBegun(true)}>Yes, weeks have been played</Button>
        {children}
      </FormActions>
    )
  }
  return (
    <div className="stack5">
      {weeks.length > 0 && <p>Your pool has {weeksText(weeks.map((week) => week.week_number).toSorted((a, b) => a - b))}.</p>}
      <Panel />
      <p className="muted">
        Who starts late: {meaningOf('lateEntries', rulesOfInfo(rules))} Record who has paid under{' '}
        <Link to="/admin/payments">Payments</Link>.
      </p>
      <FormActions>
        <Button variant="primary" pending={pending} onClick={onDone}>
          Continue
        </Button>
        {children}
      </FormActions>
    </div>
  )
}
