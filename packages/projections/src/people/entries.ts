import { compareEntries } from '@outlast/contract/live/order'
import type { AdminEntry, UserEntry, UserPick, UserView } from '@outlast/contract/live/wire'
import { toUserPick } from '@outlast/contract/rest/picks'
import type { EntryId, UserId } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { LIVE } from '../tables/rows.ts'
import { personName } from '../tables/query.ts'
import { userInfos } from './users.ts'

/** The columns of an entry `e`, named as in the API. */
const entryColumns = sql`e.id, e.user_id, e.name, e.payment_type IS NOT NULL AS is_paid, e.payment_type, e.paid_date,
  e.created_at, e.updated_at, e.version`

/** Topic `user:<id>`; undefined when there is no such account. */
export async function userView(db: QueryExecutorProvider, userId: number): Promise<UserView | undefined> {
  const user = (await userInfos(db, [userId]))[0]
  return user === undefined ? undefined : { user, entries: await userEntries(db, userId) }
}

/** A member's own entries with all their picks; all of them, or some by id. Others' are left out. */
export async function userEntries(
  db: QueryExecutorProvider,
  userId: number,
  entryIds?: readonly number[],
): Promise<readonly UserEntry[]> {
  const which = entryIds === undefined ? sql`true` : sql`e.id = ANY (${entryIds}::bigint[])`
  const { rows } = await sql<Omit<UserEntry, 'picks'> & { readonly id: EntryId }>`
    SELECT ${entryColumns} FROM ${LIVE.entries} AS e WHERE e.user_id = ${userId} AND ${which}`.execute(db)
  const owner = { kind: 'member', userId: userId as UserId } as const
  const picks = await visiblePicks(db, owner, { entryIds: rows.map((row) => row.id) })
  const weeks = await readWeeks(db, picks)
  const byEntry = Map.groupBy(picks, (pick) => pick.entryId)
  return rows
    .map((row) => ({ ...row, picks: (byEntry.get(row.id) ?? []).flatMap((pick) => userPick(pick, weeks)) }))
    .sort(compareEntries)
}

/** Entries in the admin's lists; all of them, or some by id. */
export async function adminEntries(db: QueryExecutorProvider, entryIds?: readonly number[]): Promise<readonly AdminEntry[]> {
  return readAdminEntries(db, entryIds === undefined ? sql`true` : sql`e.id = ANY (${entryIds}::bigint[])`)
}

async function readAdminEntries(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<readonly AdminEntry[]> {
  const { rows } = await sql<AdminEntry>`
    SELECT ${entryColumns}, ${personName} AS user_name, coalesce(a.email, '') AS user_email, a.mobile AS user_mobile
    FROM ${LIVE.entries} AS e LEFT JOIN accounts AS a ON a.user_id = e.user_id WHERE ${which}`.execute(db)
  return [...rows].sort(compareEntries)
}

interface PickedWeek {
  readonly id: number
  readonly seasonYear: number
  readonly weekNumber: number
}

async function readWeeks(db: QueryExecutorProvider, picks: readonly VisiblePick[]): Promise<ReadonlyMap<number, PickedWeek>> {
  const ids = [...new Set(picks.map((pick) => pick.weekId))]
  const { rows } = await sql<PickedWeek>`
    SELECT id, season_year AS "seasonYear", week_number AS "weekNumber"
    FROM ${LIVE.weeks} WHERE id = ANY (${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Maps a pick of the owner. The owner sees every team, so only a pick whose week is gone has no row. */
function userPick(pick: VisiblePick, weeks: ReadonlyMap<number, PickedWeek>): readonly UserPick[] {
  const week = weeks.get(pick.weekId)
  return pick.team === null || week === undefined ? [] : [toUserPick(week, pick)]
}
