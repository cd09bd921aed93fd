import { weekLabel } from '@outlast/domain/rules'
import { entryLabel } from '@outlast/contract/entry-label'
import type { FinalizedScores } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { FormStatus } from '../../ui/forms/form.tsx'
import { type Action, useAction } from '../../ui/forms/use-action.ts'
import { type Confirmed, useConfirmCalls } from '../../desk/confirm-call.tsx'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './admin-weeks.module.css'

/** Rehearsal tools that change real picks and scores. */
export function TestingCard({ week }: { readonly week: WeekInfo }) {
  const [overwrite, setOverwrite] = useState(false)
  const [reason, setReason] = useState('')
  const [summary, setSummary] = useState('')
  const confirm = useConfirm()
  const confirmCalls = useConfirmCalls()
  const params = { id: week.id }
  const picks = useAction(
    () =>
      write('randomizePicks', { params, body: { overwrite, ...(reason.trim() === '' ? {} : { reason }) } }).then(describePicks),
    {
      success: (text) => text,
      fallback: 'Failed to randomize picks',
    },
  )
  const scores = useAction(() => write('randomizeScores', { params, body: {} }).then(describeScores), {
    success: (text) => text,
    fallback: 'Failed to randomize scores',
  })
  const finals = useAction(
    (confirmed: Confirmed) => write('finalizeScores', { params, body: {}, ...confirmed }).then(describeFinals),
    {
      success: (text) => text.split(':')[0] ?? text,
      fallback: 'Failed to finalize scores',
    },
  )
  const actions = [picks, scores, finals]
  const name = `week ${weekLabel(week.week_number)} of ${week.season_year}`
  const ask = async (title: string, message: string, action: Action<[], string>): Promise<void> => {
    if (!(await confirm({ title, message, confirmLabel: title, danger: true }))) return
    for (const other of actions) other.clearError()
    setSummary((await action.run()) ?? '')
  }
  const askForFinals = async (): Promise<void> => {
    const title = 'Set All to Final'
    const question = { title, message: finalEffect(week), confirmLabel: title, danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'finalizeScores', params, body: {} }])
    if (confirmed === undefined) return
    for (const other of actions) other.clearError()
    setSummary((await finals.run(confirmed)) ?? '')
  }
  const effect = overwrite ? 'Existing picks are replaced.' : 'Existing picks are kept.'
  return (
    <Card title="Testing tools" className={styles.testing} actions={<Badge tone="warn">For rehearsals</Badge>}>
      <p className="note">
        For rehearsals only: these change real picks and scores of {name}. A later sync restores the real scores, but not the
        picks.
      </p>
      <Checkbox label="Overwrite existing picks" checked={overwrite} onChange={(event) => setOverwrite(event.target.checked)} />
      <TextField
        label="Reason (optional)"
        hint="Random picks need one once a game of the week has begun. Every member will see it"
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="wrap">
        <Button
          pending={picks.pending}
          onClick={() =>
            ask('Randomize Picks', `Give entries random picks for ${name}? ${effect} The audit trail shows the run.`, picks)
          }
        >
          Randomize Picks
        </Button>
        <Button
          pending={scores.pending}
          onClick={() => ask('Randomize Scores', `Set the games of ${name} to in progress with random scores?`, scores)}
        >
          Randomize Scores
        </Button>
        <Button pending={finals.pending} onClick={askForFinals}>
          Set All to Final
        </Button>
      </div>
      <FormStatus>{summary}</FormStatus>
      <ErrorText>{actions.find((action) => action.error !== null)?.error}</ErrorText>
    </Card>
  )
}

/** Says before an open week is set to final that this locks it, because a reveal cannot be taken back unnoticed. */
function finalEffect({ week_number, season_year, is_locked }: WeekInfo): string {
  const question = `Set every game of week ${weekLabel(week_number)} of ${season_year} to final?`
  return is_locked ? question : `${question} The week locks now: everybody sees its picks, and nobody can pick any more.`
}

const describePicks = (result: { created: number; updated: number; skipped: number }): string =>
  `Picks randomized: ${result.created} created, ${result.updated} updated, ${result.skipped} skipped`

const describeScores = ({ updated }: { updated: number }): string => `Scores randomized: ${formatCount(updated, 'game')} updated`

function describeFinals({ updated, eliminated_count, eliminated_entries }: FinalizedScores): string {
  const names = eliminated_entries.map(entryLabel).join(', ')
  return `Set to final, ${formatCount(updated, 'game')} updated, ${formatCount(eliminated_count, 'entry', 'entries')} eliminated${names === '' ? '' : `: ${names}`}`
}
