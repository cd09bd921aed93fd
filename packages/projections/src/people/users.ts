import { compareUsers } from '@outlast/contract/live/order'
import type { UserInfo } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { isAny, query } from '../tables/query.ts'

/** Reads all accounts or some, by e-mail address. For their owners and for admins. */
export async function userInfos(db: QueryExecutorProvider, userIds?: readonly number[]): Promise<readonly UserInfo[]> {
  const rows = await query(db)
    .selectFrom('projections.users as u')
    .leftJoin('accounts as a', 'a.user_id', 'u.id')
    .select(['u.id', 'a.email', 'a.first_name', 'a.last_name', 'a.mobile', 'u.is_admin', 'u.created_at'])
    .select(['u.password_chosen_by_admin', 'u.is_waiting', 'u.sealed_until as picks_sealed_until'])
    .where(isAny('u.id', userIds))
    .execute()
  return rows
    .map(({ id, email, first_name, last_name, ...row }) => ({
      id,
      email: email ?? '',
      first_name: first_name ?? '',
      last_name: last_name ?? '',
      ...row,
    }))
    .sort(compareUsers)
}
