import type { User } from '@outlast/contract'
import type { PoolState, UserId } from '@outlast/domain'
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { AccountsTable, Tables } from '../database/tables.ts'
import { dropMailTo } from '../mail/outbox.ts'

/** A row of `accounts`: the personal data that the log never holds. */
export type Account = Selectable<AccountsTable>

/** What can be changed of an account; absent: stays as it is. */
export interface AccountChange {
  readonly email?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly mobile?: string | null | undefined
}

/** A new account's personal data. */
export interface NewAccount {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile?: string | null | undefined
  /** Null: until an invited member sets one. */
  readonly passwordHash: string | null
}

type Db = Kysely<Tables>

/** What makes an e-mail address unique (decisions.md §Rules 14). */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

export function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()
}

/** As {@link findByEmail}, keeping the account as it is until the transaction ends. */
export function lockByEmail(tx: Db, email: string): Promise<Account | undefined> {
  return tx.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).forUpdate().executeTakeFirst()
}

export function findById(db: Db, id: UserId): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('user_id', '=', id).executeTakeFirst()
}

/** Whether an address belongs to somebody else. Sure only under the append lock. */
export async function isEmailTaken(tx: Db, email: string, except?: UserId): Promise<boolean> {
  const found = await tx.selectFrom('accounts').select('user_id').where('email_key', '=', emailKey(email)).executeTakeFirst()
  return found !== undefined && found.user_id !== except
}

/** Keeps a new account, in the transaction of its `UserRegistered`. */
export async function insertAccount(tx: Db, id: UserId, account: NewAccount): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      user_id: id,
      email: account.email,
      email_key: emailKey(account.email),
      first_name: account.first_name,
      last_name: account.last_name,
      mobile: account.mobile ?? null,
      password_hash: account.passwordHash,
      created_at: sql`date_trunc('milliseconds', clock_timestamp())`,
    })
    .execute()
}

/** Names of the fields that a change really changes; for `ChangeProfile`, which refuses one of an account that is gone. */
export function changedFields(account: Account | undefined, change: AccountChange): readonly (keyof AccountChange)[] {
  const names = ['email', 'first_name', 'last_name', 'mobile'] as const
  return names.filter((name) => change[name] !== undefined && change[name] !== account?.[name])
}

/**
 * Changes an account, in the transaction of its `UserProfileChanged`. With a new address, links that were sent to the old
 * one are void, and mails still waiting for it are not sent.
 */
export async function changeAccount(tx: Db, id: UserId, change: AccountChange): Promise<void> {
  const account = await tx.selectFrom('accounts').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  const fields = changedFields(account, change)
  if (fields.length === 0) return
  const values = Object.fromEntries(fields.map((name) => [name, change[name]]))
  const key = change.email === undefined ? {} : { email_key: emailKey(change.email) }
  await tx
    .updateTable('accounts')
    .set({ ...values, ...key })
    .where('user_id', '=', id)
    .execute()
  if (fields.includes('email')) await voidLinks(tx, account)
}

/** Sets a password, in the transaction of its `PasswordChanged`. Links that were sent before are void. */
export async function setPassword(tx: Db, id: UserId, passwordHash: string): Promise<void> {
  const account = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', id)
    .returning(['user_id', 'email'])
    .executeTakeFirstOrThrow()
  await voidLinks(tx, account)
}

/** Removes everything personal of deleted members, in the transaction of their `UserDeleted`; one statement, however many. */
export async function deleteAccounts(tx: Db, ids: readonly UserId[]): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM accounts
      WHERE user_id IN (SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(ids)}::json))
      RETURNING lower(email) AS address
    )
    DELETE FROM mail_outbox USING gone WHERE lower(to_address) = gone.address AND sent_at IS NULL`.execute(tx)
}

/** Makes every link void with which an account's password could be set, and drops the mails that have not brought it yet. */
export async function voidLinks(tx: Db, account: Pick<Account, 'user_id' | 'email'>): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', account.user_id).execute()
  await dropMailTo(tx, account.email, ['password_reset', 'invitation'])
}

/** An account as its owner and the admins see it; undefined when the pool does not have it (any more). */
export function userRow(account: Account, pool: PoolState): User | undefined {
  const user = pool.users.get(account.user_id as UserId)
  if (user === undefined) return undefined
  const { user_id: id, email, first_name, last_name, mobile, created_at } = account
  return { id, email, first_name, last_name, mobile, is_admin: user.isAdmin, created_at }
}
