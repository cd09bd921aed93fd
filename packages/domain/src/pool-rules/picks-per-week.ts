import { LAST_WEEK } from '../values/calendar.ts'
import { MAX_PICKS_A_WEEK } from '../values/slots.ts'
import { shortageText } from './team-shortage.ts'
import { count, group, optional, type PoolRule, type Said, says, week } from './rule.ts'

/** How many picks an entry has in each week from one on. Before that week it has one. */
export interface PicksPerWeek {
  readonly picks: number
  readonly fromWeek: number
}

/** Null: one pick a week (docs/rules.md §19). */
export const picksPerWeek: PoolRule<PicksPerWeek | null> = {
  kind: optional(
    group<PicksPerWeek>({
      picks: { label: 'Picks a week', kind: count('Picks a week', 2, MAX_PICKS_A_WEEK) },
      fromWeek: { label: 'From week', kind: week('First week with several picks') },
    }),
    { picks: 2, fromWeek: LAST_WEEK - 10 },
  ),
  default: null,
  group: 'picks',
  about: 'how many picks an entry has in each week from one on: 2 or 3 (§19)',
  inPresets: false,
  decidesStandings: true,
  control: { label: 'Several picks a week', options: () => ({ no: 'One pick a week', yes: 'Several, from a week on' }) },
  // The first sentence of the rules says it.
  sentence: () => null,
  meaning: (rule, all) => {
    const claims = claimsOf(rule)
    if (rule === null) return says(claims, 'Each entry picks one team a week.')
    const shortage = shortageText(all)
    return says(
      claims,
      `${since(rule)} each entry picks ${rule.picks} teams a week. ${differ(rule)}${shortage === null ? '' : ` ${shortage}.`}`,
    )
  },
}

/** The meaning of rules about several picks in a pool with one pick a week. */
export const ONE_PICK_A_WEEK = says({ picks: [1, 1] }, 'A week has one pick.')

/** How the first sentence of the rules begins. */
export function picksText({ picksPerWeek: rule }: { readonly picksPerWeek: PicksPerWeek | null }): Said {
  const claims = claimsOf(rule)
  if (rule === null) return says(claims, 'Pick one team a week for each entry')
  const several = `${rule.picks} different teams a week`
  if (rule.fromWeek === 1) return says(claims, `Pick ${several} for each entry`)
  return says(claims, `Pick one team a week for each entry, and from Week ${rule.fromWeek} on ${several}`)
}

const claimsOf = (rule: PicksPerWeek | null) => ({
  picks: [rule?.fromWeek === 1 ? rule.picks : 1, rule?.picks ?? 1] as const,
})

const since = ({ fromWeek }: PicksPerWeek): string => (fromWeek === 1 ? 'In every week,' : `From Week ${fromWeek} on,`)

const differ = ({ picks }: PicksPerWeek): string => (picks === 2 ? 'The two have to differ.' : 'All of them have to differ.')
