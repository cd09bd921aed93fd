import type { UnreadEvent } from '@outlast/contract/rest/admin/weeks'
import type { Game, Instant, OpenPool, UnreadEventPart, UserId, ScheduleWeek, WeekId } from '@outlast/domain'
import { blocksWeek, isListed, scheduleWeekId, slatesOf } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { NamedPart, Tables } from '../database/tables.ts'
import { FeedFailure } from './failure.ts'
import type { Scoreboard } from './scoreboard.ts'

// Raw SQL fragment: the times are set by the database’s clock.

/** The last request for a week. */
export interface FeedRequest {
  readonly weekId: WeekId
  readonly askedAt: Instant
  /** Null: the automatic sync. */
  readonly askedBy: string | null
  /** When it last succeeded. */
  readonly okAt: Instant | null
  readonly error: string | null
  readonly unread: readonly NamedPart[]
}

/** Returns the week, or all its slates, because what is asked for one of them is asked for all (docs/rules.md §20). */
export function slateIdsOf(pool: OpenPool, id: WeekId): readonly WeekId[] {
  return slatesById(pool, id).map((week) => week.id)
}

function slatesById(pool: OpenPool, id: WeekId): readonly ScheduleWeek[] {
  const week = pool.schedule.get(scheduleWeekId(id))
  return week === undefined ? [] : slatesOf(pool, week)
}

/**
 * Runs a request for a week and stores who asked, when, and what came of it, whichever process asks.
 * @param slates the week, or all its slates; what could not be read is stored with the first one
 * @param ask requests the scoreboard, records its games, and returns what of it could not be read
 */
export async function recordRequest<T extends { readonly unread: readonly NamedPart[] }>(
  db: Kysely<Tables>,
  slates: readonly WeekId[],
  askedBy: UserId | null,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask()
    for (const [index, id] of slates.entries()) {
      await save(db, id, askedBy, { error: null, unread: index === 0 ? answer.unread : [] })
    }
    return answer
  } catch (error) {
    if (error instanceof FeedFailure) for (const id of slates) await save(db, id, askedBy, { error: error.message })
    throw error
  }
}

async function save(
  db: Kysely<Tables>,
  weekId: WeekId,
  askedBy: UserId | null,
  { error, unread }: { readonly error: string | null; readonly unread?: readonly NamedPart[] },
): Promise<void> {
  const now = sql<Instant>`clock_timestamp()`
  const outcome = {
    asked_at: now,
    asked_by: askedBy,
    error,
    ...(unread === undefined ? {} : { ok_at: now, unread: JSON.stringify(unread) }),
  }
  await db
    .insertInto('feed_requests')
    .values({ week_id: weekId, ...outcome })
    .onConflict((conflict) => conflict.column('week_id').doUpdateSet(outcome))
    .execute()
}

/** Returns what the desk shows of an answer. `held`: what the rules could not accept of it; the replies
 * that older versions stored do not have it. */
export function namedParts(
  { unread }: Scoreboard,
  held: readonly UnreadEventPart[] | undefined,
  missing: readonly NamedPart[],
): readonly NamedPart[] {
  const parts = [...unread, ...(held ?? []), ...missing]
  return [...new Map(parts.map((part) => [JSON.stringify([part.espnId, part.what, part.value]), part])).values()]
}

/** Returns the games of a week, or of its slates, that are not over and that an answer does not have. */
export function missingGames(pool: OpenPool, id: WeekId, { games }: Scoreboard): readonly NamedPart[] {
  const ids = new Set(games.map(({ espnId }) => espnId))
  const known = slatesById(pool, id).flatMap((slate) => slate.games)
  const open = known.filter((game) => isListed(game) && blocksWeek(game) && !ids.has(game.espnId))
  return open.map(({ espnId, away, home }) => ({ espnId, what: 'missing', value: `${away} at ${home}` }))
}

/** Returns the feed's ids of games that the newest answers for their weeks do not have any more. */
export async function readMissing(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('feed_requests').select('unread').execute()
  return rows.flatMap(({ unread }) => unread.filter(({ what }) => what === 'missing').map(({ espnId }) => espnId))
}

/** Reads the last request for each week. */
export async function readRequests(db: Kysely<Tables>): Promise<ReadonlyMap<WeekId, FeedRequest>> {
  const rows = await db
    .selectFrom('feed_requests as r')
    .leftJoin('accounts as a', 'a.user_id', 'r.asked_by')
    .select(['r.week_id', 'r.asked_at', 'r.ok_at', 'r.error', 'r.unread', 'r.asked_by', 'a.first_name', 'a.last_name'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.week_id,
      {
        weekId: row.week_id,
        askedAt: row.asked_at,
        askedBy: row.asked_by === null ? null : [row.first_name, row.last_name].join(' ').trim() || 'a deleted account',
        okAt: row.ok_at,
        error: row.error,
        unread: row.unread,
      },
    ]),
  )
}

/** Returns a function that maps what of an answer for a week could not be read to the API, with the pool's game that it is about. */
export function unreadEvents(pool: OpenPool, id: WeekId): (parts: readonly NamedPart[]) => readonly UnreadEvent[] {
  const games = slatesById(pool, id).flatMap((slate) => slate.games)
  return (parts) =>
    parts.flatMap(({ espnId, what, value }) => {
      const game = games.find((one) => one.espnId === espnId)
      return isAnswered(what, game) ? [] : [{ espn_id: espnId, what, value, game: game === undefined ? null : toGameRef(game) }]
    })
}

/** Whether an admin has said since what counts, or the game was found elsewhere. */
function isAnswered(what: NamedPart['what'], game: Game | undefined): boolean {
  if (game === undefined) return false
  if (what === 'missing') return !isListed(game) || !blocksWeek(game)
  return what === 'held_back' && game.byHand !== undefined && isListed(game)
}

function toGameRef(game: Game): UnreadEvent['game'] {
  return {
    id: game.id,
    week_id: game.weekId,
    away_team_abbr: game.away,
    home_team_abbr: game.home,
    status: game.status,
    phase: game.phase ?? null,
    away_score: game.awayScore,
    home_score: game.homeScore,
  }
}
