import {
  conflictsOf,
  currentRound,
  DEFAULT_RULES,
  describeRules,
  fromEachRule,
  gamesOf,
  type Hashing,
  hasKickedOff,
  type Instant,
  mainContest,
  meaningOf,
  type Moment,
  POOL_RULES,
  type PoolRules,
  type PoolState,
  RULE_NAMES,
  type RuleName,
  roundsOf,
  snakeCase,
} from '@outlast/domain'
import { nameActor } from '../audit/audit-words.ts'
import type { Constitution } from '../rest/constitution.ts'
import { rulesHash, rulesText } from './rules-hash.ts'

/** An event that changed the rules, or started a season. */
export interface RuleEvent {
  readonly position: number
  readonly recorded_at: string
  readonly site_time: string
  readonly actor: Constitution['changes'][number]['actor']
  /** Shared by all events that one request caused. */
  readonly request_id: string | undefined
  readonly event:
    | { readonly type: 'PoolRulesChanged'; readonly rules: PoolRules }
    | { readonly type: 'SeasonStarted'; readonly seasonYear: number }
}

interface Sources {
  readonly pool: PoolState
  /** All of them, in the order of the log. */
  readonly events: readonly RuleEvent[]
  readonly siteNow: Instant
  readonly hashing: Pick<Hashing, 'sha256'>
}

/** Builds the constitution of the current season. */
export function toConstitution({ pool, events, siteNow, hashing }: Sources): Constitution {
  const year = currentRound(pool)?.seasonYear ?? null
  const contest = year === null ? undefined : pool.contests.get(mainContest(year))
  const frozen = contest?.rules ?? null
  const rules = frozen ?? pool.rules
  const hash = (of: PoolRules): string => rulesHash(hashing, of)
  const { first, changes } = changesOfSeason(pool, year, frozen, events)
  return {
    season_year: year,
    as_of: siteNow,
    is_fixed: frozen !== null,
    sha256: hash(rules),
    canonical: rulesText(rules),
    in_words: [...describeRules(rules)],
    articles: RULE_NAMES.map((name) => ({ rule: snakeCase(name), label: labelOf(name), text: textOf(name, rules) })),
    changes: changes.flatMap(({ before, after, event: { position, recorded_at, site_time, actor } }) => {
      const changed = RULE_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      if (changed.length === 0) return []
      const texts = changed.map((name) => {
        return { rule: snakeCase(name), label: labelOf(name), was: textOf(name, before), is: textOf(name, after) }
      })
      return [{ position, recorded_at, site_time, actor, by: nameActor(actor), rules: texts, sha256: hash(after) }]
    }),
    first_sha256: hash(first),
    loopholes: [
      ...conflictsOf(rules).map(({ because }) => because),
      ...fromEachRule(rules, (rule, value) => rule.loophole?.(value, momentOf(pool, siteNow), rules)),
    ],
  }
}

const labelOf = (name: RuleName): string => POOL_RULES[name].control.label

/** Says what the value of a rule means. A rule whose meaning the rule before it says is named by its value. */
function textOf(name: RuleName, rules: PoolRules): string {
  const value = rules[name]
  const meaning = meaningOf(name, rules)
  if (meaning !== null) return meaning
  return `${value === null ? 'None' : typeof value === 'object' ? JSON.stringify(value) : String(value)}.`
}

interface Change {
  readonly before: PoolRules
  readonly after: PoolRules
  readonly event: RuleEvent
}

/**
 * Returns the rules at the season's start and every change since. The changes that an admin made for a later season, after a lock had
 * fixed the rules of this one, are not among them.
 */
function changesOfSeason(
  pool: PoolState,
  year: number | null,
  frozen: PoolRules | null,
  events: readonly RuleEvent[],
): { readonly first: PoolRules; readonly changes: readonly Change[] } {
  let rules = DEFAULT_RULES
  let first = rules
  let changes: Change[] = []
  let start: RuleEvent | undefined
  const fixedAt = frozen === null || year === null ? Infinity : firstLockOf(pool, year)
  for (const one of events.filter(({ position }) => position < fixedAt)) {
    const { event } = one
    if (event.type === 'SeasonStarted') {
      start = event.seasonYear === year ? one : undefined
      if (start !== undefined) [first, changes] = [rules, []]
      continue
    }
    if (start !== undefined && isPartOf(start, one)) first = event.rules
    else changes.push({ before: rules, after: event.rules, event: one })
    rules = event.rules
  }
  const isFixed = ({ after }: Change) => JSON.stringify(after) === JSON.stringify(frozen)
  return { first, changes: frozen === null ? changes : changes.slice(0, changes.findLastIndex(isFixed) + 1) }
}

/** Whether a season's start itself recorded the rules that continue. Clients choose the ids of requests, so nothing may lie between. */
function isPartOf(start: RuleEvent, { position, request_id }: RuleEvent): boolean {
  return position === start.position + 1 && request_id !== undefined && request_id === start.request_id
}

/** Returns the position of the first lock of a season that still counts; infinity if its weeks were deleted. */
function firstLockOf(pool: PoolState, seasonYear: number): number {
  const locks = roundsOf(pool, mainContest(seasonYear)).flatMap(({ locked, firstLock }) => [locked, firstLock])
  return Math.min(...locks.flatMap((lock) => (lock === null ? [] : [lock.position])))
}

function momentOf(pool: PoolState, siteNow: Instant): Moment {
  const round = currentRound(pool)
  if (round === undefined || round.locked !== null || siteNow >= round.lockTime) return { openWeek: undefined }
  const begun = gamesOf(pool, round).filter((game) => hasKickedOff(game, siteNow))
  return { openWeek: { weekNumber: round.weekNumber, begun: begun.map(({ away, home }) => ({ away, home })) } }
}
