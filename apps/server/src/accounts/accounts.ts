import { emailKey } from '@outlast/contract/fields/email-address'
import type { User } from '@outlast/contract'
import { rolesField } from '@outlast/contract/rest/users'
import { changesNames, type PoolState, type SaltedNames, type UserId, userId } from '@outlast/domain'
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { AccountsTable, Tables } from '../database/tables.ts'
import { deleteUnsentMail, redirectNotices } from '../outbox/outbox.ts'
import { deleteSessions } from './devices.ts'

// Raw SQL: accounts are deleted together with their unsent mails, in one statement for any number of ids.

/** A row of `accounts`: the personal data, which the log never contains. */
export type Account = Selectable<AccountsTable>

/** The fields of an account to change. Absent fields keep their values. */
interface AccountChange {
  readonly email?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly mobile?: string | null | undefined
}

/** The personal data of a new account. */
interface NewAccount {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile?: string | null | undefined
  /** Null until an invited member sets a password. */
  readonly passwordHash: string | null
  /** Of the commitment to the names, in hex. */
  readonly salt: string
}

type Db = Kysely<Tables>

/** The names of an account, as the database has them. */
type AccountNames = Pick<Account, 'first_name' | 'last_name'>

/** Returns what the log commits to of an account's names. */
export const saltedNames = ({ first_name: firstName, last_name: lastName }: AccountNames, salt: string): SaltedNames => ({
  salt,
  firstName,
  lastName,
})

/** The key that accounts got before {@link emailKey}, and still have: with invisible characters, full-width letters and the like. */
export const formerEmailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** The condition for accounts whose key is not its own {@link emailKey}. The cheap test comes first, because few addresses pass it. */
export const HAS_FORMER_KEY = sql<boolean>`octet_length(email_key) > char_length(email_key) AND email_key IS NOT NFKC NORMALIZED`

/** Returns the account with an address: the one whose spelling was typed, if older accounts share it. */
export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  return havingEmail(await candidates(db, email).execute(), storedKey, email)[0]
}

/** Like {@link findByEmail}, but locks the row until the transaction ends. */
export async function lockByEmail(tx: Db, email: string): Promise<Account | undefined> {
  return havingEmail(await candidates(tx, email).forUpdate().execute(), storedKey, email)[0]
}

function candidates(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', 'in', [formerEmailKey(email), emailKey(email)]), HAS_FORMER_KEY]))
    .orderBy('user_id')
}

/** Returns those that have an address, in the order of how exactly their key is what was typed. */
export function havingEmail<T>(all: readonly T[], keyOf: (one: T) => string, email: string): readonly T[] {
  const [typed, key] = [formerEmailKey(email), emailKey(email)]
  const closeness = (one: T): number => [key, typed].lastIndexOf(keyOf(one))
  return all.filter((one) => keyOf(one) === typed || emailKey(keyOf(one)) === key).toSorted((a, b) => closeness(b) - closeness(a))
}

const storedKey = ({ email_key: key }: Account): string => key

export function findById(db: Db, id: UserId): Promise<Account | undefined> {
  return db.selectFrom('accounts').selectAll().where('user_id', '=', id).executeTakeFirst()
}

/** Returns whether another account has the address. Only reliable under the append lock. */
export async function isEmailTaken(tx: Db, email: string, except?: UserId): Promise<boolean> {
  return havingEmail(await candidates(tx, email).execute(), storedKey, email).some(({ user_id: id }) => id !== except)
}

/** Inserts an account. Call it in the transaction of its `UserRegistered`. */
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
      name_salt: account.salt,
    })
    .execute()
}

/** Returns the names of the fields whose values differ. A deleted account differs in all; `ChangeProfile` then rejects it. */
function changedFields(account: Account | undefined, change: AccountChange): readonly (keyof AccountChange)[] {
  const names = ['email', 'first_name', 'last_name', 'mobile'] as const
  return names.filter((name) => change[name] !== undefined && change[name] !== account?.[name])
}

/** Returns the fields that a change of an account changes, and the new names if they are among them, for `ChangeProfile`. */
export function profileChange(account: Account | undefined, change: AccountChange, salt: string) {
  const fields = changedFields(account, change)
  if (account === undefined || !changesNames(fields)) return { fields }
  const { first_name = account.first_name, last_name = account.last_name } = change
  return { fields, names: saltedNames({ first_name, last_name }, salt) }
}

/**
 * Changes an account. Call it in the transaction of its `UserProfileChanged`. A new address revokes the links that were
 * sent to the old one, and discards the mails with them.
 * @param isByOwner whether nobody but the owner can have asked for it: then notices that wait go to the new address. Otherwise they can be
 *   about picks that are sealed for it
 * @param salt that of {@link profileChange}
 */
export async function changeAccount(tx: Db, id: UserId, change: AccountChange, isByOwner: boolean, salt: string): Promise<void> {
  const account = await tx.selectFrom('accounts').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  const fields = changedFields(account, change)
  if (fields.length === 0) return
  const values = Object.fromEntries(fields.map((name) => [name, change[name]]))
  const key = change.email === undefined ? {} : { email_key: emailKey(change.email) }
  await tx
    .updateTable('accounts')
    .set({ ...values, ...key, ...(changesNames(fields) && { name_salt: salt }) })
    .where('user_id', '=', id)
    .execute()
  if (!fields.includes('email')) return
  await revokeLinks(tx, account)
  await revokeSignInLinks(tx, account)
  // The address may be ADMIN_EMAIL, which this account has given up.
  await tx.deleteFrom('account_links').where('user_id', '=', id).where('purpose', '=', 'admin_email').execute()
  await deleteUnsentMail(tx, account.email, ['admin_address'])
  if (isByOwner && change.email !== undefined) await redirectNotices(tx, id, change.email)
}

/**
 * Sets a password, revokes earlier links and deletes the sessions. Call it in the transaction of its `PasswordChanged`.
 * @param sessionId the session that continues
 */
export async function setPassword(tx: Db, id: UserId, passwordHash: string, sessionId?: string): Promise<void> {
  const account = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', id)
    .returning(['user_id', 'email'])
    .executeTakeFirstOrThrow()
  await revokeLinks(tx, account)
  await revokeSignInLinks(tx, account)
  await deleteSessions(tx, id, sessionId)
}

/** Deletes the personal data of deleted members. Call it in the transaction of their `UserDeleted`. */
export async function deleteAccounts(tx: Db, ids: readonly UserId[]): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM accounts
      WHERE user_id IN (SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(ids)}::json))
      RETURNING user_id, lower(email) AS address
    ), addresses AS (
      SELECT address FROM gone
      UNION SELECT lower(l.address) FROM account_links AS l JOIN gone ON gone.user_id = l.user_id
    )
    DELETE FROM deliveries USING addresses AS gone
    WHERE lower(recipient) = gone.address AND channel = 'mail' AND delivered_at IS NULL`.execute(tx)
}

/** Revokes every link that can set the account's password, and discards unsent mails that contain one. */
export async function revokeLinks(tx: Db, account: Pick<Account, 'user_id' | 'email'>): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', account.user_id).execute()
  await deleteUnsentMail(tx, account.email, ['password_reset', 'invitation', 'password_chosen'])
}

/** Revokes every link to sign in, and discards unsent mails that contain one. */
export async function revokeSignInLinks(tx: Db, account: Pick<Account, 'user_id' | 'email'>): Promise<void> {
  await tx.deleteFrom('account_links').where('user_id', '=', account.user_id).where('purpose', '=', 'sign_in').execute()
  await deleteUnsentMail(tx, account.email, ['sign_in_link'])
}

/** Returns an account as its owner and admins see it, or undefined if the pool has no such user. */
export function userRow(account: Account, pool: PoolState): User | undefined {
  const user = pool.users.get(account.user_id as UserId)
  if (user === undefined) return undefined
  const { user_id: id, email, first_name, last_name, mobile, created_at } = account
  const account_state = {
    password_chosen_by_admin: user.passwordChosenByAdmin,
    is_waiting: user.isWaiting,
    picks_sealed_until: pool.seals.get(user.id)?.until ?? null,
  }
  const roles = rolesField(user.roles)
  return { id, email, first_name, last_name, mobile, is_admin: user.isAdmin, ...roles, ...account_state, created_at }
}

/** Returns the members who have an account, in the order of their ids. */
export async function readAccountIds(tx: Db): Promise<readonly UserId[]> {
  const rows = await tx.selectFrom('accounts').select('user_id').orderBy('user_id').execute()
  return rows.map((row) => userId(row.user_id))
}

/** Returns the full names of members, in their order. */
export async function readNames(db: Db, ids: readonly UserId[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where(isOneOf(ids))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns accounts, in the order of their ids, and locks them until the transaction ends. */
export async function lockAccounts(tx: Db, ids: readonly UserId[]): Promise<readonly Account[]> {
  return tx.selectFrom('accounts').selectAll().where(isOneOf(ids)).orderBy('user_id').forUpdate().execute()
}

/** Returns the addresses of members, in the order of their ids. */
export async function readAddresses(tx: Db, ids: readonly UserId[]): Promise<readonly string[]> {
  const rows = await tx.selectFrom('accounts').select('email').where(isOneOf(ids)).orderBy('user_id').execute()
  return rows.map((row) => row.email)
}

const isOneOf = (ids: readonly UserId[]) =>
  sql<boolean>`user_id IN (SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(ids)}::json))`
