import {
  type Absence,
  absencesFrom,
  BUYBACK_LAPSES,
  isByHand,
  currentRound,
  currentStanding,
  type Entry as PoolEntry,
  type EntryId,
  mainContest,
  PAYMENT_TYPES,
  type PoolState,
  renewableSeason,
  rulesOf,
  seasonResults,
  TEAMS,
  type UserId,
  SPLIT_CHOICES,
} from '@outlast/domain'
import * as z from 'zod'
import { currentBuyback, toLapsed } from '../buyback.ts'
import { eliminationOf } from '../elimination.ts'
import { count, day, hex32, id, instant, logPosition, pickResult, season, teamAbbr, weekNo } from '../fields/responses.ts'
import { idField, idInText } from '../fields/numbers.ts'
import { text } from '../fields/text.ts'
import { laterSlot, teamInput, madeBy } from './picks.ts'

const MAX_ENTRY_NAME = 40

/** Creates the schema of an entry's name (docs/rules.md §8.1). Each form has its own message for a missing name. */
export function entryName(required: string) {
  return text({ label: 'Entry name', max: MAX_ENTRY_NAME, required, invisible: 'joining' })
}

export const entryParams = z.object({ id: idInText<EntryId>('Entry ID') })
export const entriesOfUserParams = z.object({ id: idInText<UserId>('User ID') })

export const createEntryBody = z.object({
  user_id: idField<UserId>('User ID'),
  name: entryName('Entry name is required'),
})

export const renameEntryBody = z.object({ name: entryName('Entry name required') })

const NOT_A_LIST = 'The ranking must be a list of teams'

/** The whole ranking, best team first. The domain checks the teams (`unknown_team`, `team_repeated`). */
export const rankingBody = z.object({
  teams: z.array(teamInput, { error: NOT_A_LIST }).max(TEAMS.length * 2, 'A ranking can have 32 teams at most'),
})

/** A member's ranking for automatic picks, for its owner only. `hidden`: it is sealed, so its teams are withheld (docs/rules.md §11.6). */
export const ranking = z.strictObject({ teams: z.array(teamAbbr), hidden: z.literal(true).optional() }).meta({ id: 'Ranking' })
export type Ranking = z.output<typeof ranking>

/** How an entry votes on sharing; null takes the vote back. */
export const splitVoteBody = z.object({
  choice: z.enum(SPLIT_CHOICES, { error: 'A vote is “share”, “play_on” or null' }).nullable(),
})

/** An entry's vote on sharing, for its owner only. Null without one, and while it is sealed (docs/rules.md §11.6, §18). */
export const splitVote = z.strictObject({ choice: z.enum(SPLIT_CHOICES).nullable() }).meta({ id: 'SplitVote' })

/** Why an entry is out, with the game for texts like "Out in week 4: DAL 40–40 GB". */
export const elimination = z
  .strictObject({
    cause: z.enum(['loss', 'missed', 'hand']),
    week_number: weekNo,
    team_abbr: teamAbbr.nullable(),
    game: z
      .strictObject({
        away_team_abbr: teamAbbr,
        home_team_abbr: teamAbbr,
        away_score: z.int().nullable(),
        home_score: z.int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Elimination' })
export type Elimination = z.output<typeof elimination>

/** A request to buy an entry back in (docs/rules.md §14.3). `withdrawn`: it lapsed before an answer. */
export const buyback = z
  .strictObject({
    status: z.enum(['requested', 'confirmed', 'declined', 'withdrawn']),
    season_year: season,
    /** The week of the loss that put the entry out; null when the week was deleted. */
    week_number: weekNo.nullable(),
    /** What a confirmed buyback costs, and what a requested one would cost; otherwise 0. */
    fee_cents: count,
    asked_at: instant,
    /** Why a withdrawn request ended, and by the lock of which week; null for all others. */
    lapsed: z.strictObject({ because: z.enum(BUYBACK_LAPSES), week_number: weekNo.nullable() }).nullable(),
  })
  .meta({ id: 'Buyback' })
export type Buyback = z.output<typeof buyback>

/** The fields of every entry row. The standing is that of the current week's season. */
export const entryFields = {
  id,
  user_id: id,
  name: z.string(),
  /** Present if it is of a person without an account, and `user_id` keeps it. */
  is_paper: z.literal(true).optional(),
  is_eliminated: z.boolean(),
  eliminated_week: weekNo.nullable(),
  /** Lives left in the season; null while the pool has none. */
  lives_left: count.nullable(),
  /** Lives lost in the season, without waived losses. */
  losses: count,
  /** The last buyback of the season; null without one. */
  buyback: buyback.nullable(),
  /** Whether it takes part in that season (docs/rules.md §16.2). */
  takes_part: z.boolean(),
  /** The started season that it can be renewed for; null if there is none. */
  renew_season: season.nullable(),
  is_paid: z.boolean(),
  payment_type: z.enum(PAYMENT_TYPES).nullable(),
  paid_date: day.nullable(),
  /** When the owner said that the dues are paid; null once an admin answered, and without such a statement. */
  payment_claimed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  /** For `If-Match`; picks do not change it. */
  version: logPosition,
}

/** An entry, for its owner and admins. */
export const entry = z.strictObject(entryFields).meta({ id: 'Entry' })
export type Entry = z.output<typeof entry>

/** Returns the fields that show in which seasons an entry takes part. */
export function toParticipation(
  pool: PoolState,
  from: PoolEntry,
  absence: (entry: PoolEntry) => Absence | undefined = currentAbsences(pool),
): Pick<Entry, 'takes_part' | 'renew_season'> {
  return { takes_part: absence(from) === undefined, renew_season: renewableSeason(pool, from) ?? null }
}

/** Returns why an entry takes no part in the current week's season. Use the function for several entries. */
export function currentAbsences(pool: PoolState): (entry: PoolEntry) => Absence | undefined {
  const week = currentRound(pool)
  return week === undefined ? () => undefined : absencesFrom(pool, seasonResults(pool, week.contestId))
}

/** Maps an entry of the pool's state to the wire. The read models select the same fields in SQL. */
export function toEntry(pool: PoolState, from: PoolEntry): Entry {
  return {
    id: from.id,
    user_id: from.userId,
    name: from.name,
    ...(isByHand(from) && { is_paper: true as const }),
    ...eliminationOf(currentStanding(pool, from)),
    buyback: currentBuyback(toBuybacks(pool, from), currentRound(pool)?.seasonYear),
    ...toParticipation(pool, from),
    is_paid: from.payment !== null,
    payment_type: from.payment?.type ?? null,
    paid_date: from.payment?.date ?? null,
    payment_claimed_at: from.paymentClaim?.at ?? null,
    created_at: from.createdAt,
    updated_at: from.updatedAt,
    version: from.version,
  }
}

/** Maps an entry's buybacks, in the order of their last change. */
export function toBuybacks(pool: PoolState, { buybacks }: PoolEntry): readonly Buyback[] {
  return buybacks.map(({ seasonYear, loss, status, lapse, feeCents, askedAt }) => ({
    status,
    season_year: seasonYear,
    week_number: pool.rounds.get(loss.weekId)?.weekNumber ?? null,
    fee_cents: status === 'requested' ? (rulesOf(pool, mainContest(seasonYear)).buyback?.feeCents ?? 0) : feeCents,
    asked_at: askedAt,
    lapsed: lapse && toLapsed(lapse),
  }))
}

/** One change of a pick: the action, who did it, and its proof. */
export const pickChange = z
  .strictObject({
    position: logPosition,
    recorded_at: instant,
    site_time: instant,
    action: z.enum(['submitted', 'changed', 'cleared', 'overridden', 'randomized', 'assigned', 'withdrawn', 'restored']),
    /** Null after clearing, or when the viewer may not see the team yet. */
    team_abbr: teamAbbr.nullable(),
    hidden: z.literal(true).optional(),
    by: z.enum(['owner', 'proxy', 'keeper', 'admin', 'system']),
    made_by: madeBy.optional(),
    actor_name: z.string().nullable(),
    reason: z.string().nullable(),
    commitment: hex32.nullable(),
    nonce: hex32.nullable(),
    hash: hex32.nullable(),
  })
  .meta({ id: 'PickChange' })
export type PickChange = z.output<typeof pickChange>

/** All changes of an entry's picks, newest week first, and the picks of a week in the order of their slots. Admins see unrevealed weeks masked. */
export const entryHistory = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    user_name: z.string(),
    weeks: z.array(
      z.strictObject({
        week_id: id,
        season_year: season,
        week_number: weekNo,
        slot: laterSlot,
        is_locked: z.boolean(),
        reopened_after_reveal: z.boolean(),
        result: pickResult.nullable(),
        changes: z.array(pickChange),
      }),
    ),
  })
  .meta({ id: 'EntryHistory' })
export type EntryHistory = z.output<typeof entryHistory>
