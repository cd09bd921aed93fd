import { optional, type PoolRule, whole } from './rule.ts'

/** How many entries a member may create; an admin may create more for a member. Null: no limit. */
export const maxEntriesPerMember: PoolRule<number | null> = {
  kind: optional(whole('Max entries per member', 1, 1000)),
  default: null,
  group: 'entries',
  about: 'how many entries a member may create; an admin may create more for a member',
  inPresets: false,
  control: { label: 'Most entries per member', hint: 'Leave empty for no limit', empty: 'no limit' },
  sentence: (max) =>
    max === null ? 'Members can have as many entries as they like.' : `Members can have ${entries(max)} at most.`,
  meaning: (max) =>
    max === null
      ? 'One member can have as many entries as they like.'
      : `A member can have ${entries(max)}. An admin can add more.`,
  refusesEntry: (max, { entries: joined }) =>
    max !== null && joined >= max ? { code: 'too_many_entries', details: { max } } : undefined,
}

const entries = (max: number): string => (max === 1 ? 'one entry' : `${max} entries`)
