import {
  type Actor,
  currentStanding,
  currentSiteTime,
  type Instant,
  type PoolState,
  type RuleName,
  rulesOf,
  sentenceOf,
  suggestFirstWeek,
  type UserId,
  visibleTo,
  weekLabel,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { InvitationFacts } from '../channels/mail/templates.ts'
import type { Tables } from '../database/tables.ts'
import { describeTime } from '../lib/pool-time.ts'
import { findById } from './accounts.ts'

/** The rules that surprise people who have played elsewhere. Members find the others in the pool. */
const TOLD_RULES: readonly RuleName[] = ['lives', 'missedPick', 'teamLock', 'entryFeeCents']

/** Who invites, and the pool at that time. */
export interface Inviting {
  readonly actor: Actor
  readonly pool: PoolState
  readonly now: Instant
}

/** Says who invites, how each member stands, when the next week locks, and by which rules the pool is played. */
export async function invitationFacts(
  tx: Kysely<Tables>,
  { actor, pool, now }: Inviting,
): Promise<(id: UserId) => InvitationFacts> {
  const host = actor.kind === 'system' || actor.kind === 'visitor' ? undefined : await findById(tx, actor.userId)
  const [next] = [...pool.rounds.values()]
    .filter(({ locked }) => locked === null)
    .toSorted((a, b) => a.lockTime.localeCompare(b.lockTime))
  const rules = next === undefined ? pool.rules : rulesOf(pool, next.contestId)
  const entriesOf = Map.groupBy(pool.entries.values(), (entry) => entry.userId)
  const shown = visibleTo(pool, actor)
  const facts = {
    invitedBy: host === undefined ? null : `${host.first_name} ${host.last_name}`.trim(),
    firstLock:
      next === undefined
        ? plannedLock(pool, now)
        : `Picks for week ${weekLabel(next.weekNumber)} close ${describeTime(next.lockTime)}.`,
    rules: TOLD_RULES.flatMap((name) => sentenceOf(name, rules) ?? []),
  }
  return (id) => {
    const standings = (entriesOf.get(id) ?? []).map((entry) => ({ name: entry.name, standing: currentStanding(shown, entry) }))
    return {
      ...facts,
      alive: standings.flatMap(({ name, standing }) => (standing.status === 'out' ? [] : [name])),
      out: standings.flatMap(({ name, standing }) =>
        standing.status === 'out' ? [{ name, week: weekLabel(standing.eliminatedWeek) }] : [],
      ),
    }
  }
}

/** The setup invites members before it opens the first week, whose lock the calendar knows. Null between the weeks of a season. */
function plannedLock({ schedule, setup, ...pool }: PoolState, now: Instant): string | null {
  if ([...schedule.values()].length > 0) return null
  const { weekNumber, lockTime } = suggestFirstWeek(currentSiteTime(pool, now), setup.seasonYear, pool.rules.lock)
  return `The first picks, for week ${weekLabel(weekNumber)}, are planned to close ${describeTime(lockTime)}.`
}
