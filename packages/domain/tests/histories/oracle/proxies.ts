import { waitingRefusals } from './entries.ts'
import { type Entry, entryOf, type Facts, isLocked, weekOf } from './facts.ts'
import { type CommandRules, type Context, isBy } from './rule.ts'

// docs/rules.md §3.12.

const YEAR = 366 * 86_400_000

export const PROXY_RULES: CommandRules<'NameProxy' | 'EndProxy'> = {
  NameProxy: {
    by: 'member',
    refusals: (facts, { entryId, userId, until }, context) => {
      const [entry, member] = [entryOf(facts, entryId), facts.users.find(({ id }) => id === userId)]
      if (entry === undefined || !isBy(context, entry.owner)) return ['entry_not_found']
      const week = 'weekId' in until ? weekOf(facts, until.weekId) : undefined
      const endsAt = 'endsAt' in until ? Date.parse(until.endsAt) : context.now + 1
      return [
        ...waitingRefusals(context),
        ...(member === undefined ? ['user_not_found'] : []),
        ...(member?.id === entry.owner ? ['proxy_is_owner'] : []),
        ...(entry.isByHand ? ['proxy_not_possible'] : []),
        ...(member?.isWaiting === true || facts.seals.some(({ user }) => user === member?.id) ? ['proxy_not_possible'] : []),
        ...('weekId' in until && week === undefined ? ['week_not_found'] : []),
        ...(week !== undefined && isLocked(week) ? ['week_locked'] : []),
        ...(endsAt <= context.now || endsAt > context.now + YEAR ? ['proxy_end_out_of_range'] : []),
      ]
    },
    apply: (facts, { entryId: entry, userId: member, until }) => {
      const end = 'weekId' in until ? { endsAt: null, week: until.weekId } : { endsAt: Date.parse(until.endsAt), week: null }
      facts.proxies = [...facts.proxies.filter((other) => other.entry !== entry), { entry, member, ...end }]
      return undefined
    },
  },
  EndProxy: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined) return ['entry_not_found']
      const hasOne = facts.proxies.some((proxy) => proxy.entry === entryId)
      return hasOne && mayPickFor(facts, context, entry) ? [] : ['proxy_not_found']
    },
    apply: (facts, { entryId }) => {
      facts.proxies = facts.proxies.filter(({ entry }) => entry !== entryId)
      return undefined
    },
  },
}

/** Whether a member sees and makes the picks of an entry. */
export function mayPickFor(facts: Facts, context: Context, { id, owner }: Entry): boolean {
  return isBy(context, owner) || facts.proxies.some(({ entry, member }) => entry === id && isBy(context, member))
}

/** What has lasted its time ends, and what somebody did whose address an admin changed. */
export function endProxies(facts: Facts, now: number): void {
  facts.proxies = facts.proxies.filter(({ member, endsAt, week: until }) => {
    const week = until === null ? undefined : weekOf(facts, until)
    const isOver = endsAt === null ? week === undefined || isLocked(week) : endsAt <= now
    return !isOver && facts.seals.every(({ user }) => user !== member)
  })
}
