import {
  AUTO_PICK_STEPS,
  type BuybackRule,
  currentWeek,
  type PoolRules,
  type PoolState,
  RULE_PRESETS,
  rulesForSeason,
} from '@outlast/domain'
import * as z from 'zod'
import { count, season, weekNo } from '../fields/responses.ts'
import { wholeNumber } from '../fields/numbers.ts'
import { formatMoney } from '../money.ts'

/**
 * The rules of a pool: their fields, what an admin may send, and the sentences that members read. Everything the API knows
 * about a rule is in this file, and the mapped types below make the compiler ask for each part of a new one.
 */

const missedPick = z.enum(['survives', 'eliminated', 'auto'])
const autoPickStep = z.enum(AUTO_PICK_STEPS)
const preset = z.enum(RULE_PRESETS)
const teamLock = z.enum(['week', 'kickoff'])
const lateEntries = z.enum(['allowed', 'closed'])

/** The rules as fields of a response. */
export const ruleFields = {
  missed_pick: missedPick,
  team_lock: teamLock,
  max_entries_per_member: z.int().nullable(),
  late_entries: lateEntries,
  lives: z.int(),
  auto_pick: z.array(autoPickStep),
  max_auto_picks: count,
  buyback: z.strictObject({ until_week: weekNo, max_per_entry: count, fee_cents: count }).nullable(),
  entry_fee_cents: count.nullable(),
  /** ISO 4217. */
  currency: z.string().nullable(),
  club_share_percent: z.int().nullable(),
  /** After this week, an unpaid entry cannot pick. */
  unpaid_after_week: weekNo.nullable(),
  pot_public: z.boolean(),
  preset,
}
type RuleFields = z.output<z.ZodObject<typeof ruleFields>>

const MAX_ENTRIES = 1000
const MAX_LIVES = 3
const MAX_WEEK = 22
const MAX_AUTO_PICKS = 18
const MAX_CENTS = 100_000_000

const cents = (label: string) => wholeNumber(label, 0, MAX_CENTS)

/** What an admin may send for each rule. */
const ruleInputs = {
  missed_pick: missedPick.optional(),
  team_lock: teamLock.optional(),
  max_entries_per_member: wholeNumber('Max entries per member', 1, MAX_ENTRIES).nullable().optional(),
  late_entries: lateEntries.optional(),
  lives: wholeNumber('Lives', 1, MAX_LIVES).optional(),
  auto_pick: z
    .array(autoPickStep)
    .min(1, 'Automatic picks need at least one step')
    .refine((steps) => new Set(steps).size === steps.length, { error: 'A step can be in the list only once' })
    .optional(),
  max_auto_picks: wholeNumber('Max automatic picks', 0, MAX_AUTO_PICKS).optional(),
  buyback: z
    .object({
      until_week: wholeNumber('Last week of buybacks', 1, MAX_WEEK),
      max_per_entry: wholeNumber('Buybacks per entry', 1, MAX_WEEK),
      fee_cents: cents('Buyback fee'),
    })
    .nullable()
    .optional(),
  entry_fee_cents: cents('Entry fee').nullable().optional(),
  currency: z
    .string()
    .refine((code) => Intl.supportedValuesOf('currency').includes(code), {
      error: 'Give a currency by its three letters, like USD',
    })
    .nullable()
    .optional(),
  club_share_percent: wholeNumber('Club share', 0, 100).nullable().optional(),
  unpaid_after_week: wholeNumber('Last week for unpaid entries', 1, MAX_WEEK).nullable().optional(),
  pot_public: z.boolean().optional(),
  preset: preset.optional(),
} satisfies { readonly [F in keyof RuleFields]: z.ZodType<RuleFields[F] | undefined> }

/** Changes the given rules and keeps the others. */
export const patchRulesBody = z.object(ruleInputs).refine((body) => Object.values(body).some((value) => value !== undefined), {
  error: 'Nothing to change: give at least one rule',
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
    lives: poolRules.lives,
    auto_pick: [...poolRules.autoPick],
    max_auto_picks: poolRules.maxAutoPicks,
    buyback: toBuybackFields(poolRules.buyback),
    entry_fee_cents: poolRules.entryFeeCents,
    currency: poolRules.currency,
    club_share_percent: poolRules.clubSharePercent,
    unpaid_after_week: poolRules.unpaidAfterWeek,
    pot_public: poolRules.potPublic,
    preset: poolRules.preset,
  }
}

function toBuybackFields(buyback: BuybackRule | null): RuleFields['buyback'] {
  return buyback && { until_week: buyback.untilWeek, max_per_entry: buyback.maxPerEntry, fee_cents: buyback.feeCents }
}

function toBuyback(fields: RuleFields['buyback']): BuybackRule | null {
  return fields && { untilWeek: fields.until_week, maxPerEntry: fields.max_per_entry, feeCents: fields.fee_cents }
}

/** Maps an admin's request to the rules it changes. */
export function toRulesChange(body: PatchRulesBody): Partial<PoolRules> {
  const change: { readonly [K in keyof PoolRules]: PoolRules[K] | undefined } = {
    missedPick: body.missed_pick,
    teamLock: body.team_lock,
    maxEntriesPerMember: body.max_entries_per_member,
    lateEntries: body.late_entries,
    lives: body.lives,
    autoPick: body.auto_pick,
    maxAutoPicks: body.max_auto_picks,
    buyback: body.buyback === undefined ? undefined : toBuyback(body.buyback),
    entryFeeCents: body.entry_fee_cents,
    currency: body.currency,
    clubSharePercent: body.club_share_percent,
    unpaidAfterWeek: body.unpaid_after_week,
    potPublic: body.pot_public,
    preset: body.preset,
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

/** The sentence of each rule; null when the rule changes nothing for members. */
const SENTENCES: { readonly [K in keyof PoolRules]: (value: PoolRules[K], all: PoolRules) => string | null } = {
  missedPick: (missed, { maxAutoPicks, lives }) => {
    const loss = lives === 1 ? 'is out' : 'loses a life'
    if (missed === 'survives') return 'An entry without a pick survives the week.'
    if (missed === 'eliminated') return `An entry without a pick ${loss} once every game of the week is final.`
    return `An entry without a pick gets an automatic pick at the lock, ${describeTimes(maxAutoPicks)} a season at most. After that, it ${loss} once every game of the week is final.`
  },
  teamLock: (lock) =>
    lock === 'week'
      ? 'Picks can change until the week locks, even when a team’s game has already started.'
      : 'A team whose game has kicked off can neither be picked nor left, even before the week locks.',
  maxEntriesPerMember: (max) =>
    max === null
      ? 'Members can have as many entries as they like.'
      : `Members can have ${max === 1 ? 'one entry' : `${max} entries`} at most.`,
  lateEntries: (late) => (late === 'allowed' ? 'New entries can join at any time.' : 'New entries close when Week 1 locks.'),
  lives: (lives) => (lives === 1 ? null : `An entry has ${lives} lives, and loses at most one a week.`),
  autoPick: (steps, { missedPick: missed }) =>
    missed === 'auto'
      ? `An automatic pick is the first team that the entry may pick: ${steps.map(describeStep).join(', then ')}.`
      : null,
  maxAutoPicks: () => null,
  buyback: (buyback, { currency }) => {
    if (buyback === null) return null
    const price = buyback.feeCents === 0 ? '' : ` for ${formatMoney(buyback.feeCents, currency)}`
    return `An entry that falls in week ${buyback.untilWeek} or earlier can buy back in${price} before the next lock, ${describeTimes(buyback.maxPerEntry)} a season at most. Its used teams stay used.`
  },
  entryFeeCents: (fee, { currency }) => (fee === null ? null : `Each entry costs ${formatMoney(fee, currency)}.`),
  currency: () => null,
  clubSharePercent: (share) => (share === null || share === 0 ? null : `The club keeps ${share} percent of the fees.`),
  unpaidAfterWeek: (week) => (week === null ? null : `An unpaid entry cannot pick after week ${week}.`),
  potPublic: () => null,
  preset: () => null,
}

const STEPS: { readonly [S in PoolRules['autoPick'][number]]: string } = {
  my_list: 'from the member’s own ranking',
  most_picked: 'the one that most entries picked',
  last_visitor: 'the visitor of the week’s last game',
  alphabetical: 'the first in the alphabet',
}

function describeStep(step: PoolRules['autoPick'][number]): string {
  return STEPS[step]
}

function describeTimes(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}

/** Describes the rules for members, one sentence each. */
function describeRules(poolRules: PoolRules): string[] {
  const describe = <K extends keyof PoolRules>(rule: K): string | null => SENTENCES[rule](poolRules[rule], poolRules)
  return [
    'Pick one team a week for each entry; a team can be used only once per entry in a season.',
    poolRules.lives === 1
      ? 'An entry is out when its team loses or ties.'
      : 'An entry loses a life when its team loses or ties, and is out with its last one.',
    ...(Object.keys(SENTENCES) as (keyof PoolRules)[]).map(describe).filter((sentence) => sentence !== null),
  ]
}
