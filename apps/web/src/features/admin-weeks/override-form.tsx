import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { hasBegun } from '../../desk/begun-games.ts'
import { REASON_REQUIRED, ReasonField } from '../../desk/reason-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { Button } from '../../ui/button.tsx'
import { parseWholeNumber } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { EntryField } from './entry-field.tsx'
import { TeamChips } from './team-chips.tsx'
import { SlotField, useSlotChoice } from '../../desk/slot-choice.tsx'
import { slotField, teamsBeside } from '../../desk/slots.ts'
import { teamOptions } from '../../desk/team-options.ts'
import { useTeamUses } from '../../desk/use-team-uses.ts'

const MINUTE_MS = 60_000

interface OverrideFormProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
  readonly reload: () => void
}

/** Sets the pick of any entry: found by name or ID, with a team by its abbreviation or, once the entry is chosen, by its chip. */
export function OverrideForm({ week, games, reload }: OverrideFormProps) {
  const [entryId, setEntryId] = useState('')
  const [team, setTeam] = useState('')
  const [reason, setReason] = useState('')
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const chosenId = parseWholeNumber(entryId)
  const entry = useTopicView(`season:${week.season_year}`, (view) => view.entries.find((candidate) => candidate.id === chosenId))
  const choice = useSlotChoice(chosenId, week)
  const { slot, slots, choose } = choice
  const now = useSiteNow(MINUTE_MS)
  const playing = teamOptions(week, games, entry, useTeamUses(), now, teamsBeside(slots, slot)).filter(({ isBye }) => !isBye)
  const begun = playing.find(({ value }) => value === team.trim())?.begun
  // An entry that has a pick gives it up, which may be of a game that has begun.
  const asksReason = week.is_locked || games.some((game) => hasBegun(game, now))
  const bodyFor = (entry_id: number) => {
    const body = { entry_id, week_id: week.id, ...slotField(slot), team_abbr: team.trim().toUpperCase() }
    return reason.trim() === '' ? body : { ...body, reason }
  }
  const save = useAction(
    (entry_id: number, confirmed: Confirmed) => write('overridePick', { body: bodyFor(entry_id), ...confirmed }),
    { success: 'Pick overridden', fallback: 'Failed to override pick' },
  )
  const submit = async (): Promise<void> => {
    const id = chosenId
    const isMissing = id === undefined || team.trim() === ''
    const needsReason = (week.is_locked || begun !== undefined) && reason.trim() === ''
    setFormError(isMissing ? 'Select entry and team' : needsReason ? REASON_REQUIRED : '')
    save.clearError()
    if (isMissing || needsReason) return
    const question = { title: 'Override this pick?', confirmLabel: 'Override Pick', danger: true }
    const call = { call: 'overridePick' as const, body: bodyFor(id) }
    const confirmed = await confirmCalls(question, [call], { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const pick = await save.run(id, confirmed)
    reload()
    if (pick === undefined) return
    setEntryId('')
    choose(undefined)
    setTeam('')
    setReason('')
  }
  return (
    <Form label="Manual override" error={formError || save.error} onSubmit={submit}>
      <div className={styles.override} data-with-reason={asksReason || undefined}>
        <EntryField
          value={entryId}
          onChange={(next) => {
            setEntryId(next)
            choose(undefined)
          }}
        />
        {chosenId !== undefined && <SlotField {...choice} />}
        <TextField
          label="Team abbr"
          value={team}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={5}
          hint={begun === undefined ? 'For example KC' : `${team.trim()} ${begun}`}
          onChange={(event) => setTeam(event.target.value.toUpperCase())}
        />
        {asksReason && <ReasonField value={reason} onChange={setReason} isHidden={!week.is_locked} />}
        <Button type="submit" className={styles.beside} pending={save.pending}>
          Override/Add Pick
        </Button>
        {chosenId !== undefined && <TeamChips options={playing} value={team.trim()} onChange={setTeam} />}
      </div>
    </Form>
  )
}
