import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { write } from '../../../api/client.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { whenIdle } from '../../../lib/when-idle.ts'
import { kickoffText } from '../../../pool/pool-text.ts'
import { TeamChip } from '../../../pool/team-chip.tsx'
import { teamName } from '../../../pool/teams.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import {
  chooseTeam,
  draftText,
  dropDraft,
  isUnconfirmed,
  keepCleared,
  submitDraft,
  useDraft,
} from '../../../pick-drafts/pick-drafts.ts'
import { takeFirstPick } from '../../../pick-drafts/first-pick.ts'
import { useUser } from '../../../session/session.ts'
import type { BoardEntry, BoardGame, BoardWeek } from '../board/board.ts'
import { gameOfTeam, hasKickedOff } from '../../../pool/pick-rules.ts'
import { placeName } from '../board/places.ts'
import { choiceOf, choose, placeOf } from './choose.ts'
import styles from './pick-form.module.css'
import { LazyTeamPicker, preloadPicker } from './lazy-picker.ts'
import { QuickPicks } from './quick-picks.tsx'
import { ReceiptSummary } from './receipt-summary.tsx'

const TwoPicks = lazyPart(() => import('./two-picks.tsx').then((module) => module.TwoPicks))

interface PickFormProps {
  readonly entry: BoardEntry
  readonly week: BoardWeek
  readonly games: readonly BoardGame[] | null
  readonly teamLock: 'week' | 'kickoff'
  readonly onWritten: () => void
  /** What is said below it. */
  readonly children?: ReactNode
}

/** The form with which a member selects, submits and clears this week's pick, or one of them. */
export function PickForm(props: PickFormProps) {
  const { entry, week, games, teamLock, children } = props
  const [isPickerOpen, setPickerOpen] = useState(() => takeFirstPick(entry.id))
  const { draft, select, submit, keepSaved, clear, undo, isSubmitting, isClearing, error } = usePick(props)
  const { several } = entry
  const team = draft?.team ?? entry.pick?.team ?? null
  const isUnsaved = draft !== undefined
  // In a week with several picks, the card says why beside those that there are.
  const hasChoice = team !== null || entry.teamsLeft === undefined
  const isTeamLocked = useTeamLocked(props)
  const entries = useMemo(() => [entry], [entry])
  const selector = useRef<HTMLButtonElement>(null)
  const chooseQuickly = (abbr: string): void => {
    select(abbr, entry)
    // The button is gone, and the choice has its place.
    requestAnimationFrame(() => selector.current?.focus({ preventScroll: true }))
  }
  // So that a team can be chosen without a connection.
  useEffect(() => whenIdle(preloadPicker), [])
  return (
    <div className={styles.form} data-unsaved={isUnsaved || undefined}>
      {hasChoice && (
        <p className={styles.state} data-saved={(!isUnsaved && team !== null) || undefined}>
          {isUnsaved ? draftText(draft) : team === null ? 'No pick yet' : <span aria-hidden="true">✓ Saved</span>}
        </p>
      )}
      {isUnsaved && isUnconfirmed(draft) && <p className="note">The pool has not answered. It is asked again until it does.</p>}
      {isUnsaved && draft.other !== null && (
        <TwoPicks saved={draft.other} chosen={draft.team} onKeep={keepSaved} onReplace={() => void submit(draft.team)} />
      )}
      {hasChoice && (
        <div className={styles.choice}>
          {team === null && <QuickPicks {...props} onSelect={chooseQuickly} />}
          <Selector
            ref={selector}
            team={team}
            isSaved={!isUnsaved && team !== null}
            kickoff={team === null ? undefined : kickoffText(gameOfTeam(games ?? [], team), team)}
            isDisabled={isTeamLocked}
            label={`Team for ${placeName(entry)}`}
            onOpen={() => setPickerOpen(true)}
          />
        </div>
      )}
      {hasChoice && (several === undefined || team !== null) && (
        <div className={styles.buttons}>
          <Button
            variant={isUnsaved ? 'primary' : 'secondary'}
            pending={isSubmitting}
            disabled={isTeamLocked}
            onClick={() => void submit(team)}
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
      )}
      <ErrorText>{error}</ErrorText>
      {isTeamLocked && <p className="note">This game has kicked off, so the pick stays.</p>}
      <div className={styles.foot}>
        <p className={styles.cleared} role="status">
          {undo !== null && (
            <>
              Pick cleared ·{' '}
              <button
                type="button"
                className={styles.undo}
                aria-label={`Undo: pick ${undo.team} for ${placeName(entry)} again`}
                onClick={undo.run}
              >
                Undo
              </button>
            </>
          )}
        </p>
        {entry.pick !== null && <ReceiptSummary pick={entry.pick} isChanging={isUnsaved} />}
        {children}
      </div>
      {isPickerOpen && (
        <LazyTeamPicker
          entries={entries}
          week={week}
          games={games}
          teamLock={teamLock}
          selected={team}
          onSelect={(abbr, [place]) => place !== undefined && select(abbr, place)}
          onClose={() => setPickerOpen(false)}
        />
      )}
    </div>
  )
}

/** Holds the selected team until it is submitted, and the actions that submit and clear the pick. */
function usePick({ entry, week, onWritten }: PickFormProps) {
  const { pick } = entry
  const { id: userId } = useUser()
  const place = placeOf(entry, week)
  const draft = useDraft(entry.id, week.id, place.slot)
  const [problem, setProblem] = useState<string | null>(null)
  const [cleared, setCleared] = useState<{ readonly weekId: number; readonly team: string } | null>(null)
  const clear = useAction(
    async () => {
      if (pick !== null) {
        await write('clearPick', { params: { id: pick.id }, ifMatch: pick.receipt })
        setCleared({ weekId: week.id, team: pick.team })
        keepCleared(place, pick.receipt)
      }
      dropDraft(place)
      onWritten()
    },
    { fallback: 'Failed to clear pick' },
  )
  const select = (team: string): void => {
    setProblem(null)
    clear.clearError()
    chooseTeam(choiceOf(entry, week, userId, team))
  }
  const submit = async (): Promise<void> => {
    if (await submitDraft(place)) onWritten()
  }
  const isUndoable = cleared?.weekId === week.id && pick === null && draft === undefined
  return {
    draft,
    /** Selects a team, perhaps for another of the entry's picks. */
    select: (team: string, at: BoardEntry) => {
      setProblem(null)
      clear.clearError()
      choose(at, week, userId, team)
    },
    // Only the last action's error is shown.
    submit: async (team: string | null) => {
      clear.clearError()
      if (team === null) return setProblem('Select a team')
      if (draft === undefined) select(team)
      await submit()
    },
    /** Picks the team again that was cleared last. */
    undo: isUndoable
      ? {
          team: cleared.team,
          run: () => {
            select(cleared.team)
            void submit()
          },
        }
      : null,
    keepSaved: () => dropDraft(place),
    clear: () => {
      setProblem(null)
      return clear.run()
    },
    isSubmitting: draft?.status === 'sending',
    isClearing: clear.pending,
    error: clear.error ?? problem ?? draft?.error ?? null,
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
      data-saved={isSaved || undefined}
      disabled={isDisabled}
      onPointerEnter={preloadPicker}
      onFocus={preloadPicker}
      onClick={onOpen}
    >
      <VisuallyHidden>{label}: </VisuallyHidden>
      {team === null ? (
        <span className={styles.choose}>
          <span className={styles.alone}>Choose a team</span>
          <span className={styles.among} aria-hidden="true">
            All games
          </span>
        </span>
      ) : (
        <>
          <span aria-hidden="true">
            <TeamChip abbr={team} size="m" />
          </span>
          <span className={styles.description}>
            <span className={styles.words}>
              <span className={styles.team}>
                {teamName(team)}
                <VisuallyHidden>{isSaved ? '(saved)' : '(not submitted)'} </VisuallyHidden>
              </span>
              {kickoff !== undefined && <span className="note">{kickoff}</span>}
            </span>
          </span>
          <span className={styles.change} aria-hidden="true">
            Change
          </span>
        </>
      )}
    </button>
  )
}
