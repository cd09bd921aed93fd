import { weekLabel } from '@outlast/domain/rules'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { REASON_REQUIRED, ReasonField } from '../../desk/reason-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'

const QUESTION = { title: 'Unmask picks', confirmLabel: 'Unmask picks', danger: true }

/** Lets admins see the picks of an open week, which every member learns. */
export function UnmaskCard({ week }: { readonly week: WeekInfo }) {
  const [open, setOpen] = useState(false)
  return (
    <Card title="Hidden picks">
      <p className="note">{hiddenText(week)}</p>
      <div className="wrap">
        <Button variant="danger" disabled={week.is_locked || week.unmasked} onClick={() => setOpen(true)}>
          Unmask picks
        </Button>
      </div>
      {open && <UnmaskDialog week={week} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function hiddenText({ week_number, is_locked, unmasked, unmask_reason }: WeekInfo): string {
  if (is_locked) return `Week ${weekLabel(week_number)} is locked: everybody sees its picks.`
  if (unmasked) return `Picks were unmasked: “${unmask_reason}”. Every member can see this.`
  return `Picks of week ${weekLabel(week_number)} are hidden until the lock, even from admins. Every member sees who unmasked them and why.`
}

function UnmaskDialog({ week, onClose }: { readonly week: WeekInfo; readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const call = { params: { id: week.id }, body: { reason } }
  const unmask = useAction((confirmed: Confirmed) => write('unmaskPicks', { ...call, ...confirmed }), {
    success: 'Picks unmasked',
    fallback: 'Failed to unmask picks',
  })
  const submit = async (): Promise<void> => {
    setFormError(reason.trim() === '' ? REASON_REQUIRED : '')
    if (reason.trim() === '') return
    // This dialog asks already.
    const confirmed = await confirmCalls(QUESTION, [{ call: 'unmaskPicks', ...call }], { onlyIf: () => false })
    if (confirmed !== undefined && (await unmask.run(confirmed)) !== undefined) onClose()
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
          Admins will see every team picked in week {weekLabel(week.week_number)} before the lock. Every member will see that you
          did this and why. This cannot be undone.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <ErrorText>{formError || unmask.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
