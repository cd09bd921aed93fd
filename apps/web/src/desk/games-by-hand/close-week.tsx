import { weekLabel } from '@outlast/domain/rules'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { type Confirmed, useConfirmCalls } from '../confirm-call.tsx'
import { REASON_REQUIRED, ReasonField } from '../reason-field.tsx'
import { gameNames } from './hand-text.ts'

interface CloseWeekProps {
  readonly week: WeekInfo
  /** The games that are called off. */
  readonly games: readonly GameInfo[]
}

/** Completes a week without its games that are called off (docs/rules.md §4.13). */
export function CloseWeek(props: CloseWeekProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="primary" onClick={() => setOpen(true)}>
        Close week {weekLabel(props.week.week_number)}
      </Button>
      {isOpen && <CloseWeekDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function CloseWeekDialog({ week, games, onClose }: CloseWeekProps & { readonly onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const title = `Close week ${weekLabel(week.week_number)} without ${gameNames(games)}`
  const call = { params: { id: week.id }, body: { reason: reason.trim() } }
  const close = useAction((confirmed: Confirmed) => write('closeWeek', { ...call, ...confirmed }), {
    success: `Week ${weekLabel(week.week_number)} closed`,
    fallback: 'Failed to close the week',
  })
  const submit = async (): Promise<void> => {
    const problem = reason.trim() === '' ? REASON_REQUIRED : ''
    setFormError(problem)
    close.clearError()
    if (problem !== '') return
    const question = { title: `${title}?`, confirmLabel: 'Close Week', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'closeWeek', ...call }])
    if (confirmed !== undefined && (await close.run(confirmed)) !== undefined) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={close.pending} onClick={submit}>
            Close week
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <p>
          The week is over then: missed picks count, and the season can be decided. Picks of these games survive or lose, as the
          pool’s rule for games that are not played says. If one of them gets a result later, the result counts.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <ErrorText>{formError || close.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
