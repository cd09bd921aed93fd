import { GAME_STATUSES, PAYMENT_TYPES, SPLIT_CHOICES } from '@outlast/domain'
import * as z from 'zod'
import { clubhouseScreen, setup } from '../rest/club.ts'
import { type Moment, moment } from '../rest/moments.ts'
import { joiningMode } from '../rest/admin/joining.ts'
import { siteClock } from '../rest/pool.ts'
import { buyback } from '../rest/entries.ts'
import { laterSlot, madeBy, refusedOverride, type UserPick as UserPickRow, userPick } from '../rest/picks.ts'
import { proxyEnd } from '../rest/proxies.ts'
import { allRuleFields, ruleFields } from '../rest/rules.ts'
import { type User, user } from '../rest/users.ts'
import { settledResult } from '../fields/responses.ts'
import { gameStateFields, type Week, week } from '../rest/weeks.ts'
import { parseTopic, type Topic, TOPICS } from './topics.ts'

/**
 * Every shape on the live wire: the view and the changes of each topic, and the messages that carry them. The types are
 * inferred from the schemas. Only the server and the tests load this file; clients import its types and trust the server.
 *
 * Views hold facts (teams, results, waived losses). Clients derive the rest (a pick's result, eliminations, the champion),
 * so that a new score is one small change however many picks there are.
 */

/** `T` with every property and array in it readonly. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T

const id = z.int().min(1)
/** A position in the event log. */
const version = z.int().min(0)
/** ISO 8601, UTC, with milliseconds. */
const instant = z.iso.datetime({ precision: 3 })
const team = z.string().regex(/^[A-Z]{2,3}$/)
const weekNumber = z.number().min(1)

export type WeekInfo = Immutable<Week>

const gameInfo = z.strictObject({
  id,
  espn_id: z.string(),
  start_time: instant,
  /** False while the kickoff is a placeholder. */
  kickoff_known: z.boolean(),
  home_team_abbr: team,
  away_team_abbr: team,
  home_score: z.int().nullable(),
  away_score: z.int().nullable(),
  status: z.enum(GAME_STATUSES),
  /** The feed's description of the game's progress, e.g. `1:01 - 4th`. */
  detail: z.string().nullable(),
  /** Set to final by an admin with *Set All to Final*: the result counts even before the lock. */
  final_by_admin: z.boolean(),
  /** Site time of the current result; null unless final. */
  result_at: instant.nullable(),
  ...gameStateFields,
})
export type GameInfo = Immutable<z.infer<typeof gameInfo>>

/** A revealed pick. */
const weekPick = {
  /** The pick was set by an admin. */
  is_override: z.boolean(),
  /** The pick was made automatically at the lock. */
  is_auto: z.boolean(),
  /** Who made the pick, where that was not its owner in person. */
  made_by: madeBy.optional(),
}

/** An entry that was alive when the week began. */
const weekEntry = z.strictObject({
  id,
  name: z.string(),
  /** Present if it is of a person without an account. */
  is_paper: z.literal(true).optional(),
  /** Null without a pick, and before the reveal. */
  team: team.nullable(),
  ...weekPick,
  /** The other picks of a week with several, in the order of their slots. Left out without any. */
  more: z.array(z.strictObject({ slot: z.int().min(2), team, ...weekPick })).optional(),
  /** The slot of the first pick, unless it is 1. */
  slot: z.int().min(2).optional(),
})
export type WeekEntry = Immutable<z.infer<typeof weekEntry>>

/** Topic `week:<id>`. Games are sorted by kickoff, entries by name. */
const weekView = z.strictObject({
  week,
  pick_count: z.int().min(0),
  games: z.array(gameInfo),
  entries: z.array(weekEntry),
  /** What happened, newest first. Left out before the lock, and as long as nothing has. */
  moments: z.array(moment).optional(),
})
export type MomentInfo = Immutable<Moment>

const entryRemoved = z.strictObject({ kind: z.literal('entry_removed'), id })

/**
 * A reveal: `teams` has one character per entry of the view and pick of the week, in the view's order (see reveal-codes.ts). `roster` is the
 * checksum of the entries it was made for, after the message's other changes. A client with other entries fetches the view.
 */
const reveal = { kind: z.literal('reveal'), roster: z.string().regex(/^[0-9a-f]{8}$/), teams: z.string() }

/** A row in a change replaces the row with its id, or is added. */
const weekChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('week'), week }),
  z.strictObject({ kind: z.literal('pick_count'), pick_count: z.int().min(0) }),
  z.strictObject({ kind: z.literal('games'), games: z.array(gameInfo) }),
  z.strictObject({ kind: z.literal('entry'), entry: weekEntry }),
  entryRemoved,
  /** `makers`: by entry and slot, who made a pick where that was not its owner in person. Left out without any. */
  z.strictObject({ ...reveal, week, makers: z.array(z.strictObject({ id, slot: laterSlot, made_by: madeBy })).optional() }),
  /** Replaces the moments of these games and those of the pool; without games, all. */
  z.strictObject({ kind: z.literal('moments'), game_ids: z.array(id).nullable(), moments: z.array(moment) }),
])

const seasonWeek = z.strictObject({
  id,
  week_number: weekNumber,
  /** How many picks each entry has in it. Left out with one. */
  picks: z.int().min(2).optional(),
  is_locked: z.boolean(),
  /** Results that count so far, by team. */
  results: z.record(team, settledResult),
  /** By how many points games were decided, by team. Only where a tiebreak asks for it. */
  margins: z.record(team, z.int().min(0)).optional(),
  /** Locked, and every game over. */
  is_complete: z.boolean(),
  /** Teams whose game moved to another week. */
  left_teams: z.array(team),
  /** Teams that have no game in it and never had one, once its games are known. Left out without any. */
  bye_teams: z.array(team).optional(),
  /** Position of the lock that applies; null while the week is open. */
  lock_position: z.int().min(1).nullable(),
  /**
   * Position of the first lock that was not a rehearsal, also while the week is open again; without one, that of the lock that applies.
   * Entries that joined later take part only if they picked in the week before it was played.
   */
  first_lock_position: z.int().min(1).nullable(),
  /** Position of the first lock under which a game had begun when the week reopened; null as long as there was none. */
  played_lock_position: z.int().min(1).nullable(),
  /**
   * Entries that have a pick in it, or missed it, although they were out when it locked: nobody falls by their return. Only with the rule
   * `wipe_out`; left out without any.
   */
  absent: z.array(id).optional(),
  /** The vote on sharing that is open in this week, or closed in it. Absent without one (docs/rules.md §18). */
  split_vote: z
    .strictObject({
      /** The entries that can vote. */
      entry_ids: z.array(id),
      /** What it came to; null while it is open. Entries in neither list did not vote. */
      closed: z.strictObject({ share: z.array(id), play_on: z.array(id), position: z.int().min(1) }).nullable(),
    })
    .optional(),
})
export type SeasonWeek = Immutable<z.infer<typeof seasonWeek>>

/** An entry with the facts that decide its standing. Weeks are week numbers. */
const seasonEntry = z.strictObject({
  id,
  name: z.string(),
  user_name: z.string(),
  /** Position of the event with which it joined the season: the entry takes part in the weeks that lock later. */
  created_position: z.int().min(1),
  /** Teams of revealed weeks by week number: the first of each week. */
  picks: z.record(z.string().regex(/^\d{1,2}(\.\d)?$/), team),
  /** The other teams of weeks with several picks. Left out without any. */
  more: z.record(z.string().regex(/^\d{1,2}(\.\d)?$/), z.array(team)).optional(),
  /** Revealed weeks whose pick was made automatically at the lock, once for each such pick. */
  auto: z.array(weekNumber),
  /** The teams of these picks, in the same order. Left out where `auto` is empty or no week has several picks. */
  auto_teams: z.array(team).optional(),
  /** Locked weeks in which the entry was alive and lacked a pick. */
  missed: z.array(weekNumber),
  /** Losses that an admin waived. `team` is null for a missed pick. */
  forgiven: z.array(z.strictObject({ week: weekNumber, team: team.nullable() })),
  /** Week in which an admin eliminated the entry. */
  eliminated_by_hand: weekNumber.nullable(),
  /** Weeks lost with a pick that is not revealed yet, because *Set All to Final* settled them before the lock. */
  hidden_losses: z.array(weekNumber),
})
export type SeasonEntry = Immutable<z.infer<typeof seasonEntry>>

/** Topic `season:<year>`. Weeks are sorted by number, entries by name. */
const seasonView = z.strictObject({
  season_year: z.int(),
  missed_pick: ruleFields.missed_pick,
  lives: ruleFields.lives,
  /** Left out where several losses of a week cost one life. */
  slot_loss: ruleFields.slot_loss.optional(),
  /** Left out where a pick wins when its team wins. */
  objective: z.literal('lose').optional(),
  /** Left out where joining late costs nothing. */
  late_entry_losses: ruleFields.late_entry_losses.optional(),
  /** Left out where entries that fall together share the title. */
  wipe_out: ruleFields.wipe_out.optional(),
  /** Left out where entries that fell last share the title. */
  tiebreak: ruleFields.tiebreak.optional(),
  weeks: z.array(seasonWeek),
  entries: z.array(seasonEntry),
})

/** A season's reveal covers all entries of the season; entries outside the week have a character of their own. */
const seasonChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('week'), week: seasonWeek }),
  z.strictObject({ kind: z.literal('entry'), entry: seasonEntry }),
  entryRemoved,
  z.strictObject({ ...reveal, week: seasonWeek }),
])

/** The position at which a season was started, or an entry was renewed for it. */
const seasonStart = z.strictObject({ season_year: z.int(), position: z.int().min(1) })

const rulesInfo = z.strictObject(allRuleFields)
export type BuybackInfo = Immutable<z.infer<typeof buyback>>
export type RulesInfo = Immutable<z.infer<typeof rulesInfo>>

/** Topic `pool`. Weeks are sorted newest first. */
const poolView = z.strictObject({
  club_name: z.string(),
  /** `#rrggbb`, from which the app derives its accent; null: the app's own. */
  club_color: z.string().nullable(),
  /** The version of the club's crest, for its address (`getCrest`); null: none. */
  club_crest: z.string().nullable(),
  /** Whether the app shows the chances of revealed weeks. */
  shows_odds: z.boolean(),
  /** What the clubhouse screen (`/tv`) shows. */
  clubhouse_screen: clubhouseScreen,
  joining: joiningMode,
  current_week_id: id.nullable(),
  /** The week whose summary an admin pinned to the dashboard. */
  pinned_summary_week_id: id.nullable(),
  weeks: z.array(week),
  /** Null: real time. */
  site_time: siteClock.nullable(),
  rules: rulesInfo,
  /** The season whose first lock made the rules read-only; null while an admin may change them. */
  rules_locked_by_season: z.int().nullable(),
  /** The seasons that an admin started, in order. */
  season_starts: z.array(seasonStart),
})

/** Replaces the whole view. */
const poolChange = z.strictObject({ kind: z.literal('pool'), pool: poolView })

export type UserPick = Immutable<UserPickRow>

const entryFields = {
  id,
  user_id: id,
  name: z.string(),
  /** Present if it is of a person without an account, and `user_id` keeps it. */
  is_paper: z.literal(true).optional(),
  /** In the order of the requests. */
  buybacks: z.array(buyback),
  is_paid: z.boolean(),
  payment_type: z.enum(PAYMENT_TYPES).nullable(),
  paid_date: z.iso.date().nullable(),
  /** When the owner said that the dues are paid. */
  payment_claimed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
  version,
  created_position: z.int().min(1),
  renewals: z.array(seasonStart),
}

/** An entry as its owner sees it, with all its picks. */
const userEntry = z.strictObject({
  ...entryFields,
  picks: z.array(userPick),
  /** The teams for automatic picks, best first; null while the ranking is sealed. */
  ranking: z.array(team).nullable(),
  refused_override: refusedOverride.nullable(),
  /** How it voted in the open vote on sharing. Absent without a vote, and while the vote is sealed. */
  split_choice: z.enum(SPLIT_CHOICES).optional(),
  /** Who picks for the owner. Absent without anybody. */
  proxy: z.strictObject({ user_name: z.string(), ...proxyEnd }).optional(),
})
export type UserEntry = Immutable<z.infer<typeof userEntry>>

export type UserInfo = Immutable<User>

/** An entry of somebody else for which the user picks: its picks, and nothing else that only its owner may know. */
const proxiedEntry = z.strictObject({
  id,
  name: z.string(),
  owner_name: z.string(),
  ...proxyEnd,
  created_position: z.int().min(1),
  renewals: z.array(seasonStart),
  picks: z.array(userPick),
})
export type ProxiedEntry = Immutable<z.infer<typeof proxiedEntry>>

/** Topic `user:<id>`. Entries are sorted by name. `proxied`: those of others for which the user picks; absent without any. */
const userView = z.strictObject({ user, entries: z.array(userEntry), proxied: z.array(proxiedEntry).optional() })

const userChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), user }),
  z.strictObject({ kind: z.literal('entry'), entry: userEntry }),
  entryRemoved,
  /** Replaces the entries of others for which the user picks. */
  z.strictObject({ kind: z.literal('proxied'), proxied: z.array(proxiedEntry) }),
  /** The entry's current pick of a week. */
  z.strictObject({ kind: z.literal('pick'), entry_id: id, pick: userPick }),
  z.strictObject({ kind: z.literal('pick_cleared'), entry_id: id, week_id: id, slot: laterSlot }),
])

/** An entry in the admins' lists. The season's view has its standing. */
const adminEntry = z.strictObject({
  ...entryFields,
  user_name: z.string(),
  user_email: z.string(),
  user_mobile: z.string().nullable(),
})
export type AdminEntry = Immutable<z.infer<typeof adminEntry>>

/** Topic `admin`. Users are sorted by email, entries by name. */
const adminView = z.strictObject({
  users: z.array(user),
  entries: z.array(adminEntry),
  /** How far the pool's setup is. */
  setup,
  /** Ids of the entries that have a pick, once for each, by the id of each open week. Neither the team nor the time is included. */
  picked: z.record(z.string().regex(/^\d+$/), z.array(id)),
  /** Ids of what was asked a second admin for and not answered, also after it lapsed. Left out without any. */
  waiting: z.array(id).optional(),
})

const adminChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), user }),
  z.strictObject({ kind: z.literal('setup'), setup }),
  z.strictObject({ kind: z.literal('waiting'), ids: z.array(id) }),
  z.strictObject({ kind: z.literal('user_removed'), id }),
  z.strictObject({ kind: z.literal('entry'), entry: adminEntry }),
  entryRemoved,
  /** `picks`: how many picks the entry has now; present only if there are several. */
  z.strictObject({
    kind: z.literal('picked'),
    week_id: id,
    entry_id: id,
    has_pick: z.boolean(),
    picks: z.int().min(2).optional(),
  }),
  /** The week locked or was deleted: remove it from `picked`. */
  z.strictObject({ kind: z.literal('picked_closed'), week_id: id }),
])

const versionedTopic = z.strictObject({ topic: z.string(), version })
const versionRange = z.strictObject({ topic: z.string(), from: version, to: version })

/**
 * Returns what the wire carries of a topic. Every change is absolute: it holds the new state, not the difference. So a message also
 * applies to a view that already includes the first part of what the message covers.
 */
function schemasOf<V extends z.ZodObject, C extends z.ZodType>(view: V, change: C) {
  return {
    view,
    change,
    /** The body of `GET /api/live/{topic}`. The version is also in `X-Topic-Version`. */
    snapshot: versionedTopic.extend({ view }),
    /** The event `changes`. */
    message: versionRange.extend({ changes: z.array(change) }),
  }
}

/** The schemas of each kind of topic. The types, and the union of snapshots, follow from this table. */
export const TOPIC_SCHEMAS = {
  pool: schemasOf(poolView, poolChange),
  week: schemasOf(weekView, weekChange),
  season: schemasOf(seasonView, seasonChange),
  user: schemasOf(userView, userChange),
  admin: schemasOf(adminView, adminChange),
} as const

type Schemas = typeof TOPIC_SCHEMAS

/** The kind of a topic: the part of its name before the colon. */
export type TopicKind = keyof Schemas

/** The view of each kind of topic. */
export type Views = { readonly [K in TopicKind]: Immutable<z.infer<Schemas[K]['view']>> }
export type WeekView = Views['week']
export type SeasonView = Views['season']
export type PoolView = Views['pool']
export type UserView = Views['user']
export type AdminView = Views['admin']

/** One change of each kind of topic. */
export type Changes = { readonly [K in TopicKind]: Immutable<z.infer<Schemas[K]['change']>> }
export type WeekChange = Changes['week']
export type SeasonChange = Changes['season']
export type PoolChange = Changes['pool']
export type UserChange = Changes['user']
export type AdminChange = Changes['admin']

const NAMES = Object.entries(TOPICS).map(([kind, { numberedBy }]) =>
  numberedBy === null ? kind : `${kind}:<${numberedBy === 'season' ? 'year' : 'id'}>`,
)
const SORTED_NAMES = [...NAMES.filter((name) => !name.includes(':')), ...NAMES.filter((name) => name.includes(':'))]
const TOPIC_NAMES = `Topic must be ${SORTED_NAMES.slice(0, -1).join(', ')} or ${SORTED_NAMES.at(-1)}`

/** The parameters of `GET /api/live/{topic}`. */
export const topicParams = z.object({
  topic: z
    .string({ error: TOPIC_NAMES })
    .refine((text): text is Topic => parseTopic(text) !== undefined, TOPIC_NAMES)
    .meta({ example: 'week:1' }),
})

/** A live topic's view at a version. The Socket.IO event `changes` updates it. */
export const liveSnapshot = z.union(Object.values(TOPIC_SCHEMAS).map(({ snapshot }) => snapshot)).meta({ id: 'LiveSnapshot' })
export type LiveSnapshot = z.output<typeof liveSnapshot>

/** A topic's view at a version. */
export type TopicView<V> = Immutable<z.infer<typeof versionedTopic>> & { readonly view: V }

/**
 * Event `changes` from the server: brings a view that is at version `from` or later to version `to`. A client that is at
 * `to` or later drops the message; a client that is before `from` has missed something and fetches the view.
 */
export type ChangesMessage<C = Changes[TopicKind]> = Immutable<z.infer<typeof versionRange>> & { readonly changes: readonly C[] }

export const resetMessage = z.strictObject({ topic: z.string(), to: version, restart: z.literal(true).optional() })
/**
 * Event `reset` from the server: fetch the view again, unless you have version `to` or later. With `restart`, forget your version, and
 * fetch in any case: the log has lost it, because a backup was restored.
 */
export type ResetMessage = Immutable<z.infer<typeof resetMessage>>

const UNKNOWN_TOPIC = 'There is no such live topic'
const MAX_TOPIC_LENGTH = 32
/** A token is a signed claim with a few ids; anything much longer is not a token. */
const MAX_TOKEN_LENGTH = 4096

const topic = z
  .string({ error: 'Topic is required' })
  .max(MAX_TOPIC_LENGTH, UNKNOWN_TOPIC)
  .refine((name) => parseTopic(name) !== undefined, UNKNOWN_TOPIC)

const joinRequest = z.strictObject({ topic, have: version.optional() })
/** Event `join` from a client. `have` is the version the client has; the server sends what came after it. */
export type JoinRequest = Immutable<z.infer<typeof joinRequest>>

const leaveRequest = z.strictObject({ topic })
/** Event `leave` from a client. */
export type LeaveRequest = Immutable<z.infer<typeof leaveRequest>>

const authRequest = z.strictObject({ token: z.string().min(1).max(MAX_TOKEN_LENGTH).nullable() })
/** Event `auth` from a client: a renewed token, or null after signing out. */
export type AuthRequest = Immutable<z.infer<typeof authRequest>>

/** The events that the server accepts from clients. It replies `invalid_input` to anything else. */
export const CLIENT_MESSAGES = { join: joinRequest, leave: leaveRequest, auth: authRequest } as const

export const acknowledgement = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), version }),
  z.strictObject({ ok: z.literal(false), error: z.string(), code: z.string() }),
])
/**
 * The acknowledgement of `join`, `leave` and `auth`. `version` is the last version that the server has sent messages for, or
 * 0 without a topic. A client with an older version that receives no message fetches the view.
 */
export type Acknowledgement = Immutable<z.infer<typeof acknowledgement>>
