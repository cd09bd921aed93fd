import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../components/forms/form.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { REASON_REQUIRED, ReasonField } from './fields.tsx'

interface UnmaskPicksProps {
  readonly week: WeekInfo
  readonly reload: () => void
}

/** Tells admins that the picks of an open week are hidden, and lets them unmask the picks. */
export function UnmaskPicks({ week, reload }: UnmaskPicksProps) {
  const [open, setOpen] = useState(false)
  if (week.is_locked) return null
  if (week.unmasked) {
    return (
      <div className={styles.notice}>
        <span>
          Picks were unmasked: “{week.unmask_reason}”. Every member can see this. Refresh to see picks that members changed
          meanwhile.
        </span>
        <Button size="small" onClick={reload}>
          Refresh
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.notice}>
      <span>Picks are hidden until the lock, even from admins.</span>
      <Button size="small" onClick={() => setOpen(true)}>
        Unmask picks
      </Button>
      {open && <UnmaskDialog week={week} onClose={() => setOpen(false)} />}
    </div>
  )
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
