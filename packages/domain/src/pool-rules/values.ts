import { losesOrTies, type ScoreMeaning, USUAL_MEANING } from '../values/score-meaning.ts'
import { POOL_RULES } from './list.ts'
import type { RulePreset } from './presets.ts'
import {
  times,
  type EntryAttempt,
  type PickAttempt,
  type PoolRule,
  type Refusal,
  type RuleConflict,
  type RulesInWords,
  type Said,
  says,
  type TeamAttempt,
  type Words,
} from './rule.ts'
import { picksText } from './picks-per-week.ts'

/** The values of all rules. */
export type RuleValues = { readonly [K in keyof typeof POOL_RULES]: (typeof POOL_RULES)[K]['default'] }
export type RuleName = keyof RuleValues

/** The rules that an admin can choose until the season's first lock (docs/rules.md §7). */
export interface PoolRules extends RuleValues {
  readonly preset: RulePreset
}

const RULES: { readonly [K in RuleName]: PoolRule<RuleValues[K]> } = POOL_RULES

export const RULE_NAMES = Object.keys(POOL_RULES) as readonly RuleName[]

/** What every rule says about its own value, or some of them, in the order of the list, without those that say nothing. */
export function fromEachRule<T>(
  rules: PoolRules,
  say: <V>(rule: PoolRule<V>, value: V, name: RuleName) => T | null | undefined,
  names = RULE_NAMES,
): readonly T[] {
  const sayOne = <K extends RuleName>(name: K) => say<RuleValues[K]>(RULES[name], rules[name], name)
  return names.map(sayOne).filter((said) => said !== null && said !== undefined)
}

/** The rules that say what scores count as. */
export const SCORE_RULES: readonly RuleName[] = RULE_NAMES.filter((name) => RULES[name].countsAs !== undefined)

/** The rules on which results and standings depend. */
export const STANDINGS_RULES: readonly RuleName[] = RULE_NAMES.filter(
  (name) => SCORE_RULES.includes(name) || RULES[name].decidesStandings,
)

/** One object for each meaning, so that what is derived from it can be kept. */
const meanings = new Map<string, ScoreMeaning>()
const meaningsOfRules = new WeakMap<PoolRules, ScoreMeaning>()

/** What a final score counts as under all rules together. Equal meanings are the same object. */
export function countsAsUnder(rules: PoolRules): ScoreMeaning {
  const known = meaningsOfRules.get(rules)
  if (known !== undefined) return known
  const changes = fromEachRule(rules, (rule, value) => rule.countsAs?.(value), SCORE_RULES)
  const { ahead, behind, level } = changes.reduce<ScoreMeaning>((sum, change) => ({ ...sum, ...change }), USUAL_MEANING)
  const key = `${ahead} ${behind} ${level}`
  const meaning = meanings.get(key) ?? { ahead, behind, level }
  meanings.set(key, meaning)
  meaningsOfRules.set(rules, meaning)
  return meaning
}

const inWords = (rules: PoolRules): RulesInWords => ({ ...rules, countsAs: countsAsUnder(rules) })

/** What an admin reads at the control of a rule. */
export function meaningOf(name: RuleName, rules: PoolRules): string | null {
  return wordsOf(name, rules, 'meaning')?.text ?? null
}

/** What members read about the value of a rule; null if it says nothing. */
export function sentenceOf(name: RuleName, rules: PoolRules): string | null {
  return wordsOf(name, rules, 'sentence')?.text ?? null
}

/** What a rule says to members, or to an admin, with what that claims. */
export function wordsOf(name: RuleName, rules: PoolRules, to: 'sentence' | 'meaning'): Said | null {
  const say = <K extends RuleName>(of: K) => RULES[of][to](rules[of], inWords(rules))
  return withClaims(say(name))
}

const withClaims = (words: Words | null): Said | null => (typeof words === 'string' ? says({}, words) : words)

/** Two rules that don't fit together. */
export interface ConflictOfRules extends RuleConflict {
  readonly rule: RuleName
}

/** All pairs of rules that don't fit together, in the order of the list. */
export function conflictsOf(rules: PoolRules): readonly ConflictOfRules[] {
  return fromEachRule(rules, (rule, value, name) => {
    const conflict = rule.conflicts?.(value, rules) ?? null
    return conflict && { rule: name, ...conflict }
  })
}

const rulesThat = (refuse: 'refusesPick' | 'refusesTeam' | 'refusesEntry'): readonly RuleName[] =>
  RULE_NAMES.filter((name) => RULES[name][refuse] !== undefined)

/** The few rules that refuse something: each pick asks them. */
const REFUSING = { picks: rulesThat('refusesPick'), teams: rulesThat('refusesTeam'), entries: rulesThat('refusesEntry') }

/** Why a member's entry may not pick in a week, whatever the team: the first rule that refuses it. */
export function refusedPick(rules: PoolRules, attempt: PickAttempt): Refusal | undefined {
  return fromEachRule(rules, (rule, value) => rule.refusesPick?.(value, attempt), REFUSING.picks)[0]
}

/** Why a member's pick may not take a team, or give it up. */
export function refusedTeam(rules: PoolRules, attempt: TeamAttempt): Refusal | undefined {
  return fromEachRule(rules, (rule, value) => rule.refusesTeam?.(value, attempt), REFUSING.teams)[0]
}

/** Why a member's entry may not join the season. */
export function refusedEntry(rules: PoolRules, attempt: EntryAttempt): Refusal | undefined {
  return fromEachRule(rules, (rule, value) => rule.refusesEntry?.(value, attempt), REFUSING.entries)[0]
}

/** The rules in words, one sentence each, for members. */
export function describeRules(rules: PoolRules): readonly string[] {
  return saidOf(rules).map(({ text }) => text)
}

/** The sentences of {@link describeRules}, with what they claim. */
export function saidOf(rules: PoolRules): readonly Said[] {
  const all = inWords(rules)
  const { lives, teamUses: uses } = rules
  const picks = picksText(rules)
  return [
    says(
      { ...picks.claims, uses },
      `${picks.text}; a team can be used ${uses === 1 ? 'only once' : times(uses)} per entry in a season.`,
    ),
    says(
      { lives },
      lives === 1
        ? `An entry is out when its team ${losesOrTies(all.countsAs)}.`
        : `An entry loses a life when its team ${losesOrTies(all.countsAs)}, and is out with its last one.`,
    ),
    ...RULE_NAMES.flatMap((name) => wordsOf(name, rules, 'sentence') ?? []),
  ]
}
