import type { WeekInfo } from '@outlast/contract/live'
import { isSound, type Verdict, verifyWeek } from '@outlast/contract/proof/verify-week'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { weekLabel } from '../../components/pool/pool-text.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ErrorText } from '../../components/ui/errors.tsx'
import { hashing } from '../../lib/hashing.ts'
import styles from './audit.module.css'
import { findOutsideChain } from './check-events.ts'

interface Verification {
  readonly week: WeekInfo
  readonly verdict: Verdict
  /** Positions of events of the proof that the hash chain does not contain. */
  readonly outside: readonly number[]
}

/** Verifies a locked week in the member's browser, so that trusting the server is not necessary. */
export function VerifyCard({ weeks }: { readonly weeks: readonly WeekInfo[] }): ReactNode {
  const locked = weeks.filter((week) => week.is_locked)
  const [chosen, setChosen] = useState<number>()
  const week = locked.find(({ id }) => id === chosen) ?? locked[0]
  const [result, setResult] = useState<Verification>()
  const verification = useAction(verify, { fallback: 'Failed to load the proof' })
  if (week === undefined) {
    return (
      <Card title="Verify a week">
        <p>Once a week has locked, you can verify here that no pick was changed after the lock and none was left out.</p>
      </Card>
    )
  }
  const run = async (): Promise<void> => {
    setResult(undefined)
    setResult(await verification.run(week))
  }
  const { error } = verification
  return (
    <Card title="Verify a week">
      <p>Proof: no pick was changed. Your browser recomputes what was recorded when the week locked.</p>
      <div className={styles.verify}>
        <SelectField
          label="Week to verify"
          value={week.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={locked.map(({ id, season_year, week_number }) => ({
            value: id,
            label: weekLabel({ season_year, week_number }),
          }))}
        />
        <Button onClick={() => void run()} pending={verification.pending}>
          Verify
        </Button>
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <div role="status">{result !== undefined && <Findings {...result} />}</div>
    </Card>
  )
}

async function verify(week: WeekInfo): Promise<Verification> {
  const [proof, snapshot] = await Promise.all([
    api.call('weekProof', { params: { id: week.id } }),
    api.call('liveSnapshot', { params: { topic: `week:${week.id}` } }),
  ])
  const revealed = 'entries' in snapshot.view && 'pick_count' in snapshot.view ? snapshot.view.entries : []
  const outside = await findOutsideChain(hashing, [proof.lock, ...proof.events], async (from, to) => {
    const { hashes } = await api.call('auditHashes', { query: { from, to } })
    return hashes
  })
  return { week, verdict: verifyWeek(hashing, proof, revealed), outside }
}

function Findings({ week, verdict, outside }: Verification): ReactNode {
  const sound = isSound(verdict) && outside.length === 0
  return (
    <div className={styles.findings} data-sound={sound}>
      <p className={styles.verdict}>
        {sound
          ? `✓ Week ${week.week_number} is proved: no pick was changed`
          : `✕ Week ${week.week_number} failed verification${verdict.tampered.length > 0 ? ': a pick was tampered with' : ''}`}
      </p>
      <details open={!sound}>
        <summary className={styles.how}>How it was checked</summary>
        <ul>
          {[...describeVerdict(verdict), ...describeOutside(outside)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className={styles.small}>Merkle root, recomputed here:</p>
        <code className={styles.hash}>{verdict.root}</code>
      </details>
    </div>
  )
}

/** Describes a verdict in sentences. */
function describeVerdict({ rootHolds, leaves, picks, broken, forged, tampered, changedOnRecord }: Verdict): string[] {
  return [
    rootHolds
      ? `The ${picks} picks of ${leaves} entries produce exactly the root that was recorded at the lock: none was added, changed or removed since.`
      : 'The picks do not produce the root that was recorded at the lock.',
    broken.length === 0
      ? 'Every published team matches the commitment that was made when it was picked.'
      : `These do not match the commitments that were made when they were picked: ${list(broken.map(nameEntry))}.`,
    ...(forged.length === 0
      ? []
      : [
          `These events do not produce their hashes, so someone changed them: ${list(forged.map((position) => `#${position}`))}.`,
        ]),
    ...(tampered.length === 0
      ? ['Every entry shows the team that was recorded.']
      : tampered.map(
          ({ entryId, shown, recorded }) =>
            `Tampered: ${nameEntry(entryId)} shows ${shown ?? 'no pick'}, but ${recorded ?? 'no pick'} was recorded, and no event changed it.`,
        )),
    ...changedOnRecord.map(
      ({ entryId, position, team, reason }) =>
        `An admin ${team === null ? 'cleared the pick' : `changed the pick to ${team}`} of ${nameEntry(entryId)} after the lock, on record as event #${position}${reason === null ? '' : `: “${reason}”`}.`,
    ),
  ]
}

const describeOutside = (positions: readonly number[]): string[] =>
  positions.length === 0
    ? ['The lock and every change after it are in the hash chain.']
    : [`The hash chain does not contain these events: ${list(positions.map((position) => `#${position}`))}.`]

const nameEntry = (id: number): string => `entry ${id}`
const list = (words: readonly string[]): string => words.join(', ')
