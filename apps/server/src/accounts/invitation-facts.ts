import { type Actor, type PoolState, type RuleName, rulesOf, sentenceOf } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { InvitationFacts } from '../channels/mail/templates.ts'
import type { Tables } from '../database/tables.ts'
import { describeTime } from '../lib/pool-time.ts'
import { findById } from './accounts.ts'

/** The rules that surprise people who have played elsewhere. Members find the others in the pool. */
const TOLD_RULES: readonly RuleName[] = ['lives', 'missedPick', 'teamLock', 'entryFeeCents']

/** Says who invites, when the next week locks, and by which rules the pool is played. */
export async function invitationFacts(
  tx: Kysely<Tables>,
  { actor, pool }: { readonly actor: Actor; readonly pool: PoolState },
): Promise<Omit<InvitationFacts, 'entryNames'>> {
  const host = actor.kind === 'system' || actor.kind === 'visitor' ? undefined : await findById(tx, actor.userId)
  const [next] = [...pool.rounds.values()]
    .filter(({ locked }) => locked === null)
    .toSorted((a, b) => a.lockTime.localeCompare(b.lockTime))
  const rules = next === undefined ? pool.rules : rulesOf(pool, next.contestId)
  return {
    invitedBy: host === undefined ? null : `${host.first_name} ${host.last_name}`.trim(),
    firstLock: next === undefined ? null : `Picks for week ${next.weekNumber} close ${describeTime(next.lockTime)}.`,
    rules: TOLD_RULES.flatMap((name) => sentenceOf(name, rules) ?? []),
  }
}
