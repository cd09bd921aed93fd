import { type ChainStep, type Hashing, weekLabel } from '@outlast/domain/rules'
import type { WeekProof } from '../rest/proof.ts'
import { count } from '../words.ts'
import { findOutsideChain } from './outside-chain.ts'
import {
  isSound,
  type RecordedDecision,
  type ShownPick,
  type TamperedStanding,
  type Verdict,
  verifyStandings,
  verifyWeek,
} from './verify-week.ts'

/** What a verification of a week is made from. */
export interface WeekAnswers {
  readonly proof: WeekProof
  /** What the pool's list of the week shows. */
  readonly revealed: readonly ShownPick[]
  /** The proofs of all weeks of the season up to this one; undefined while one of them is open, so that who is out does not follow yet. */
  readonly proofs: readonly WeekProof[] | undefined
  /** Returns the hashes of the events after a position up to another, at most 1,000. */
  readonly readHashes: (from: number, to: number) => Promise<readonly ChainStep[]>
}

/** Everything that was found out about a locked week. */
export interface WeekVerification {
  readonly weekNumber: number
  readonly verdict: Verdict
  /** Undefined while an earlier week of the season is open. */
  readonly standings: readonly TamperedStanding[] | undefined
  /** Positions of events of the proof that the hash chain does not contain. */
  readonly outside: readonly number[]
}

/** Verifies a locked week with the answers of a pool: its picks, its results, who is out, and that the hash chain has all of it. */
export async function verifyShownWeek(hashing: Hashing, answers: WeekAnswers): Promise<WeekVerification> {
  const { proof, revealed, proofs, readHashes } = answers
  return {
    weekNumber: proof.week_number,
    verdict: verifyWeek(hashing, proof, revealed),
    standings: proofs && verifyStandings(hashing, proofs),
    outside: await findOutsideChain(hashing, [proof.lock, ...proof.events], readHashes),
  }
}

/** Returns whether a verification found no problem. */
export const isProved = ({ verdict, standings, outside }: WeekVerification): boolean =>
  isSound(verdict) && outside.length === 0 && (standings ?? []).length === 0

/** The names of entries and users, as far as they are known. */
export interface ReportNames {
  readonly entry: (id: number) => string | undefined
  readonly user: (id: number) => string | undefined
}

/** Says in a sentence what was proved, and what was changed on record and by whom. */
export function headlineOf(verification: WeekVerification, names: ReportNames): string {
  const { weekNumber, verdict, standings } = verification
  const week = `Week ${weekLabel(weekNumber)}`
  if (!isProved(verification)) return `✕ ${week} failed verification${nameTampered(verdict, standings)}`
  const { changedOnRecord, correctedOnRecord } = verdict
  const changes = [
    ...describeDecisions(changedOnRecord, 'pick', 'after the lock', names),
    ...describeDecisions(correctedOnRecord, 'final score', 'afterwards', names),
  ]
  if (changes.length === 0) return `✓ ${week} is proved: no pick and no result was changed`
  return `✓ ${week} is proved: nothing was changed without a record. ${changes.join('. ')}`
}

function describeDecisions(
  decisions: readonly RecordedDecision[],
  what: string,
  when: string,
  { user }: ReportNames,
): readonly string[] {
  if (decisions.length === 0) return []
  const actors = new Set(decisions.map(({ actor }) => (actor === null ? 'the pool itself' : (user(actor) ?? 'an admin'))))
  const events = list(decisions.map(({ position }) => `#${position}`))
  return [
    `${count(decisions.length, what)} ${decisions.length === 1 ? 'was' : 'were'} changed ${when} by ${[...actors].join(' and ')}, on record as event${decisions.length === 1 ? '' : 's'} ${events}`,
  ]
}

function nameTampered({ tampered, scores }: Verdict, standings: WeekVerification['standings']): string {
  if (tampered.length > 0) return ': a pick was tampered with'
  if (scores.length > 0) return ': a result was tampered with'
  return (standings ?? []).length > 0 ? ': an elimination was tampered with' : ''
}

/** Describes what was checked and found, a sentence each. */
export function describeVerification({ verdict, standings, outside }: WeekVerification, names: ReportNames): readonly string[] {
  const nameEntry = (id: number): string => {
    const name = names.entry(id)
    return name === undefined ? `entry ${id}` : `“${name}”`
  }
  return [...describeVerdict(verdict, nameEntry), ...describeStandings(standings, nameEntry), describeOutside(outside)]
}

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

function describeStandings(standings: WeekVerification['standings'], nameEntry: NameEntry): string[] {
  if (standings === undefined) return ['Who is out does not follow from the record yet, because an earlier week is open.']
  if (standings.length === 0) return ['Who is out follows from the recorded picks and results.']
  return standings.map(
    ({ entryId, shown, recorded }) =>
      `Tampered: ${nameEntry(entryId)} is shown ${outSince(shown)}. By the recorded picks and results it is ${outSince(recorded)}.`,
  )
}

const outSince = (week: number | null): string => (week === null ? 'alive' : `out since week ${weekLabel(week)}`)

const describeOutside = (positions: readonly number[]): string =>
  positions.length === 0
    ? 'The lock, every change after it and every result are in the hash chain.'
    : `The hash chain does not contain these events: ${list(positions.map((position) => `#${position}`))}.`

type NameEntry = (id: number) => string
const list = (words: readonly string[]): string => words.join(', ')
