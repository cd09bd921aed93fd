import { weekLabel } from '@outlast/domain/rules'
import { ApiError, type WeekProof } from '@outlast/contract'
import { chainSteps } from '@outlast/contract/proof/chain-steps'
import type { WeekInfo } from '@outlast/contract/live'
import { isSound, type TamperedStanding, type Verdict, verifyStandings, verifyWeek } from '@outlast/contract/proof/verify-week'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { weekInList } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { hashing } from '../../lib/hashing.ts'
import { pauseFor, readUntilCertain } from '../../lib/read-until-certain.ts'
import styles from './audit.module.css'
import { findOutsideChain } from './check-events.ts'

interface Verification {
  readonly week: WeekInfo
  readonly verdict: Verdict
  /** Undefined while an earlier week of the season is open, so that who is out does not follow yet. */
  readonly standings: readonly TamperedStanding[] | undefined
  /** The names of the entries of the week, by id. */
  readonly names: ReadonlyMap<number, string>
  /** Positions of events of the proof that the hash chain does not contain. */
  readonly outside: readonly number[]
  /** What it was made from. */
  readonly content: unknown
}

/** Verifies a locked week in the member's browser, so that trusting the server is not necessary. */
export function VerifyCard({ weeks }: { readonly weeks: readonly WeekInfo[] }): ReactNode {
  const locked = weeks.filter((week) => week.is_locked)
  const [chosen, setChosen] = useState<number>()
  const week = locked.find(({ id }) => id === chosen) ?? locked[0]
  const [result, setResult] = useState<Verification>()
  const verification = useAction((chosenWeek: WeekInfo) => verifyAgain(chosenWeek, weeks), {
    fallback: 'Failed to load the proof',
  })
  if (week === undefined) {
    return (
      <Card title="Verify a week">
        <p>
          Once a week has locked, you can verify here that no pick was changed after the lock, none was left out, and no result
          was changed.
        </p>
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
      <p>
        Proof: no pick and no result was changed. Your browser recomputes what was recorded when the week locked and when its
        games were played.
      </p>
      <div className={styles.verify}>
        <SelectField
          label="Week to verify"
          value={week.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={locked.map(({ id, season_year, week_number }) => ({
            value: id,
            label: weekInList({ season_year, week_number }),
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

/** Verifies a week. What does not match counts only if everything was read again, because the pool may change between two answers. */
async function verifyAgain(week: WeekInfo, weeks: readonly WeekInfo[]): Promise<Verification> {
  const found = await readUntilCertain(() => verify(week, weeks), {
    isSuspect: (verification) => !isWholeSound(verification),
    contentOf: ({ content }) => content,
    pause: pauseFor,
  })
  if (found === undefined) throw new ApiError('The pool is changing at this moment. Verify again in a minute.')
  return found
}

const isWholeSound = ({ verdict, standings, outside }: Verification): boolean =>
  isSound(verdict) && outside.length === 0 && (standings ?? []).length === 0

async function verify(week: WeekInfo, weeks: readonly WeekInfo[]): Promise<Verification> {
  const [proof, snapshot] = await Promise.all([
    api.call('weekProof', { params: { id: week.id } }),
    api.call('liveSnapshot', { params: { topic: `week:${week.id}` } }),
  ])
  const entries = 'entries' in snapshot.view && 'pick_count' in snapshot.view ? snapshot.view.entries : []
  const revealed = entries.flatMap((entry) => [entry, ...(entry.more ?? []).map(({ team }) => ({ ...entry, team }))])
  const outside = await findOutsideChain(hashing, [proof.lock, ...proof.events], async (from, to) =>
    chainSteps(hashing, await api.call('auditHashes', { query: { from, to, form: 'short' } })),
  )
  const proofs = await readProofsUpTo(proof, weeks)
  const names = new Map(revealed.map(({ id, name }) => [id, name]))
  const standings = proofs && verifyStandings(hashing, proofs)
  const content = [proof, revealed, proofs, outside]
  return { week, names, verdict: verifyWeek(hashing, proof, revealed), standings, outside, content }
}

/** Reads the proofs of all weeks of the season before a week, on which it depends who is out; undefined while one of them is open. */
async function readProofsUpTo(proof: WeekProof, weeks: readonly WeekInfo[]): Promise<readonly WeekProof[] | undefined> {
  const earlier = weeks.filter(
    ({ season_year, week_number }) => season_year === proof.season_year && week_number < proof.week_number,
  )
  if (earlier.some(({ is_locked }) => !is_locked)) return undefined
  const proofs = await Promise.all(earlier.map(({ id }) => api.call('weekProof', { params: { id } })))
  return [...proofs, proof]
}

function Findings(verification: Verification): ReactNode {
  const { week, verdict, standings, outside, names } = verification
  const nameEntry: NameEntry = (id) => (names.has(id) ? `“${names.get(id)}”` : `entry ${id}`)
  const sound = isWholeSound(verification)
  return (
    <div className={styles.findings} data-sound={sound}>
      <p className={styles.verdict}>
        {sound
          ? `✓ Week ${weekLabel(week.week_number)} is proved: no pick and no result was changed`
          : `✕ Week ${weekLabel(week.week_number)} failed verification${nameTampered(verdict, standings)}`}
      </p>
      <details open={!sound}>
        <summary className={styles.how}>How it was checked</summary>
        <ul>
          {[...describeVerdict(verdict, nameEntry), ...describeStandings(standings, nameEntry), ...describeOutside(outside)].map(
            (sentence) => (
              <li key={sentence}>{sentence}</li>
            ),
          )}
        </ul>
        <p className={styles.small}>Merkle root, recomputed here:</p>
        <code className={styles.hash}>{verdict.root}</code>
      </details>
    </div>
  )
}

function nameTampered({ tampered, scores }: Verdict, standings: Verification['standings']): string {
  if (tampered.length > 0) return ': a pick was tampered with'
  if (scores.length > 0) return ': a result was tampered with'
  return (standings ?? []).length > 0 ? ': an elimination was tampered with' : ''
}

/** Describes a verdict in sentences. */
function describeVerdict(
  { rootHolds, leaves, picks, broken, forged, tampered, scores, changedOnRecord }: Verdict,
  nameEntry: NameEntry,
): string[] {
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
    ...(scores.length === 0
      ? ['Every game has the score that was recorded.']
      : scores.map(
          ({ shown, recorded }) =>
            `Tampered: the pool shows ${shown ?? 'no game'}, but ${recorded ?? 'no such game'} was recorded.`,
        )),
    ...changedOnRecord.map(
      ({ entryId, position, team, reason }) =>
        `An admin ${team === null ? 'cleared the pick' : `changed the pick to ${team}`} of ${nameEntry(entryId)} after the lock, on record as event #${position}${reason === null ? '' : `: “${reason}”`}.`,
    ),
  ]
}

function describeStandings(standings: Verification['standings'], nameEntry: NameEntry): string[] {
  if (standings === undefined) return ['Who is out does not follow from the record yet, because an earlier week is open.']
  if (standings.length === 0) return ['Who is out follows from the recorded picks and results.']
  return standings.map(
    ({ entryId, shown, recorded }) =>
      `Tampered: ${nameEntry(entryId)} is shown ${outSince(shown)}. By the recorded picks and results it is ${outSince(recorded)}.`,
  )
}

const outSince = (week: number | null): string => (week === null ? 'alive' : `out since week ${weekLabel(week)}`)

const describeOutside = (positions: readonly number[]): string[] =>
  positions.length === 0
    ? ['The lock, every change after it and every result are in the hash chain.']
    : [`The hash chain does not contain these events: ${list(positions.map((position) => `#${position}`))}.`]

type NameEntry = (id: number) => string
const list = (words: readonly string[]): string => words.join(', ')
