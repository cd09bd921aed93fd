import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, type Ref, Suspense, useRef, useState } from 'react'
import { write } from '../../../api/client.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { TeamChip } from '../../../components/pool/team-chip.tsx'
import { teamName } from '../../../components/pool/teams.ts'
import { Button } from '../../../components/ui/button.tsx'
import { preloadDialog } from '../../../components/overlays/dialog.tsx'
import { ErrorText } from '../../../components/ui/errors.tsx'
import { VisuallyHidden } from '../../../components/ui/screen-reader.tsx'
import { useAction } from '../../../components/forms/use-action.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam, hasKickedOff } from '../board/pick-rules.ts'
import { kickoffText } from '../../../components/pool/pool-text.ts'
import styles from './pick-form.module.css'
import { ReceiptSummary } from './receipt-summary.tsx'
import { submitPick } from './submit-pick.ts'

const loadPicker = () => import('./team-picker.tsx')
const TeamPicker = lazy(async () => ({ default: (await loadPicker()).TeamPicker }))

/** Gets the picker's code while a finger is on its way. */
function preload(): void {
  preloadDialog()
  loadPicker().catch(() => undefined)
}

interface PickFormProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  /** Called after a write. */
  readonly onWritten: () => void
}

/** This week's pick while it can be made: choose, submit, clear. */
export function PickForm(props: PickFormProps) {
  const { entry, week, games } = props
  const [isChoosing, setChoosing] = useState(false)
  const { chosen, choose, submit, clear } = usePick(props)
  const team = chosen ?? entry.pick?.team ?? null
  const isHeld = useHeld(props)
  const selector = useRef<HTMLButtonElement>(null)
  const isNew = team !== null && team !== entry.pick?.team
  return (
    <div className={styles.form}>
      <Selector
        ref={selector}
        team={team}
        isSaved={!isNew && team !== null}
        words={team === null ? undefined : kickoffText(gameOfTeam(games ?? [], team), team)}
        isHeld={isHeld}
        label={`Team for ${entry.name}`}
        onOpen={() => setChoosing(true)}
      />
      <div className={styles.buttons}>
        <Button
          variant={isNew ? 'primary' : 'secondary'}
          pending={submit.pending}
          disabled={isHeld}
          onClick={() => submit.run(team)}
        >
          Submit Pick
        </Button>
        <Button
          variant="quiet"
          pending={clear.pending}
          disabled={isHeld || team === null}
          onClick={() => clear.run().then(() => selector.current?.focus())}
        >
          Clear
        </Button>
      </div>
      <ErrorText>{submit.error ?? clear.error}</ErrorText>
      {isHeld && <p className={styles.held}>This game has kicked off, so the pick stays.</p>}
      {entry.pick !== null && <ReceiptSummary pick={entry.pick} isChanging={isNew} />}
      {isChoosing && (
        <Suspense fallback={null}>
          <TeamPicker
            entry={entry}
            week={week}
            games={games}
            teamLock={props.teamLock}
            selected={team}
            onChoose={(abbr) => {
              submit.clearError()
              clear.clearError()
              choose(abbr)
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What is chosen but not sent, and the two things to do with it. */
function usePick({ entry, week, onWritten }: PickFormProps) {
  const { pick } = entry
  // What the server told last counts, also when it was done on another device: a choice stands for what was there when it was made.
  const on = `${week.id}:${pick?.receipt}`
  const [choice, setChoice] = useState<{ readonly team: string; readonly on: string } | null>(null)
  const chosen = choice?.on === on ? choice.team : null
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
      setChoice(null)
      onWritten()
    },
    { fallback: 'Failed to clear pick' },
  )
  return { chosen, choose: (team: string) => setChoice({ team, on }), submit, clear }
}

/** Under `team_lock: kickoff` a pick whose game has begun cannot be left. */
function useHeld({ entry, games, teamLock }: PickFormProps): boolean {
  const now = useSiteNow(teamLock === 'kickoff' ? 1_000 : 3_600_000)
  if (teamLock === 'week' || entry.pick === null) return false
  return hasKickedOff(gameOfTeam(games ?? [], entry.pick.team), now)
}

interface SelectorProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly team: string | null
  readonly isSaved: boolean
  readonly words: string | undefined
  readonly isHeld: boolean
  readonly label: string
  readonly onOpen: () => void
}

function Selector({ ref, team, isSaved, words, isHeld, label, onOpen }: SelectorProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.selector}
      aria-haspopup="dialog"
      data-empty={team === null || undefined}
      disabled={isHeld}
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
          <span className={styles.words}>
            <span className={styles.team}>
              {teamName(team)}
              <VisuallyHidden>{isSaved ? '(saved)' : '(not submitted)'} </VisuallyHidden>
            </span>
            {words !== undefined && <span className={styles.kickoff}>{words}</span>}
          </span>
        </>
      )}
      <ChevronDown size={20} aria-hidden="true" />
    </button>
  )
}
