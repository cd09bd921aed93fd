import { compareEntries } from '@outlast/contract/live/order'
import type { AdminEntry, UserEntry, UserPick, UserView } from '@outlast/contract/live/wire'
import type { UserId } from '@outlast/domain'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type VisiblePick, visiblePicks } from '../picks/visible-picks.ts'
import { type EntryRow, LIVE, type WeekRow } from '../tables/rows.ts'
import { personName } from '../tables/sql.ts'
import { userInfos } from './users.ts'

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
  const { rows } = await sql<EntryRow>`
    SELECT e.* FROM ${LIVE.entries} AS e WHERE e.user_id = ${userId} AND ${which}`.execute(db)
  const owner = { kind: 'member', userId: userId as UserId } as const
  const picks = await visiblePicks(db, owner, { entryIds: rows.map((row) => row.id) })
  const weeks = await readWeeks(db, picks)
  const byEntry = Map.groupBy(picks, (pick) => pick.entryId)
  return rows
    .map((row) => ({ ...entryFields(row), picks: (byEntry.get(row.id) ?? []).flatMap((pick) => userPick(pick, weeks)) }))
    .sort(compareEntries)
}

/** Entries in the admin's lists; all of them, or some by id. */
export async function adminEntries(db: QueryExecutorProvider, entryIds?: readonly number[]): Promise<readonly AdminEntry[]> {
  return readAdminEntries(db, entryIds === undefined ? sql`true` : sql`e.id = ANY (${entryIds}::bigint[])`)
}

interface AdminRow extends EntryRow {
  readonly user_name: string
  readonly user_email: string
  readonly user_mobile: string | null
}

async function readAdminEntries(db: QueryExecutorProvider, which: RawBuilder<unknown>): Promise<readonly AdminEntry[]> {
  const { rows } = await sql<AdminRow>`
    SELECT e.*, ${personName} AS user_name, coalesce(a.email, '') AS user_email, a.mobile AS user_mobile
    FROM ${LIVE.entries} AS e LEFT JOIN accounts AS a ON a.user_id = e.user_id WHERE ${which}`.execute(db)
  return rows
    .map(({ user_name, user_email, user_mobile, ...row }) => ({ ...entryFields(row), user_name, user_email, user_mobile }))
    .sort(compareEntries)
}

function entryFields(row: EntryRow): Omit<UserEntry, 'picks'> {
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    is_paid: row.payment_type !== null,
    payment_type: row.payment_type,
    paid_date: row.paid_date,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}

type PickedWeek = Pick<WeekRow, 'id' | 'season_year' | 'week_number'>

async function readWeeks(db: QueryExecutorProvider, picks: readonly VisiblePick[]): Promise<ReadonlyMap<number, PickedWeek>> {
  const ids = [...new Set(picks.map((pick) => pick.weekId))]
  const { rows } = await sql<PickedWeek>`
    SELECT id, season_year, week_number FROM ${LIVE.weeks} WHERE id = ANY (${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** An owner knows all of a pick, so that there always is one; a week that is gone took its picks along. */
function userPick(pick: VisiblePick, weeks: ReadonlyMap<number, PickedWeek>): readonly UserPick[] {
  const week = weeks.get(pick.weekId)
  if (pick.team === null || week === undefined) return []
  return [
    {
      id: pick.id,
      week_id: week.id,
      week_number: week.week_number,
      season_year: week.season_year,
      team_abbr: pick.team,
      is_override: pick.isOverride,
      created_at: pick.createdAt,
      updated_at: pick.updatedAt,
      version: pick.version,
    },
  ]
}
