import { entryLabel } from '@outlast/contract/entry-label'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { REASON_REQUIRED, ReasonField } from '../../desk/reason-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import type { PickRow } from './pick-rows.ts'
import { teamOptions } from './team-options.ts'

/** The props of both dialogs of a row. */
export interface RowDialogProps {
  readonly row: PickRow
  readonly week: WeekInfo
  readonly open: boolean
  readonly onClose: () => void
  /** Reloads the list. Live views do not show changes of hidden picks. */
  readonly reload: () => void
}

/** Sets or changes the pick of an entry. */
export function PickDialog({
  row,
  week,
  games,
  open,
  onClose,
  reload,
}: RowDialogProps & { readonly games: readonly GameInfo[] }) {
  const isNew = row.pickId === null
  const entry = useTopicView(`season:${week.season_year}`, (view) => view.entries.find(({ id }) => id === row.entryId))
  const [team, setTeam] = useState(row.team ?? '')
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const fallback = isNew ? 'Failed to override pick' : 'Failed to change pick'
  const confirmCalls = useConfirmCalls()
  const body = { entry_id: row.entryId, week_id: week.id, team_abbr: team, ...(reason.trim() === '' ? {} : { reason }) }
  const save = useAction((confirmed: Confirmed) => write('overridePick', { body, fallback, ...confirmed }), {
    success: isNew ? 'Pick overridden' : 'Pick updated',
    fallback,
  })
  const submit = async (): Promise<void> => {
    const problem = team === '' ? 'Select a team' : week.is_locked && reason.trim() === '' ? REASON_REQUIRED : ''
    setFormError(problem)
    if (problem !== '') return
    const question = { title: 'Override this pick?', confirmLabel: 'Override Pick', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'overridePick', body }], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const pick = await save.run(confirmed)
    reload()
    if (pick !== undefined) onClose()
  }
  const options = [{ value: '', label: 'Choose a team' }, ...teamOptions(week, games, entry)]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${isNew ? 'Add' : 'Change'} pick of ${labelOf(row)}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={save.pending} onClick={submit}>
            Save pick
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        {row.isHidden && <p className={styles.muted}>The current pick is hidden until the lock. Saving replaces it.</p>}
        <SelectField label="Team" value={team} options={options} onChange={(event) => setTeam(event.target.value)} />
        {week.is_locked && <ReasonField value={reason} onChange={setReason} />}
        <ErrorText>{formError || save.error}</ErrorText>
      </Form>
    </Dialog>
  )
}

/** Deletes the pick of an entry. */
export function DeletePickDialog({ row, week, open, onClose, reload }: RowDialogProps) {
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
