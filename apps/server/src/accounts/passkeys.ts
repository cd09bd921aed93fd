import type { Passkey } from '@outlast/contract'
import { type Instant, type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

// Raw SQL fragments: times are the database's.

type Db = Kysely<Tables>

/** What an authenticator returned when it created a passkey. */
export interface NewPasskey {
  readonly credentialId: string
  readonly userHandle: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly name: string
  readonly isSynced: boolean
}

/** The stored half of a passkey, against which a sign-in is verified. */
export interface StoredPasskey {
  readonly id: number
  readonly userId: UserId
  readonly userHandle: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

/** Returns the passkeys of a user, the newest last. */
export async function listPasskeys(db: Db, owner: UserId): Promise<readonly Passkey[]> {
  return selectPasskeys(db, owner).orderBy('id').execute()
}

export async function readPasskey(db: Db, owner: UserId, id: number): Promise<Passkey | undefined> {
  return selectPasskeys(db, owner).where('id', '=', id).executeTakeFirst()
}

export async function credentialIdsOf(db: Db, owner: UserId): Promise<readonly string[]> {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', owner).execute()
  return rows.map((row) => row.credential_id)
}

export async function findByCredentialId(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
  if (row === undefined) return undefined
  const { id, user_id, user_handle: userHandle, public_key, counter } = row
  return { id, userId: userId(user_id), userHandle, publicKey: Uint8Array.from(public_key), counter }
}

/** Inserts a passkey. Returns undefined if its credential is registered already. Call it in the transaction of `PasskeyAdded`. */
export async function insertPasskey(tx: Db, owner: UserId, passkey: NewPasskey): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: owner,
      credential_id: passkey.credentialId,
      user_handle: passkey.userHandle,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      name: passkey.name,
      is_synced: passkey.isSynced,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Records a sign-in. Returns false if the passkey was removed meanwhile, or if another sign-in has already used this counter: then
 * the passkey was copied, or one response was sent twice.
 */
export async function recordUse(tx: Db, id: number, counter: number): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Instant>`date_trunc('milliseconds', clock_timestamp())` })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.val(counter === 0)])]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskey(tx: Db, owner: UserId, id: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', owner).where('id', '=', id).execute()
}

/** Deletes all passkeys of an account whose owner may have changed, or who has lost control of it (docs/rules.md §11.8). */
export async function deletePasskeys(tx: Db, owner: UserId): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', owner).execute()
}

function selectPasskeys(db: Db, owner: UserId) {
  return db.selectFrom('passkeys').select(['id', 'name', 'is_synced', 'created_at', 'last_used_at']).where('user_id', '=', owner)
}
