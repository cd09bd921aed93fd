import type { GameInfo, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Form, FormActions } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import styles from './admin-weeks.module.css'
import { useFieldDraft } from '../../components/forms/field-draft.ts'
import { ConflictNote } from '../../components/forms/conflict-note.tsx'
import { earlyTeams, parseTeams, formatTeams, unknownTeams } from './ineligible.ts'

interface IneligibleCardProps {
  readonly week: WeekInfo
  readonly games: readonly GameInfo[]
}

/** Edits the teams that no entry may pick in the selected week. */
export function IneligibleCard({ week, games }: IneligibleCardProps) {
  const draft = useFieldDraft(formatTeams(week.ineligible_teams))
  const [note, setNote] = useState('')
  const save = useAction(
    (teams: readonly string[]) =>
      write('updateWeek', {
        params: { id: week.id },
        body: { ineligible_teams: [...teams] },
        ifMatch: week.version,
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
    if ((await save.run(parseTeams(draft.value))) !== undefined) draft.markSaved(draft.value)
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
          <Button type="submit" variant="primary" pending={save.pending}>
            Save Ineligible
          </Button>
          <Button onClick={addEarlyTeams}>Mark early teams ineligible</Button>
        </FormActions>
        <p className={styles.status} role="status">
          {note}
        </p>
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
  if (teams.length === 0) return <p className={styles.muted}>Every team can be picked.</p>
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
