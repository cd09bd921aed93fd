import type { PoolRules } from '@outlast/domain'
import * as z from 'zod'
import { season } from '../fields/answers.ts'
import { wholeNumber } from '../fields/numbers.ts'

const MAX_ENTRIES = 1000

const missedPick = z.enum(['survives', 'eliminated'])
const teamLock = z.enum(['week', 'kickoff'])
const lateEntries = z.enum(['allowed', 'closed'])

/** Rules to change; what is left out stays (decisions.md §Rules 10). */
export const patchRulesBody = z
  .object({
    missed_pick: missedPick.optional(),
    team_lock: teamLock.optional(),
    max_entries_per_member: wholeNumber('Max entries per member', 1, MAX_ENTRIES).nullable().optional(),
    late_entries: lateEntries.optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give missed_pick, team_lock, max_entries_per_member or late_entries',
  })
export type PatchRulesBody = z.output<typeof patchRulesBody>

/** The rules of the current season, in fields and in words. */
export const rules = z
  .strictObject({
    season_year: season.nullable(),
    missed_pick: missedPick,
    team_lock: teamLock,
    max_entries_per_member: z.int().nullable(),
    late_entries: lateEntries,
    /** Null while an admin may change them, else why not. */
    locked_reason: z.string().nullable(),
    in_words: z.array(z.string()),
  })
  .meta({ id: 'Rules' })
export type Rules = z.output<typeof rules>

/** The rules as members read them, a sentence each. */
export function rulesInWords(poolRules: PoolRules): readonly string[] {
  const { missedPick: missed, teamLock: lock, maxEntriesPerMember: max, lateEntries: late } = poolRules
  return [
    'Pick one team a week for each entry; a team can be used only once per entry in a season.',
    'An entry is out when its team loses or ties.',
    missed === 'survives'
      ? 'An entry without a pick survives the week.'
      : 'An entry without a pick is out once every game of the week is final.',
    lock === 'week'
      ? 'Picks can change until the week locks, even when a team’s game has already started.'
      : 'A team whose game has kicked off can neither be picked nor left, even before the week locks.',
    max === null
      ? 'Members can have as many entries as they like.'
      : `Members can have ${max === 1 ? 'one entry' : `${max} entries`} at most.`,
    late === 'allowed' ? 'New entries can join at any time.' : 'New entries close when Week 1 locks.',
  ]
}
