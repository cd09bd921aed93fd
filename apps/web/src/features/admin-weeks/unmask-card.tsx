import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../components/forms/form.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { REASON_REQUIRED, ReasonField } from './fields.tsx'

/** Lets admins see the picks of an open week, which every member learns. */
export function UnmaskCard({ week }: { readonly week: WeekInfo }) {
  const [open, setOpen] = useState(false)
  return (
    <Card title="Hidden picks">
      <p className={styles.muted}>{hiddenText(week)}</p>
      <div className={styles.buttons}>
        <Button variant="danger" disabled={week.is_locked || week.unmasked} onClick={() => setOpen(true)}>
          Unmask picks
        </Button>
      </div>
      {open && <UnmaskDialog week={week} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function hiddenText({ week_number, is_locked, unmasked, unmask_reason }: WeekInfo): string {
  if (is_locked) return `Week ${week_number} is locked: everybody sees its picks.`
  if (unmasked) return `Picks were unmasked: “${unmask_reason}”. Every member can see this.`
  return `Picks of week ${week_number} are hidden until the lock, even from admins. Every member sees who unmasked them and why.`
}

function UnmaskDialog({ week, onClose }: { readonly week: WeekInfo; readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const unmask = useAction(() => write('unmaskPicks', { params: { id: week.id }, body: { reason } }), {
    success: 'Picks unmasked',
    fallback: 'Failed to unmask picks',
  })
  const submit = async (): Promise<void> => {
    setFormError(reason.trim() === '' ? REASON_REQUIRED : '')
    if (reason.trim() !== '' && (await unmask.run()) !== undefined) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Unmask picks"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" pending={unmask.pending} onClick={submit}>
            Unmask picks
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <p>
          Admins will see every team picked in week {week.week_number} before the lock. Every member will see that you did this
          and why. This cannot be undone.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <ErrorText>{formError || unmask.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
