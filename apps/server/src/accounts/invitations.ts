import { randomInt } from 'node:crypto'
import type { Invitation as InvitationRow } from '@outlast/contract'
import { CODE_ALPHABET, CODE_LENGTH } from '@outlast/contract/fields/invitation'
import { type InvitationId, invitationId, type PoolState } from '@outlast/domain'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { InvitationsTable, Tables } from '../database/tables.ts'

// Raw SQL fragments: times are the database’s. The limits and the uses of an invitation are in the log.

type Db = Kysely<Tables>

/** Returns a random code. */
export function newInvitationCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')
}

/** Returns the invitation with a code, whether or not it can still be used. */
export async function findInvitation(db: Db, code: string | undefined): Promise<InvitationId | undefined> {
  if (code === undefined || code === '') return undefined
  const row = await db.selectFrom('invitations').select('id').where('code', '=', code).executeTakeFirst()
  return row === undefined ? undefined : invitationId(row.id)
}

/** Inserts the code and the label. Call it in the transaction of `InvitationCreated`. */
export async function insertInvitation(tx: Db, id: InvitationId, code: string, label: string): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({ id, code, label, created_at: sql`date_trunc('milliseconds', clock_timestamp())` })
    .execute()
}

export async function deleteInvitation(tx: Db, id: InvitationId): Promise<void> {
  await tx.deleteFrom('invitations').where('id', '=', id).execute()
}

/** Reads the invitations that were not revoked, or one of them, newest first. */
export async function readInvitations(
  db: Db,
  pool: PoolState,
  publicUrl: string,
  id?: InvitationId,
): Promise<readonly InvitationRow[]> {
  const all = db.selectFrom('invitations').selectAll().orderBy('id', 'desc')
  const rows = await (id === undefined ? all : all.where('id', '=', id)).execute()
  return rows.flatMap((row) => invitationRow(row, pool, publicUrl))
}

function invitationRow(
  { id, code, label, created_at }: Selectable<InvitationsTable>,
  pool: PoolState,
  publicUrl: string,
): InvitationRow[] {
  const invitation = pool.invitations.get(invitationId(id))
  if (invitation === undefined) return []
  const { uses, maxUses, expiresAt } = invitation
  return [{ id, label, code, url: `${publicUrl}/join/${code}`, uses, max_uses: maxUses, expires_at: expiresAt, created_at }]
}
