import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { Form, FormActions, FormStatus } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { useFieldDraft } from '../../ui/forms/field-draft.ts'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'
import { earlyTeams, parseTeams, formatTeams, unknownTeams } from './ineligible.ts'

interface IneligibleCardProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
}

/** Edits the teams that no entry may pick in the selected week. */
export function IneligibleCard({ week, games }: IneligibleCardProps) {
  const draft = useFieldDraft(formatTeams(week.ineligible_teams))
  const [note, setNote] = useState('')
  const confirmCalls = useConfirmCalls()
  const target = { params: { id: week.id } }
  const save = useAction(
    (body: { readonly ineligible_teams: string[] }, confirmed: Confirmed) =>
      write('updateWeek', {
        ...target,
        body,
        ifMatch: week.version,
        ...confirmed,
        fallback: 'Failed to update ineligible teams',
      }),
    { success: 'Ineligible teams updated', fallback: 'Failed to update ineligible teams' },
  )
  const edit = (text: string): void => {
    draft.set(text)
    setNote('')
    save.clearError()
  }
  const addEarlyTeams = (): void => {
    const listed = parseTeams(draft.value)
    const early = earlyTeams(games, week.lock_time)
    const added = early.filter((team) => !listed.includes(team))
    if (added.length > 0) draft.set(formatTeams([...listed, ...added]))
    setNote(describeAdded(early, added))
  }
  const submit = async (): Promise<void> => {
    setNote('')
    const body = { ineligible_teams: [...parseTeams(draft.value)] }
    const question = { title: 'Save ineligible teams?', confirmLabel: 'Save Ineligible', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'updateWeek', ...target, body }], { onlyIf: hasConsequences })
    if (confirmed !== undefined && (await save.run(body, confirmed)) !== undefined) draft.markSaved(draft.value)
  }
  const unknown = unknownTeams(parseTeams(draft.value))
  return (
    <Card title="Ineligible teams">
      <TeamChips teams={week.ineligible_teams} />
      <Form label="Ineligible teams" onSubmit={submit}>
        <div>
          <TextField
            label="Ineligible teams"
            value={draft.value}
            placeholder="DAL, PHI"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            hint={unknown.length > 0 ? `Not a team: ${unknown.join(', ')}` : 'Abbreviations, separated by commas'}
            onChange={(event) => edit(event.target.value)}
          />
          <ConflictNote draft={draft} />
        </div>
        <FormActions>
          <Button type="submit" pending={save.pending}>
            Save Ineligible
          </Button>
          <Button onClick={addEarlyTeams}>Mark early teams ineligible</Button>
        </FormActions>
        <FormStatus>{note}</FormStatus>
        <ErrorText>{save.error}</ErrorText>
      </Form>
    </Card>
  )
}

function describeAdded(early: readonly string[], added: readonly string[]): string {
  if (early.length === 0) return 'No team kicks off before the lock'
  return added.length === 0 ? 'Every early team is already on the list' : `Added ${formatTeams(added)}. Save to apply.`
}

function TeamChips({ teams }: { readonly teams: readonly string[] }) {
  if (teams.length === 0) return <p className="note">Every team can be picked.</p>
  return (
    <ul className={styles.chips} aria-label="Currently ineligible">
      {teams.map((team) => (
        <li key={team}>
          <TeamChip abbr={team} />
        </li>
      ))}
    </ul>
  )
}
