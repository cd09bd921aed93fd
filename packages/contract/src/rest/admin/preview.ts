import { type Consequences as DomainConsequences, consequencesToken, type Hashing, type PoolState } from '@outlast/domain'
import * as z from 'zod'
import type { RouteId } from '../../endpoints.ts'
import { count, id, teamAbbr } from '../../fields/responses.ts'

/** The calls whose consequences admins can see first. None of them has a secret in its input. */
export const PREVIEWABLE_CALLS = [
  'adminDeleteEntry',
  'adminDeletePick',
  'adminDeleteUser',
  'adminUpdateEntry',
  'createWeek',
  'deleteWeek',
  'finalizeScores',
  'overridePick',
  'purgeUsersAndEntries',
  'purgeWeeks',
  'setSiteTime',
  'syncGames',
  'undoAction',
  'updateWeek',
] as const satisfies readonly RouteId[]
export type PreviewableCall = (typeof PREVIEWABLE_CALLS)[number]

export function isPreviewable(call: RouteId): call is PreviewableCall {
  return (PREVIEWABLE_CALLS as readonly RouteId[]).includes(call)
}

const part = z.record(z.string(), z.unknown(), { error: 'It must be an object' })

/** As many calls as *Eliminate all* makes in a large pool. */
const MAX_CALLS = 5_000

/** Calls as they would be sent, one after the other, with their parts in the forms of each call. */
export const previewBody = z.object({
  calls: z
    .array(
      z.object({
        call: z.enum(PREVIEWABLE_CALLS, { error: 'There is no preview of this call' }),
        params: part.optional(),
        query: part.optional(),
        body: part.optional(),
      }),
      { error: 'Give the calls' },
    )
    .min(1, 'Give at least one call')
    .max(MAX_CALLS, `Give at most ${MAX_CALLS} calls`),
})
export type PreviewBody = z.output<typeof previewBody>

const entries = z.array(z.strictObject({ id, name: z.string() }))
const champions = entries.nullable()
const finalScore = z.strictObject({ away_score: z.int(), home_score: z.int() })

/** What calls would change in the season of the current week. */
export const consequences = z
  .strictObject({
    /** To be sent with a single call as `Expected-Consequences`. */
    token: z.string(),
    out: entries,
    returned: entries,
    losing_lives: entries,
    regaining_lives: entries,
    removed: entries,
    alive_before: count,
    alive_after: count,
    /** Null while the season is running. */
    champions_before: champions,
    champions_after: champions,
    /** Weeks that lock at once. What their picks mean is shown after the lock only. */
    locks: z.array(z.strictObject({ week_id: id, without_pick: count })),
    reopens: z.array(id),
    deleted_weeks: z.array(id),
    /** Games whose final score would change. */
    corrections: z.array(
      z.strictObject({ away_team_abbr: teamAbbr, home_team_abbr: teamAbbr, before: finalScore, after: finalScore }),
    ),
    /** How many members own the entries whose standing changes. */
    members: count,
    /** The news that members get, as they like. Null where a week locks: what it reveals cannot be counted before. */
    messages: z.strictObject({ mails: count, pushes: count }).nullable(),
  })
  .meta({ id: 'Consequences' })
export type Consequences = z.output<typeof consequences>

/** @param pool the pool before the command, which knows the names of removed entries */
export function toConsequences(pool: PoolState, found: DomainConsequences, hashing: Hashing): Omit<Consequences, 'messages'> {
  const named = (ids: DomainConsequences['out']) => ids.map((entry) => ({ id: entry, name: pool.entries.get(entry)?.name ?? '' }))
  return {
    token: consequencesToken(hashing, found),
    out: named(found.out),
    returned: named(found.returned),
    losing_lives: named(found.losingLives),
    regaining_lives: named(found.regainingLives),
    removed: named(found.removed),
    alive_before: found.alive.before,
    alive_after: found.alive.after,
    champions_before: found.champions.before && named(found.champions.before),
    champions_after: found.champions.after && named(found.champions.after),
    locks: found.locks.map(({ weekId, withoutPick }) => ({ week_id: weekId, without_pick: withoutPick })),
    reopens: [...found.reopens],
    deleted_weeks: [...found.deletedWeeks],
    corrections: found.corrections.map(({ away, home, before, after }) => ({
      away_team_abbr: away,
      home_team_abbr: home,
      before: { away_score: before.away, home_score: before.home },
      after: { away_score: after.away, home_score: after.home },
    })),
    members: found.members.length,
  }
}
