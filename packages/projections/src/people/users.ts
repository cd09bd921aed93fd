import { compareUsers } from '@outlast/contract/live/order'
import type { UserInfo } from '@outlast/contract/live/wire'
import { type QueryExecutorProvider, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'

/** Accounts, for their owners and the admins, by e-mail; all of them, or some by id. */
export async function userInfos(db: QueryExecutorProvider, userIds?: readonly number[]): Promise<readonly UserInfo[]> {
  const which = userIds === undefined ? sql`true` : sql`u.id = ANY (${userIds}::bigint[])`
  const { rows } = await sql<UserInfo>`
    SELECT u.id, coalesce(a.email, '') AS email, coalesce(a.first_name, '') AS first_name,
      coalesce(a.last_name, '') AS last_name, a.mobile, u.is_admin, u.created_at
    FROM ${LIVE.users} AS u LEFT JOIN accounts AS a ON a.user_id = u.id WHERE ${which}`.execute(db)
  return [...rows].sort(compareUsers)
}
