import type { WeekInfo } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { api } from '../../api/client.ts'
import { useAction } from '../../components/forms/use-action.ts'
import styles from './audit.module.css'
import { isSound, type Verdict, verifyWeek } from './verify-week.ts'

interface Result {
  readonly week: WeekInfo
  readonly verdict: Verdict
}

/** Proves a locked week in the member's own browser, so that nobody has to believe the server. */
export function VerifyCard({ weeks }: { readonly weeks: readonly WeekInfo[] }): ReactNode {
  const locked = weeks.filter((week) => week.is_locked)
  const [chosen, setChosen] = useState<number>()
  const week = locked.find(({ id }) => id === chosen) ?? locked[0]
  const [result, setResult] = useState<Result>()
  const verify = useAction(verified, { fallback: 'Failed to load the proof' })
  if (week === undefined) {
    return (
      <Card title="Verify a week">
        <p>Once a week has locked, its picks can be proved here: that none was changed after the lock, and none left out.</p>
      </Card>
    )
  }
  const run = async (): Promise<void> => {
    setResult(undefined)
    setResult(await verify.run(week))
  }
  const { error } = verify
  return (
    <Card title="Verify a week">
      <p>Recomputes, in this browser, the proof that was recorded when the week locked.</p>
      <div className={styles.verify}>
        <SelectField
          label="Week to verify"
          value={week.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={locked.map(({ id, season_year, week_number }) => ({
            value: id,
            label: `${season_year} • Week ${week_number}`,
          }))}
        />
        <Button onClick={() => void run()} pending={verify.pending}>
          Verify
        </Button>
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <div role="status">{result !== undefined && <Findings {...result} />}</div>
    </Card>
  )
}

async function verified(week: WeekInfo): Promise<Result> {
  const [proof, snapshot] = await Promise.all([
    api.call('weekProof', { params: { id: week.id } }),
    api.call('liveSnapshot', { params: { topic: `week:${week.id}` } }),
  ])
  const shown = 'entries' in snapshot.view && 'pick_count' in snapshot.view ? snapshot.view.entries : []
  return { week, verdict: verifyWeek(proof, shown) }
}

function Findings({ week, verdict }: Result): ReactNode {
  const sound = isSound(verdict)
  return (
    <div className={styles.findings} data-sound={sound}>
      <p className={styles.verdict}>
        {sound
          ? `✓ Week ${week.week_number} is proved`
          : `✕ Week ${week.week_number} does not hold: somebody should explain this`}
      </p>
      <ul>
        {sentencesOf(verdict).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={styles.small}>Merkle root, recomputed here:</p>
      <code className={styles.hash}>{verdict.root}</code>
    </div>
  )
}

/** A verdict in words. */
function sentencesOf(verdict: Verdict): string[] {
  const { rootHolds, leaves, picks, broken, differing, changedOnRecord, missing } = verdict
  const listed = (ids: readonly number[]): string => ids.map((id) => `entry ${id}`).join(', ')
  return [
    rootHolds
      ? `The ${picks} picks of ${leaves} entries give exactly the root that the log recorded at the lock: none was added, changed or taken away since.`
      : 'The picks do not give the root that the log recorded at the lock.',
    broken.length === 0
      ? 'Every published team fits the commitment that was made when it was picked.'
      : `These do not fit the commitments that were made when they were picked: ${listed(broken)}.`,
    differing.length === 0 && missing.length === 0
      ? 'The reveal shows the same teams, for every entry.'
      : `The reveal shows something else than was proved for ${listed([...differing, ...missing])}.`,
    ...(changedOnRecord.length === 0
      ? []
      : [`An admin changed these after the lock, on record and with a reason: ${listed(changedOnRecord)}. The trail tells why.`]),
  ]
}
