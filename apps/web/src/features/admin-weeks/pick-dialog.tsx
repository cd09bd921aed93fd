import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { useAction } from '../../components/forms/use-action.ts'
import styles from './admin-weeks.module.css'
import type { PickRow } from './pick-rows.ts'
import { teamOptions } from './team-options.ts'
import { ReasonField } from './fields.tsx'

/** What both dialogs of a row need. */
export interface RowDialogProps {
  readonly row: PickRow
  readonly week: WeekInfo
  readonly open: boolean
  readonly onClose: () => void
  /** Loads the list anew: what happens to a hidden pick is told by no live topic. */
  readonly reload: () => void
}

const REASON_NEEDED = 'Give a reason: every member will see it'

/** Gives an entry another team, or its first. */
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
  const [fault, setFault] = useState('')
  const fallback = isNew ? 'Failed to override pick' : 'Failed to change pick'
  const save = useAction(
    () => {
      const body = { entry_id: row.entryId, week_id: week.id, team_abbr: team, ...(reason.trim() === '' ? {} : { reason }) }
      return write('overridePick', { body, fallback })
    },
    { success: isNew ? 'Pick overridden' : 'Pick updated', fallback },
  )
  const submit = async (): Promise<void> => {
    const wrong = team === '' ? 'Select a team' : week.is_locked && reason.trim() === '' ? REASON_NEEDED : ''
    setFault(wrong)
    if (wrong !== '') return
    const answer = await save.run()
    reload()
    if (answer !== undefined) onClose()
  }
  const options = [{ value: '', label: 'Choose a team' }, ...teamOptions(week, games, entry)]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${isNew ? 'Add' : 'Change'} pick of ${row.entryName}`}
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
        {row.isHidden && <p className={styles.muted}>The team picked is hidden until the lock. What you save replaces it.</p>}
        <SelectField label="Team" value={team} options={options} onChange={(event) => setTeam(event.target.value)} />
        {week.is_locked && <ReasonField value={reason} onChange={setReason} />}
        <ErrorText>{fault || save.error}</ErrorText>
      </Form>
    </Dialog>
  )
}

/** Takes an entry's pick away. */
export function DeletePickDialog({ row, week, open, onClose, reload }: RowDialogProps) {
  const [reason, setReason] = useState('')
  const remove = useAction(
    async () => {
      const query = reason.trim() === '' ? {} : { reason }
      if (row.pickId !== null) await write('adminDeletePick', { params: { id: row.pickId }, query })
      return true
    },
    { success: 'Pick deleted', fallback: 'Failed to delete pick' },
  )
  const submit = async (): Promise<void> => {
    const isGone = await remove.run()
    reload()
    if (isGone) onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Delete pick of ${row.entryName}`}
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
          {row.entryName} ({row.userName}) is left without a pick in week {week.week_number}.
        </p>
        <ReasonField optional value={reason} onChange={setReason} />
        <ErrorText>{remove.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
