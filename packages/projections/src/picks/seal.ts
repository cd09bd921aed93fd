import { type RawBuilder, sql } from 'kysely'
import { LIVE } from '../tables/rows.ts'
import { type Viewer, viewerId } from './viewer.ts'

// Raw SQL fragments, which decide in the database what an owner may not see of the own picks.

/**
 * Returns the condition that the viewer owns the entry `alias` and that what happened to it at a position of the log is not
 * sealed: an admin's change of the account's e-mail address seals everything before it (docs/rules.md §11.6). Only weeks that
 * are open are hidden, so combine it with the condition that the week is locked.
 */
export function ownedAndUnsealed(viewer: Viewer, alias: string, position: RawBuilder<unknown>): RawBuilder<unknown> {
  const owner = sql`${sql.ref(alias)}.user_id`
  return sql`(${owner} = ${viewerId(viewer)} AND ${position} > coalesce((
    SELECT seal.sealed_before FROM ${LIVE.users} AS seal WHERE seal.id = ${owner}), -1))`
}
