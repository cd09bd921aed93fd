import type { Hashing } from '@outlast/domain/rules'
import type { CallArgs, CallResult } from '../client-types.ts'
import { chainSteps } from './chain-steps.ts'
import type { Verdict } from './verify-week.ts'
import { type ReportNames, verifyShownWeek, type WeekVerification } from './week-report.ts'

type Read = 'weekProof' | 'liveSnapshot' | 'auditHashes' | 'listAudit'

/** The calls that a verification makes. */
export interface PoolReader {
  call<Id extends Read>(id: Id, ...args: CallArgs<Id>): Promise<CallResult<Id>>
}

/** A week of a list. */
interface ListedWeek {
  readonly id: number
  readonly season_year: number
  readonly week_number: number
  readonly is_locked: boolean
}

export interface ReadVerification {
  readonly verification: WeekVerification
  /** The names of the entries of the week, by id. */
  readonly entryNames: ReadonlyMap<number, string>
  /** The answers that it was made from: a second verification of the same ones finds the same. */
  readonly content: unknown
}

/**
 * Reads what a pool shows of a locked week, and verifies it. The pool may change between two answers, so what does not match counts only if
 * everything was read again.
 *
 * @param weeks all weeks of the pool
 */
export async function readAndVerifyWeek(
  api: PoolReader,
  hashing: Hashing,
  weekId: number,
  weeks: readonly ListedWeek[],
): Promise<ReadVerification> {
  const [proof, { view }] = await Promise.all([
    api.call('weekProof', { params: { id: weekId } }),
    api.call('liveSnapshot', { params: { topic: `week:${weekId}` } }),
  ])
  const entries = 'entries' in view && 'pick_count' in view ? view.entries : []
  const revealed = entries.flatMap((entry) => [entry, ...(entry.more ?? []).map(({ team }) => ({ ...entry, team }))])
  const earlier = weeks.filter(
    ({ season_year, week_number }) => season_year === proof.season_year && week_number < proof.week_number,
  )
  const proofs = earlier.every(({ is_locked }) => is_locked)
    ? [...(await Promise.all(earlier.map(({ id }) => api.call('weekProof', { params: { id } })))), proof]
    : undefined
  const readHashes = async (from: number, to: number) =>
    chainSteps(hashing, await api.call('auditHashes', { query: { from, to, form: 'short' } }))
  const verification = await verifyShownWeek(hashing, { proof, revealed, proofs, readHashes })
  return {
    verification,
    entryNames: new Map(revealed.map(({ id, name }) => [id, name])),
    content: [proof, revealed, proofs, verification.outside],
  }
}

/** Reads who decided what was changed on record, by the id of the user. What the audit trail does not tell stays without a name. */
export async function readActors(api: PoolReader, { changedOnRecord, correctedOnRecord }: Verdict): Promise<ReportNames['user']> {
  const decisions = new Map([...changedOnRecord, ...correctedOnRecord].map((decision) => [decision.actor, decision]))
  const names = new Map<number, string>()
  for (const { actor, position } of decisions.values()) {
    if (actor === null) continue
    const { lines } = await api.call('listAudit', { query: { after: position - 1, limit: 1 } })
    const [line] = lines
    if (line?.actor.id === actor && line.actor.name !== null) names.set(actor, line.actor.name)
  }
  return (id) => names.get(id)
}
