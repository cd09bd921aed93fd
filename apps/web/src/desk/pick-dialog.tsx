import { entryLabel } from '@outlast/contract/entry-label'
import type { Pick as EntryPick } from '@outlast/contract'
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
import { useSiteNow } from '../clock/site-clock.ts'
import { hasBegun } from './begun-games.ts'
import { type Confirmed, useConfirmCalls } from './confirm-call.tsx'
import { hasConsequences } from './consequence-text.ts'
import { REASON_REQUIRED, ReasonField } from './reason-field.tsx'
import { SlotField, useSlotChoice } from './slot-choice.tsx'
import { slotField, teamsBeside } from './slots.ts'
import { teamOptions } from './team-options.ts'
import { useTeamUses } from './use-team-uses.ts'

const MINUTE_MS = 60_000

/** An entry whose pick is set, with what an admin knows of the pick that it has. */
interface PickedEntry {
  readonly entryId: number
  readonly entryName: string
  readonly userName: string
  /** Null without a pick, and of a hidden one. */
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

/** What an entry has in a slot. */
const toHeld = (pick: EntryPick | undefined): Pick<PickedEntry, 'team' | 'isHidden'> => ({
  team: pick?.team_abbr ?? null,
  isHidden: pick?.hidden === true,
})

/** Sets or changes a pick of an entry. */
export function PickDialog({ row, week, games, open, onClose, reload }: PickDialogProps) {
  const choice = useSlotChoice(row.entryId, week)
  const { slot, slots } = choice
  // In a week with one pick, the row has it.
  const held = week.picks === undefined ? row : toHeld(slots[slot - 1])
  const isNew = held.team === null && !held.isHidden
  const entry = useTopicView(`season:${week.season_year}`, (view) => view.entries.find(({ id }) => id === row.entryId))
  const uses = useTeamUses()
  const [chosenTeam, setTeam] = useState<string>()
  const team = chosenTeam ?? held.team ?? ''
  const now = useSiteNow(MINUTE_MS)
  const teams = teamOptions(week, games, entry, uses, now, teamsBeside(slots, slot))
  const options = [{ value: '', label: 'Choose a team' }, ...teams]
  const isKnown = teams.some(({ value, begun }) => value === team && begun !== undefined)
  // A hidden pick that is replaced may be of a game that has begun.
  const needsReason = week.is_locked || isKnown || (!isNew && games.some((game) => hasBegun(game, now)))
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const fallback = isNew ? 'Failed to override pick' : 'Failed to change pick'
  const confirmCalls = useConfirmCalls()
  const body = {
    entry_id: row.entryId,
    week_id: week.id,
    ...slotField(slot),
    team_abbr: team,
    ...(reason.trim() === '' ? {} : { reason }),
  }
  const save = useAction((confirmed: Confirmed) => write('overridePick', { body, fallback, ...confirmed }), {
    success: isNew ? 'Pick overridden' : 'Pick updated',
    fallback,
  })
  const submit = async (): Promise<void> => {
    const problem = team === '' ? 'Select a team' : needsReason && reason.trim() === '' ? REASON_REQUIRED : ''
    setFormError(problem)
    if (problem !== '') return
    const question = { title: 'Override this pick?', confirmLabel: 'Override Pick', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'overridePick', body }], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const pick = await save.run(confirmed)
    reload?.()
    if (pick !== undefined) onClose()
  }
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
        <SlotField
          {...choice}
          choose={(next) => {
            choice.choose(next)
            setTeam(undefined)
          }}
        />
        {held.isHidden && <p>The current pick is hidden until the lock. Saving replaces it.</p>}
        <SelectField label="Team" value={team} options={options} onChange={(event) => setTeam(event.target.value)} />
        {needsReason && <ReasonField value={reason} onChange={setReason} isHidden={!week.is_locked} />}
        <ErrorText>{formError || save.error}</ErrorText>
      </Form>
    </Dialog>
  )
}
