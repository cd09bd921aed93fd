import * as z from 'zod'
import type { ChangesMessage, Changes, ResetMessage, Snapshot } from './messages.ts'
import type { Views } from './views.ts'

/**
 * Everything the server sends over the live connection and in snapshots, as schemas: for tests, for the documentation, and
 * pinned by a hash so that no change of the wire lands unseen. Clients trust the types and do not parse.
 */

const id = z.int().min(1)
const version = z.int().min(0)
const instant = z.iso.datetime({ precision: 3 })
const team = z.string().regex(/^[A-Z]{2,3}$/)
const weekNumber = z.int().min(1)
const hex32 = z.string().regex(/^[0-9a-f]{64}$/)

const weekInfo = z.strictObject({
  id,
  season_year: z.int(),
  week_number: weekNumber,
  is_current: z.boolean(),
  lock_time: instant,
  lock_is_automatic: z.boolean(),
  is_locked: z.boolean(),
  locked_at: instant.nullable(),
  ineligible_teams: z.array(team),
  reopened_after_reveal: z.boolean(),
  reopenings: z.int().min(0),
  unmasked: z.boolean(),
  unmask_reason: z.string().nullable(),
  merkle_root: hex32.nullable(),
  created_at: instant,
  version,
})

const gameInfo = z.strictObject({
  id,
  espn_id: z.string(),
  start_time: instant,
  kickoff_known: z.boolean(),
  home_team_abbr: team,
  away_team_abbr: team,
  home_score: z.int().nullable(),
  away_score: z.int().nullable(),
  status: z.enum(['scheduled', 'in_progress', 'final', 'cancelled', 'postponed']),
  detail: z.string().nullable(),
  final_by_admin: z.boolean(),
  result_at: instant.nullable(),
})

const weekEntry = z.strictObject({ id, name: z.string(), team: team.nullable(), is_override: z.boolean() })

const weekView = z.strictObject({
  week: weekInfo,
  pick_count: z.int().min(0),
  games: z.array(gameInfo),
  entries: z.array(weekEntry),
})

const seasonWeek = z.strictObject({
  id,
  week_number: weekNumber,
  is_locked: z.boolean(),
  results: z.record(team, z.enum(['win', 'loss'])),
  is_complete: z.boolean(),
})

const seasonEntry = z.strictObject({
  id,
  name: z.string(),
  user_name: z.string(),
  picks: z.record(z.string().regex(/^\d{1,2}$/), team),
  missed: z.array(weekNumber),
  forgiven: z.array(z.strictObject({ week: weekNumber, team: team.nullable() })),
  eliminated_by_hand: weekNumber.nullable(),
  hidden_losses: z.array(weekNumber),
})

const missedPick = z.enum(['survives', 'eliminated'])

const seasonView = z.strictObject({
  season_year: z.int(),
  missed_pick: missedPick,
  weeks: z.array(seasonWeek),
  entries: z.array(seasonEntry),
})

const rulesInfo = z.strictObject({
  missed_pick: missedPick,
  team_lock: z.enum(['week', 'kickoff']),
  max_entries_per_member: z.int().nullable(),
  late_entries: z.enum(['allowed', 'closed']),
})

const poolView = z.strictObject({
  club_name: z.string(),
  current_week_id: id.nullable(),
  weeks: z.array(weekInfo),
  site_time: z.strictObject({ at: instant, since: instant, running: z.boolean() }).nullable(),
  rules: rulesInfo,
  rules_locked_by_season: z.int().nullable(),
})

const userPick = z.strictObject({
  id,
  week_id: id,
  week_number: weekNumber,
  season_year: z.int(),
  team_abbr: team,
  is_override: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
})

const entryFields = {
  id,
  user_id: id,
  name: z.string(),
  is_paid: z.boolean(),
  payment_type: z.enum(['venmo', 'paypal', 'square', 'cash']).nullable(),
  paid_date: z.iso.date().nullable(),
  created_at: instant,
  updated_at: instant,
  version,
}

const userEntry = z.strictObject({ ...entryFields, picks: z.array(userPick) })

const userInfo = z.strictObject({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mobile: z.string().nullable(),
  is_admin: z.boolean(),
  created_at: instant,
})

const userView = z.strictObject({ user: userInfo, entries: z.array(userEntry) })

const adminEntry = z.strictObject({
  ...entryFields,
  user_name: z.string(),
  user_email: z.string(),
  user_mobile: z.string().nullable(),
})

const adminView = z.strictObject({
  users: z.array(userInfo),
  entries: z.array(adminEntry),
  picked: z.record(z.string().regex(/^\d+$/), z.array(id)),
})

/** The view of each kind of topic. */
export const VIEW_SCHEMAS: { readonly [K in keyof Views]: z.ZodType<Views[K]> } = {
  week: weekView,
  season: seasonView,
  pool: poolView,
  user: userView,
  admin: adminView,
}

const entryRemoved = z.strictObject({ kind: z.literal('entry_removed'), id })
const reveal = { kind: z.literal('reveal'), roster: z.string().regex(/^[0-9a-f]{8}$/), teams: z.string() }

/** One change of each kind of topic. */
export const CHANGE_SCHEMAS: { readonly [K in keyof Changes]: z.ZodType<Changes[K]> } = {
  week: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('week'), week: weekInfo }),
    z.strictObject({ kind: z.literal('pick_count'), pick_count: z.int().min(0) }),
    z.strictObject({ kind: z.literal('games'), games: z.array(gameInfo) }),
    z.strictObject({ kind: z.literal('entry'), entry: weekEntry }),
    entryRemoved,
    z.strictObject({ ...reveal, week: weekInfo }),
  ]),
  season: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('week'), week: seasonWeek }),
    z.strictObject({ kind: z.literal('entry'), entry: seasonEntry }),
    entryRemoved,
    z.strictObject({ ...reveal, week: seasonWeek }),
  ]),
  pool: z.strictObject({ kind: z.literal('pool'), pool: poolView }),
  user: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), user: userInfo }),
    z.strictObject({ kind: z.literal('entry'), entry: userEntry }),
    entryRemoved,
    z.strictObject({ kind: z.literal('pick'), entry_id: id, pick: userPick }),
    z.strictObject({ kind: z.literal('pick_cleared'), entry_id: id, week_id: id }),
  ]),
  admin: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), user: userInfo }),
    z.strictObject({ kind: z.literal('user_removed'), id }),
    z.strictObject({ kind: z.literal('entry'), entry: adminEntry }),
    entryRemoved,
    z.strictObject({ kind: z.literal('picked'), week_id: id, entry_id: id, has_pick: z.boolean() }),
    z.strictObject({ kind: z.literal('picked_closed'), week_id: id }),
  ]),
}

/** The message `changes` of a kind of topic. */
export function changesMessage<K extends keyof Changes>(kind: K): z.ZodType<ChangesMessage<Changes[K]>> {
  return z.strictObject({ topic: z.string(), from: version, to: version, changes: z.array(CHANGE_SCHEMAS[kind]) })
}

/** The message `reset`. */
export const resetMessage: z.ZodType<ResetMessage> = z.strictObject({ topic: z.string(), to: version })

function snapshotWith<V extends object>(view: z.ZodType<V>) {
  return z.strictObject({ topic: z.string(), version, view })
}

/** The answer of `GET /api/live/{topic}` for each kind of topic. */
export const SNAPSHOT_SCHEMAS: { readonly [K in keyof Views]: z.ZodType<Snapshot<Views[K]>> } = {
  week: snapshotWith(weekView),
  season: snapshotWith(seasonView),
  pool: snapshotWith(poolView),
  user: snapshotWith(userView),
  admin: snapshotWith(adminView),
}
