import { type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { OtherTeams } from './other-teams.tsx'
import { isSameList, moveTeam, type Teams } from './ranking-draft.ts'
import styles from './ranking.module.css'
import { RankedTeams } from './ranked-teams.tsx'

interface RankingEditorProps {
  readonly entryId: number
  /** The list as the pool has it, which another device of the member may change. */
  readonly saved: Teams
  /** The teams that the entry has picked, with the week's number. */
  readonly used: ReadonlyMap<string, number>
}

/** Adds, removes and orders teams, and saves the list. Unsaved changes stay when another device saves. */
export function RankingEditor({ entryId, saved, used }: RankingEditorProps): ReactNode {
  const { teams, edit, save, discard, error, ...state } = useDraft(entryId, saved)
  const { isChanged, isSaving } = state
  return (
    <div className={`stack5 ${styles.editor}`}>
      <Card
        title="Your list"
        actions={
          teams.length > 0 && (
            <Button size="small" variant="quiet" onClick={() => edit([])}>
              Clear list
            </Button>
          )
        }
      >
        {teams.length === 0 && (
          <p className={styles.empty}>Your list is empty. Add the teams that you would pick, the best one first.</p>
        )}
        <RankedTeams
          teams={teams}
          used={used}
          onMove={(from, to) => edit(moveTeam(teams, from, to))}
          onRemove={(team) => edit(teams.filter((other) => other !== team))}
        />
        <div className={`line ${styles.saving}`}>
          <Button variant="primary" pending={isSaving} disabled={!isChanged} onClick={save}>
            Save list
          </Button>
          {isChanged && (
            <Button variant="quiet" disabled={isSaving} onClick={discard}>
              Discard
            </Button>
          )}
          <p className={`note ${styles.state}`} role="status" data-changed={isChanged || undefined}>
            {stateText(teams.length, state)}
          </p>
        </div>
        <ErrorText>{error}</ErrorText>
      </Card>
      <OtherTeams listed={teams} used={used} onAdd={(team) => edit([...teams, team])} />
    </div>
  )
}

interface SaveState {
  readonly isChanged: boolean
  readonly hasConflict: boolean
  readonly isSaving: boolean
}

function stateText(count: number, { isChanged, hasConflict, isSaving }: SaveState): string {
  if (isSaving) return 'Saving…'
  if (hasConflict) return 'Not saved. Another device has saved another list meanwhile, which yours would replace.'
  if (isChanged) return 'Not saved yet'
  return count === 0 ? '' : `Saved: ${formatCount(count, 'team')}`
}

interface Draft {
  readonly teams: Teams
  /** The pool's list when the member began to edit. */
  readonly basis: Teams
}

/** Holds the edited list until the pool has it. */
function useDraft(entryId: number, live: Teams) {
  const [draft, setDraft] = useState<Draft | null>(null)
  /** What this device saved, until the live view brings it or a later list. */
  const [confirmed, setConfirmed] = useState<{ readonly teams: Teams; readonly over: Teams } | null>(null)
  const current = confirmed !== null && isSameList(live, confirmed.over) ? confirmed.teams : live
  const isChanged = draft !== null && !isSameList(draft.teams, current)
  const basis = isChanged ? draft.basis : current
  const teams = isChanged ? draft.teams : current
  const saving = useAction(
    async () => {
      await write('setRanking', { params: { id: entryId }, body: { teams: [...teams] } })
      setConfirmed({ teams, over: live })
      // Edits made meanwhile stay.
      setDraft((edited) => (edited === null || isSameList(edited.teams, teams) ? null : { teams: edited.teams, basis: teams }))
    },
    { success: 'List saved', fallback: 'Failed to save the ranking' },
  )
  return {
    teams,
    isChanged,
    hasConflict: isChanged && !isSameList(basis, current),
    isSaving: saving.pending,
    error: saving.error,
    edit: (next: Teams) => {
      saving.clearError()
      setDraft({ teams: next, basis })
    },
    save: () => saving.run(),
    discard: () => {
      saving.clearError()
      setDraft(null)
    },
  }
}
