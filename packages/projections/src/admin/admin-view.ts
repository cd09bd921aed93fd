import type { AdminView, UserInfo } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { openPicks } from '../picks/pick-counts.ts'
import { adminEntries } from '../people/entries.ts'
import { userInfos } from '../people/users.ts'

/** Topic `admin`. */
export async function adminView(db: QueryExecutorProvider): Promise<AdminView> {
  return { users: await userInfos(db), entries: await adminEntries(db), picked: await openPicks(db) }
}

/** Accounts in the admin's list; all of them, or some by id. */
export function adminUsers(db: QueryExecutorProvider, userIds?: readonly number[]): Promise<readonly UserInfo[]> {
  return userInfos(db, userIds)
}
