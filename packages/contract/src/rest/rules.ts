import { currentWeek, type PoolRules, type PoolState, rulesForSeason } from '@outlast/domain'
import * as z from 'zod'
import { season } from '../fields/responses.ts'
import { wholeNumber } from '../fields/numbers.ts'

/**
 * The rules of a pool: their fields, what an admin may send, and the sentences that members read. Everything the API knows
 * about a rule is in this file, and the mapped types below make the compiler ask for each part of a new one.
 */

const missedPick = z.enum(['survives', 'eliminated'])
const teamLock = z.enum(['week', 'kickoff'])
const lateEntries = z.enum(['allowed', 'closed'])

/** The rules as fields of a response. */
export const ruleFields = {
  missed_pick: missedPick,
  team_lock: teamLock,
  max_entries_per_member: z.int().nullable(),
  late_entries: lateEntries,
}
type RuleFields = z.output<z.ZodObject<typeof ruleFields>>

const MAX_ENTRIES = 1000

/** What an admin may send for each rule. */
const ruleInputs = {
  missed_pick: missedPick.optional(),
  team_lock: teamLock.optional(),
  max_entries_per_member: wholeNumber('Max entries per member', 1, MAX_ENTRIES).nullable().optional(),
  late_entries: lateEntries.optional(),
} satisfies { readonly [F in keyof RuleFields]: z.ZodType<RuleFields[F] | undefined> }

const names = Object.keys(ruleInputs)

/** Changes the given rules and keeps the others. */
export const patchRulesBody = z.object(ruleInputs).refine((body) => Object.values(body).some((value) => value !== undefined), {
  error: `Nothing to change: give ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
})
export type PatchRulesBody = z.output<typeof patchRulesBody>

/** The rules of the current season, in fields and in words. */
export const rules = z
  .strictObject({
    season_year: season.nullable(),
    ...ruleFields,
    /** Why the rules cannot be changed; null while an admin may change them. */
    locked_reason: z.string().nullable(),
    in_words: z.array(z.string()),
  })
  .meta({ id: 'Rules' })
export type Rules = z.output<typeof rules>

/** Maps rules to the fields of a response. */
export function toRuleFields(poolRules: PoolRules): RuleFields {
  return {
    missed_pick: poolRules.missedPick,
    team_lock: poolRules.teamLock,
    max_entries_per_member: poolRules.maxEntriesPerMember,
    late_entries: poolRules.lateEntries,
  }
}

/** Maps an admin's request to the rules it changes. */
export function toRulesChange(body: PatchRulesBody): Partial<PoolRules> {
  const change: { readonly [K in keyof PoolRules]: PoolRules[K] | undefined } = {
    missedPick: body.missed_pick,
    teamLock: body.team_lock,
    maxEntriesPerMember: body.max_entries_per_member,
    lateEntries: body.late_entries,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** Builds the response for the rules of the current season. */
export function toRules(pool: PoolState): Rules {
  const year = currentWeek(pool)?.seasonYear ?? null
  const poolRules = year === null ? pool.rules : rulesForSeason(pool, year)
  const isLocked = year !== null && pool.seasonRules.has(year)
  return {
    season_year: year,
    ...toRuleFields(poolRules),
    locked_reason: isLocked ? `The rules of ${year} are fixed: its first week has locked.` : null,
    in_words: describeRules(poolRules),
  }
}

const SENTENCES: { readonly [K in keyof PoolRules]: (value: PoolRules[K]) => string } = {
  missedPick: (missed) =>
    missed === 'survives'
      ? 'An entry without a pick survives the week.'
      : 'An entry without a pick is out once every game of the week is final.',
  teamLock: (lock) =>
    lock === 'week'
      ? 'Picks can change until the week locks, even when a team’s game has already started.'
      : 'A team whose game has kicked off can neither be picked nor left, even before the week locks.',
  maxEntriesPerMember: (max) =>
    max === null
      ? 'Members can have as many entries as they like.'
      : `Members can have ${max === 1 ? 'one entry' : `${max} entries`} at most.`,
  lateEntries: (late) => (late === 'allowed' ? 'New entries can join at any time.' : 'New entries close when Week 1 locks.'),
}

/** Describes the rules for members, one sentence each. */
function describeRules(poolRules: PoolRules): string[] {
  const describe = <K extends keyof PoolRules>(rule: K): string => SENTENCES[rule](poolRules[rule])
  return [
    'Pick one team a week for each entry; a team can be used only once per entry in a season.',
    'An entry is out when its team loses or ties.',
    ...(Object.keys(SENTENCES) as (keyof PoolRules)[]).map(describe),
  ]
}
