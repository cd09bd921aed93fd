import { LAST_WEEK } from '../values/calendar.ts'
import type { ScoreMeaning } from '../values/score-meaning.ts'
import type { ViolationCode, ViolationDetails } from '../values/violation-codes.ts'
import type { AskedWeek } from './team-shortage.ts'
import type { PoolRules, RuleName } from './values.ts'

/**
 * A rule of the pool: its values, its words, what it refuses, and what it makes of scores. What else it does to standings is a function in
 * the code that derives them. Everything else reads the list of rules: the API, the controls, the rule book, the presets and the tests.
 */
export interface PoolRule<V> {
  readonly kind: RuleKind<V>
  /** Pools, events and snapshots from before the rule have this value. */
  readonly default: V
  readonly group: RuleGroup
  /** What it decides, for its line in docs/rules.md §7.1. */
  readonly about: string
  /** Whether the presets set it (docs/rules.md §14.4). */
  readonly inPresets: boolean
  readonly control: RuleControl
  /** What members read; null when the value changes nothing for them under the other rules. */
  readonly sentence: (value: V, all: RulesInWords) => Words | null
  /** What an admin reads at the control; null when the control above says it. */
  readonly meaning: (value: V, all: RulesInWords) => Words | null
  /** The value of another rule that this value does not fit, so that nobody can choose both. Only one of the two rules says it. */
  readonly conflicts?: (value: V, all: PoolRules) => RuleConflict | null
  /** What the value leaves open right now. */
  readonly loophole?: (value: V, now: Moment, all: PoolRules) => string | null
  /** What the value changes about what scores count as: in the domain, in SQL and in browsers, with all that is said about it. */
  readonly countsAs?: (value: V) => Partial<ScoreMeaning>
  /** Whether standings depend on the value in another way. */
  readonly decidesStandings?: true
  /** Why a member's entry may not pick in a week, whatever the team. */
  readonly refusesPick?: (value: V, attempt: PickAttempt) => Refusal | undefined
  /** Why a member's pick may not take a team, or give it up. */
  readonly refusesTeam?: (value: V, attempt: TeamAttempt) => Refusal | undefined
  /** Why a member's entry may not join the season. */
  readonly refusesEntry?: (value: V, attempt: EntryAttempt) => Refusal | undefined
}

/**
 * What a sentence states, as data, about a subject that other sentences may mention too. All sentences of a rule book state what the domain
 * does (rule-book.property.test.ts), so no two of them can contradict each other.
 */
export interface Claims {
  /** How many teams an entry picks in the first and in the last week. */
  readonly picks?: readonly [first: number, last: number]
  /** How often an entry can use a team. */
  readonly uses?: number
  readonly lives?: number
  /** What several losses in one week cost. */
  readonly severalLosses?: 'one life' | 'one life each'
  /** What several missing picks of one week cost if no automatic pick fills them. */
  readonly severalMissing?: 'nothing' | 'one life' | 'one life each'
  /** What a missing pick costs if no automatic pick fills it. */
  readonly missing?: 'nothing' | 'a life'
  /** How many automatic picks an entry gets in a season. */
  readonly autoPicks?: number
  /** How often in a season all remaining entries come back after they fall together. */
  readonly revivals?: number
  /** Whether the last entries to fall share the title, or a tiebreak decides between them. */
  readonly together?: 'share' | 'tiebreak'
}

/** A sentence, with what it says as data. */
export interface Said {
  readonly text: string
  readonly claims: Claims
}

/** Plain text, if no other sentence mentions its subject. */
export type Words = string | Said

export const says = (claims: Claims, text: string): Said => ({ text, claims })

/** All rules, for their words. */
export interface RulesInWords extends PoolRules {
  /** What scores count as under all rules together. */
  readonly countsAs: ScoreMeaning
}

export interface RuleConflict {
  readonly with: RuleName
  /** Names both rules, and says why they don't fit. */
  readonly because: string
}

export const RULE_GROUPS = ['picks', 'entries', 'money'] as const
type RuleGroup = (typeof RULE_GROUPS)[number]

/** How the app asks for a rule. The kind of its values decides which control it is. */
export interface RuleControl {
  readonly label: string
  /** What each value is called. `yes` and `no` for a rule that can be on or off. A number with options is chosen and not typed. */
  readonly options?: (all: PoolRules) => Readonly<Record<string, string>>
  readonly hint?: string
  /** What an empty field means. */
  readonly empty?: string
  readonly shownIf?: (all: PoolRules) => boolean
  /** Is beside the control before it, and shares its meaning. */
  readonly isBeside?: true
  /** Whether the setup says what it means before the single rules are opened. */
  readonly inSetup?: true
}

/** The values of a rule, as data. `name` is what an error message calls the value. */
export type RuleShape =
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'whole'; readonly name: string; readonly min: number; readonly max: number; readonly is: NumberIs }
  | { readonly type: 'flag' }
  | { readonly type: 'currency' }
  /** At least one of the values, each once, in the order that the admin chose. */
  | { readonly type: 'order'; readonly name: string; readonly values: readonly string[] }
  /** Whole percents that add up to 100: at least one, and no more than `most`. */
  | { readonly type: 'shares'; readonly name: string; readonly most: number }
  /** A time of day, `HH:MM`. */
  | { readonly type: 'time'; readonly name: string }
  | GroupShape
  /** A value or null. `first` is what the controls show before there is a value. */
  | { readonly type: 'optional'; readonly of: RuleShape; readonly first: unknown }
  /** One of the names, or a group of values, which the controls call `other`. `first` is what they show before there is a group. */
  | { readonly type: 'named_or'; readonly values: readonly string[]; readonly of: GroupShape; readonly first: unknown }
type GroupShape = { readonly type: 'group'; readonly fields: Readonly<Record<string, GroupField>> }
type NumberIs = 'number' | 'count' | 'week' | 'cents'

export interface GroupField {
  readonly label: string
  readonly kind: RuleShape
  /** What each value of a choice is called. */
  readonly options?: Readonly<Record<string, string>>
}

/** {@link RuleShape} with the type of its values, which exists at compile time only. */
export type RuleKind<V> = RuleShape & { readonly valueType?: V }

export function choice<V extends string>(...values: readonly V[]): RuleKind<V> {
  return { type: 'choice', values }
}

export function whole(name: string, min: number, max: number): RuleKind<number> {
  return { type: 'whole', name, min, max, is: 'number' }
}

export function count(name: string, min: number, max: number): RuleKind<number> {
  return { type: 'whole', name, min, max, is: 'count' }
}

const MAX_CENTS = 100_000_000

export function week(name: string): RuleKind<number> {
  return { type: 'whole', name, min: 1, max: LAST_WEEK, is: 'week' }
}

export function cents(name: string): RuleKind<number> {
  return { type: 'whole', name, min: 0, max: MAX_CENTS, is: 'cents' }
}

export function flag(): RuleKind<boolean> {
  return { type: 'flag' }
}

/** A currency by its three letters (ISO 4217). */
export function currencyCode(): RuleKind<string> {
  return { type: 'currency' }
}

export function order<V extends string>(name: string, values: readonly V[]): RuleKind<readonly V[]> {
  return { type: 'order', name, values }
}

/** The most places that get a prize. */
const MAX_SHARES = 10

export function shares(name: string): RuleKind<readonly number[]> {
  return { type: 'shares', name, most: MAX_SHARES }
}

/** A time of day in New York, `HH:MM`. */
export function timeOfDay(name: string): RuleKind<string> {
  return { type: 'time', name }
}

export function group<V extends object>(fields: {
  readonly [K in keyof V & string]: GroupField & { readonly kind: RuleKind<V[K]> }
}): GroupShape & { readonly valueType?: V } {
  return { type: 'group', fields }
}

export function namedOr<const N extends string, V extends object>(
  values: readonly N[],
  of: GroupShape & { readonly valueType?: V },
  first: NoInfer<V>,
): RuleKind<N | V> {
  return { type: 'named_or', values, of, first }
}

export function optional<V>(of: RuleKind<V>, first: V | null = null): RuleKind<V | null> {
  return { type: 'optional', of, first }
}

export interface Refusal {
  readonly code: ViolationCode
  readonly details?: ViolationDetails
}

/** A member wants to pick in a week. */
export interface PickAttempt {
  readonly weekNumber: number
  readonly isPaid: () => boolean
}

/** A member wants to pick a team, or to give it up. */
export interface TeamAttempt {
  readonly team: string
  readonly hasKickedOff: () => boolean
  readonly isGivenUp: boolean
}

/** A member wants to join the season with one more entry. */
export interface EntryAttempt {
  /** The member's entries that take part in it. */
  readonly entries: number
  /** Whether the first week of the season that has this number or a later one has locked. */
  readonly hasClosed: (weekNumber: number) => boolean
  /** Whether an entry that joined now would have no life left. */
  readonly wouldBeOut: () => boolean
}

/** Now, as far as it decides which loopholes are open. */
export interface Moment {
  /** The current week, if its picks are open, with its games that have begun. */
  readonly openWeek:
    | { readonly weekNumber: number; readonly begun: readonly { readonly away: string; readonly home: string }[] }
    | undefined
  /** The weeks of the season that the pool has. Left out where none are known. */
  readonly weeks?: readonly AskedWeek[]
}

/** A fee without a currency: nobody could say how much it is. */
export function needsCurrency(fee: string, amount: number, { currency }: PoolRules): RuleConflict | null {
  if (amount === 0 || currency !== null) return null
  return { with: 'currency', because: `${fee} needs a currency: name it by its three letters, like USD` }
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `once`, `3 times`. */
export function times(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}
