import { emailKey } from '@outlast/contract/fields/email-address'
import { type UserId, userId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { ListedMember } from './find-entry.ts'
import { HAS_FORMER_KEY } from '../accounts/accounts.ts'
import type { MemberRow } from './member-list.ts'
import type { Inviting } from '../accounts/invitation-facts.ts'
import { recordInvited } from '../accounts/invited.ts'
import { type LinkSettings, mailInvitations } from '../accounts/password-links.ts'

// Raw SQL: one statement for any number of accounts.

type Db = Kysely<Tables>

/** Returns the accounts that have one of the addresses, by {@link emailKey}. */
export async function accountsByEmail(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, UserId>> {
  const keys = JSON.stringify(emails.map(emailKey))
  const { rows } = await sql<{ key: string; id: number }>`
    SELECT email_key AS key, user_id AS id FROM accounts
    WHERE email_key IN (SELECT value FROM json_array_elements_text(${keys}::json)) OR (${HAS_FORMER_KEY})`.execute(db)
  // An account that has the key itself comes last and replaces an older one that shares the address.
  const inOrder = rows.toSorted((a, b) => Number(a.key === emailKey(a.key)) - Number(b.key === emailKey(b.key)))
  return new Map(inOrder.map(({ key, id }) => [emailKey(key), userId(id)]))
}

/** Reads all members as a list of past picks can name them. */
export async function listedMembers(db: Db): Promise<readonly ListedMember[]> {
  const rows = await db.selectFrom('accounts').select(['user_id', 'email', 'first_name', 'last_name']).execute()
  return rows.map((row) => ({
    userId: userId(row.user_id),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
  }))
}

/** A member whose account is being created. */
type NewMember = Pick<MemberRow, 'email' | 'firstName' | 'lastName' | 'mobile' | 'entryNames'> & {
  readonly userId: UserId
  /** Of the commitment to the names, in hex. */
  readonly salt: string
}

/**
 * Inserts accounts without passwords, and queues an invitation for each if they are invited now. Call it in the transaction of their
 * `UserRegistered`.
 */
export async function insertMembers(
  tx: Db,
  members: readonly NewMember[],
  /** Undefined: they are invited later. */
  inviting: Inviting | undefined,
  links: LinkSettings,
): Promise<void> {
  const rows = members.map((member) => ({ ...member, emailKey: emailKey(member.email) }))
  await sql`
    INSERT INTO accounts (user_id, email, email_key, first_name, last_name, mobile, created_at, name_salt)
    SELECT "userId", email, "emailKey", "firstName", "lastName", mobile, date_trunc('milliseconds', clock_timestamp()), salt
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS m ("userId" bigint, email text, "emailKey" text, "firstName" text, "lastName" text, mobile text, salt text)`.execute(tx)
  if (inviting === undefined) await recordInvited(tx, members, null)
  else await mailInvitations(tx, members, inviting, links)
}
