import { weekLabel } from '@outlast/domain/rules'
import { entryLabel } from '@outlast/contract/entry-label'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { hasBegun } from '../../desk/begun-games.ts'
import { REASON_REQUIRED, ReasonField } from '../../desk/reason-field.tsx'
import { SlotField, useSlotChoice } from '../../desk/slot-choice.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import type { PickRow } from './pick-rows.ts'

const MINUTE_MS = 60_000

interface DeletePickDialogProps {
  readonly row: PickRow
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
  readonly open: boolean
  readonly onClose: () => void
  /** Reloads the list. Live views do not show changes of hidden picks. */
  readonly reload: () => void
}

/** Deletes a pick of an entry. */
export function DeletePickDialog({ row, week, games, open, onClose, reload }: DeletePickDialogProps) {
  const choice = useSlotChoice(row.entryId, week, 'held')
  // In a week with one pick, the row has it.
  const pickId = week.picks === undefined ? row.pickId : (choice.slots[choice.slot - 1]?.id ?? null)
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const now = useSiteNow(MINUTE_MS)
  // The pick may be hidden, so any game of the week counts.
  const needsReason = games.some((game) => hasBegun(game, now))
  const confirmCalls = useConfirmCalls()
  const partsFor = (id: number) => ({ params: { id }, query: reason.trim() === '' ? {} : { reason } })
  const remove = useAction(
    async (id: number, confirmed: Confirmed) => {
      await write('adminDeletePick', { ...partsFor(id), ...confirmed })
      return true
    },
    { success: 'Pick deleted', fallback: 'Failed to delete pick' },
  )
  const submit = async (): Promise<void> => {
    if (pickId === null) return onClose()
    const isMissing = needsReason && reason.trim() === ''
    setFormError(isMissing ? REASON_REQUIRED : '')
    if (isMissing) return
    const question = { title: 'Delete this pick?', confirmLabel: 'Delete Pick', danger: true }
    const call = { call: 'adminDeletePick' as const, ...partsFor(pickId) }
    const confirmed = await confirmCalls(question, [call], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const isDeleted = await remove.run(pickId, confirmed)
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
          {labelOf(row)} will have {week.picks === undefined ? 'no pick' : 'one pick less'} in week {weekLabel(week.week_number)}.
        </p>
        <SlotField {...choice} />
        <ReasonField optional={!needsReason} isHidden={!week.is_locked} value={reason} onChange={setReason} />
        <ErrorText>{formError || remove.error}</ErrorText>
      </Form>
    </Dialog>
  )
}

const labelOf = ({ entryName, userName }: PickRow): string => entryLabel({ name: entryName, user_name: userName })
