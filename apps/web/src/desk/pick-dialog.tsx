import { entryLabel } from '@outlast/contract/entry-label'
import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../api/client.ts'
import { Form } from '../ui/forms/form.tsx'
import { SelectField } from '../ui/forms/select-field.tsx'
import { useAction } from '../ui/forms/use-action.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import { useTopicView } from '../live/use-topic.ts'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'
import { hasConsequences } from './consequence-text.ts'
import { REASON_REQUIRED, ReasonField } from './reason-field.tsx'
import { teamOptions } from './team-options.ts'
import { useTeamUses } from './use-team-uses.ts'

/** An entry whose pick is set, with what an admin knows of the pick that it has. */
interface PickedEntry {
  readonly entryId: number
  readonly entryName: string
  readonly userName: string
  /** Null without a pick. */
  readonly pickId: number | null
  readonly team: string | null
  readonly isHidden: boolean
}

interface PickDialogProps {
  readonly row: PickedEntry
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
  readonly open: boolean
  readonly onClose: () => void
  /** Called after each attempt: live views do not show changes of hidden picks. */
  readonly reload?: () => void
}

/** Sets or changes the pick of an entry. */
export function PickDialog({ row, week, games, open, onClose, reload }: PickDialogProps) {
  const isNew = row.pickId === null
  const entry = useTopicView(`season:${week.season_year}`, (view) => view.entries.find(({ id }) => id === row.entryId))
  const uses = useTeamUses()
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
    reload?.()
    if (pick !== undefined) onClose()
  }
  const options = [{ value: '', label: 'Choose a team' }, ...teamOptions(week, games, entry, uses)]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${isNew ? 'Add' : 'Change'} pick of ${entryLabel({ name: row.entryName, user_name: row.userName })}`}
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
        {row.isHidden && <p>The current pick is hidden until the lock. Saving replaces it.</p>}
        <SelectField label="Team" value={team} options={options} onChange={(event) => setTeam(event.target.value)} />
        {week.is_locked && <ReasonField value={reason} onChange={setReason} />}
        <ErrorText>{formError || save.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
