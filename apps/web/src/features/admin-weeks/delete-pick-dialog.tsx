import { entryLabel } from '@outlast/contract/entry-label'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { ReasonField } from '../../desk/reason-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import type { PickRow } from './pick-rows.ts'

interface DeletePickDialogProps {
  readonly row: PickRow
  readonly week: WeekInfo
  readonly open: boolean
  readonly onClose: () => void
  /** Reloads the list. Live views do not show changes of hidden picks. */
  readonly reload: () => void
}

/** Deletes the pick of an entry. */
export function DeletePickDialog({ row, week, open, onClose, reload }: DeletePickDialogProps) {
  const [reason, setReason] = useState('')
  const confirmCalls = useConfirmCalls()
  const partsFor = (id: number) => ({ params: { id }, query: reason.trim() === '' ? {} : { reason } })
  const remove = useAction(
    async (pickId: number, confirmed: Confirmed) => {
      await write('adminDeletePick', { ...partsFor(pickId), ...confirmed })
      return true
    },
    { success: 'Pick deleted', fallback: 'Failed to delete pick' },
  )
  const submit = async (): Promise<void> => {
    if (row.pickId === null) return onClose()
    const question = { title: 'Delete this pick?', confirmLabel: 'Delete Pick', danger: true }
    const call = { call: 'adminDeletePick' as const, ...partsFor(row.pickId) }
    const confirmed = await confirmCalls(question, [call], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const isDeleted = await remove.run(row.pickId, confirmed)
    reload()
    if (isDeleted) onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Delete pick of ${labelOf(row)}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" pending={remove.pending} onClick={submit}>
            Delete pick
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <p>
          {labelOf(row)} will have no pick in week {week.week_number}.
        </p>
        <ReasonField optional value={reason} onChange={setReason} />
        <ErrorText>{remove.error}</ErrorText>
      </Form>
    </Dialog>
  )
}

const labelOf = ({ entryName, userName }: PickRow): string => entryLabel({ name: entryName, user_name: userName })
