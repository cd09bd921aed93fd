import type { CallInput } from '@outlast/contract'
import type { GameInfo } from '@outlast/contract/live'
import { stateOf } from '@outlast/domain/rules'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { digitsOnly, parseWholeNumber } from '../../lib/numbers.ts'
import { Form } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { gameName, scoreText } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { type Confirmed, useConfirmCalls } from '../confirm-call.tsx'
import { hasConsequences } from '../consequence-text.ts'
import { REASON_REQUIRED, ReasonField } from '../reason-field.tsx'
import styles from './games-by-hand.module.css'

type Status = GameInfo['status'] | 'moved'

/** What the dialog needs to know of a game. */
export type HandGame = Pick<
  GameInfo,
  'id' | 'away_team_abbr' | 'home_team_abbr' | 'away_score' | 'home_score' | 'status' | 'phase'
>

const STATUSES: readonly { readonly value: Status; readonly label: string }[] = [
  { value: 'final', label: 'Over: this is the final score' },
  { value: 'in_progress', label: 'Still being played' },
  { value: 'postponed', label: 'Postponed: played at another time' },
  { value: 'moved', label: 'Moved: played in a week that this pool does not have' },
  { value: 'cancelled', label: 'Cancelled: not played' },
  { value: 'scheduled', label: 'Not started' },
]

interface GameDialogProps {
  readonly game: HandGame
  /** What the game is, if there is a question about it. */
  readonly suggested?: Status | undefined
  /** A reason to begin with: that of the last game, because a dead scoreboard concerns them all. */
  readonly reason: string
  readonly onClose: () => void
  readonly onSaved?: ((reason: string) => void) | undefined
}

/** Sets by hand what a game has come to, for a scoreboard that is down, wrong or late (docs/rules.md §4.13). */
export function GameDialog({ game, suggested, reason: earlierReason, onClose, onSaved }: GameDialogProps) {
  const [status, setStatus] = useState<string>(() => suggested ?? suggestedStatus(game))
  const [away, setAway] = useState(() => scoreInput(game.away_score))
  const [home, setHome] = useState(() => scoreInput(game.home_score))
  const [reason, setReason] = useState(earlierReason)
  const [formError, setFormError] = useState('')
  const confirmCalls = useConfirmCalls()
  const isScored = status === 'final' || status === 'in_progress'
  const scores = { away_score: parseWholeNumber(away), home_score: parseWholeNumber(home) }
  const call = {
    params: { id: game.id },
    body: { status, ...(isScored ? scores : {}), reason: reason.trim() } as CallInput<'updateGame'>['body'],
  }
  const save = useAction((confirmed: Confirmed) => write('updateGame', { ...call, ...confirmed }), {
    success: `${gameName(game)} set by hand`,
    fallback: 'Failed to set the game',
  })
  const submit = async (): Promise<void> => {
    const lacksScore = isScored && (scores.away_score === undefined || scores.home_score === undefined)
    const problem = lacksScore ? 'Enter both scores' : reason.trim() === '' ? REASON_REQUIRED : ''
    setFormError(problem)
    save.clearError()
    if (problem !== '') return
    const question = { title: `Set ${gameName(game)} by hand?`, confirmLabel: 'Set Game', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'updateGame', ...call }], { onlyIf: hasConsequences })
    if (confirmed === undefined || (await save.run(confirmed)) === undefined) return
    onSaved?.(reason.trim())
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`Set ${gameName(game)} by hand`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={save.pending} onClick={submit}>
            Set game
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <p className="note">
          Now: {scoreText(game)}. What you set counts, whatever the scoreboard says, until you return the game to it.
        </p>
        <SelectField label="The game is" value={status} options={STATUSES} onChange={(event) => setStatus(event.target.value)} />
        {status === 'moved' && (
          <p>
            Its week goes on without the game. Members who picked one of its teams are told to choose again if the week has not
            locked; otherwise their picks cost nothing. When you add the week that plays the game, the scoreboard brings it there.
          </p>
        )}
        {isScored && (
          <div className={styles.scores}>
            <ScoreField team={game.away_team_abbr} value={away} onChange={setAway} />
            <ScoreField team={game.home_team_abbr} value={home} onChange={setHome} />
          </div>
        )}
        <ReasonField value={reason} onChange={setReason} />
        <ErrorText>{formError || save.error}</ErrorText>
        {/* Enter in a field submits, although the visible button is outside the form. */}
        <button type="submit" hidden>
          Set game
        </button>
      </Form>
    </Dialog>
  )
}

interface ScoreFieldProps {
  readonly team: string
  readonly value: string
  readonly onChange: (digits: string) => void
}

function ScoreField({ team, value, onChange }: ScoreFieldProps) {
  return (
    <TextField
      label={`${team} score`}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(digitsOnly(event.target.value).slice(0, 3))}
    />
  )
}

/** A game whose end nobody reports is probably over. */
function suggestedStatus(game: HandGame): Status {
  const state = stateOf(game)
  return state === 'postponed' || state === 'cancelled' || state === 'moved' ? state : 'final'
}

const scoreInput = (score: number | null): string => (score === null ? '' : String(score))
