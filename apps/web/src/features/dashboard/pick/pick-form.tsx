import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Ref, useRef, useState } from 'react'
import { write } from '../../../api/client.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useAction } from '../../../components/forms/use-action.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { preloadDialog } from '../../../components/overlays/dialog.tsx'
import { kickoffText } from '../../../components/pool/pool-text.ts'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import { teamName } from '../../../components/pool/teams.ts'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorText } from '../../../components/ui/errors.tsx'
import { VisuallyHidden } from '../../../components/ui/screen-reader.tsx'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam, hasKickedOff } from '../board/pick-rules.ts'
import styles from './pick-form.module.css'
import { ReceiptSummary } from './receipt-summary.tsx'
import { submitPick } from './submit-pick.ts'

const TeamPicker = lazyPart(() => import('./team-picker.tsx').then((module) => module.TeamPicker), {
  overlay: { isOpen: () => true, close: ({ onClose }) => onClose() },
})

/** Loads the picker's code when the pointer or the focus reaches the button that opens it. */
function preload(): void {
  preloadDialog()
  TeamPicker.preload()
}

interface PickFormProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  readonly onWritten: () => void
}

/** The form with which a member selects, submits and clears this week's pick. */
export function PickForm(props: PickFormProps) {
  const { entry, week, games, teamLock } = props
  const [isPickerOpen, setPickerOpen] = useState(false)
  const { selected, select, submit, clear, isSubmitting, isClearing, error } = usePick(props)
  const team = selected ?? entry.pick?.team ?? null
  const isUnsaved = team !== null && team !== entry.pick?.team
  const isTeamLocked = useTeamLocked(props)
  const selector = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.form}>
      <Selector
        ref={selector}
        team={team}
        isSaved={!isUnsaved && team !== null}
        kickoff={team === null ? undefined : kickoffText(gameOfTeam(games ?? [], team), team)}
        isDisabled={isTeamLocked}
        label={`Team for ${entry.name}`}
        onOpen={() => setPickerOpen(true)}
      />
      <div className={styles.buttons}>
        <Button
          variant={isUnsaved || team === null ? 'primary' : 'secondary'}
          pending={isSubmitting}
          disabled={isTeamLocked}
          onClick={() => submit(team)}
        >
          Submit Pick
        </Button>
        <Button
          variant="quiet"
          pending={isClearing}
          disabled={isTeamLocked || team === null}
          onClick={() => clear().then(() => selector.current?.focus())}
        >
          Clear
        </Button>
      </div>
      <ErrorText>{error}</ErrorText>
      {isTeamLocked && <p className={styles.locked}>This game has kicked off, so the pick stays.</p>}
      {entry.pick !== null && <ReceiptSummary pick={entry.pick} isChanging={isUnsaved} />}
      {isPickerOpen && (
        <TeamPicker
          entry={entry}
          week={week}
          games={games}
          teamLock={teamLock}
          selected={team}
          onSelect={(abbr) => {
            select(abbr)
            setPickerOpen(false)
          }}
          onClose={() => setPickerOpen(false)}
        />
      )}
    </div>
  )
}

/** Holds the selected team until it is submitted, and the actions that submit and clear the pick. */
function usePick({ entry, week, onWritten }: PickFormProps) {
  const { pick } = entry
  // A selection applies to the pick it was made for. It is dropped when the pick changes, possibly on another device.
  const basis = `${week.id}:${pick?.receipt}`
  const [selection, setSelection] = useState<{ readonly team: string; readonly basis: string } | null>(null)
  const selected = selection?.basis === basis ? selection.team : null
  const submit = useAction(
    async (team: string | null) => {
      await submitPick({ entryId: entry.id, weekId: week.id, team, pickId: pick?.id ?? null })
      onWritten()
    },
    { success: 'Pick saved', fallback: 'Failed to submit pick' },
  )
  const clear = useAction(
    async () => {
      if (pick !== null) await write('clearPick', { params: { id: pick.id } })
      setSelection(null)
      onWritten()
    },
    { fallback: 'Failed to clear pick' },
  )
  return {
    selected,
    select: (team: string) => {
      submit.clearError()
      clear.clearError()
      setSelection({ team, basis })
    },
    // Only the last action's error is shown.
    submit: (team: string | null) => {
      clear.clearError()
      return submit.run(team)
    },
    clear: () => {
      submit.clearError()
      return clear.run()
    },
    isSubmitting: submit.pending,
    isClearing: clear.pending,
    error: submit.error ?? clear.error,
  }
}

/** Returns whether the picked team's game has kicked off under the rule `team_lock: kickoff`, so that the pick cannot change. */
function useTeamLocked({ entry, games, teamLock }: PickFormProps): boolean {
  const now = useSiteNow(teamLock === 'kickoff' ? 1_000 : 3_600_000)
  if (teamLock === 'week' || entry.pick === null) return false
  return hasKickedOff(gameOfTeam(games ?? [], entry.pick.team), now)
}

interface SelectorProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly team: string | null
  readonly isSaved: boolean
  readonly kickoff: string | undefined
  readonly isDisabled: boolean
  readonly label: string
  readonly onOpen: () => void
}

function Selector({ ref, team, isSaved, kickoff, isDisabled, label, onOpen }: SelectorProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.selector}
      aria-haspopup="dialog"
      data-empty={team === null || undefined}
      disabled={isDisabled}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      <VisuallyHidden>{label}: </VisuallyHidden>
      {team === null ? (
        <span className={styles.choose}>Choose a team</span>
      ) : (
        <>
          <span aria-hidden="true">
            <TeamChip abbr={team} size="m" />
          </span>
          <span className={styles.description}>
            <span className={styles.team}>
              {teamName(team)}
              <VisuallyHidden>{isSaved ? '(saved)' : '(not submitted)'} </VisuallyHidden>
            </span>
            {kickoff !== undefined && <span className={styles.kickoff}>{kickoff}</span>}
          </span>
        </>
      )}
      <ChevronDown size={20} aria-hidden="true" />
    </button>
  )
}
