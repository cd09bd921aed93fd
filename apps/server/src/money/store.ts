import type { Treasurer } from '@outlast/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

const FIELDS = ['venmo', 'paypal', 'cash_app', 'zelle', 'iban', 'holder', 'bic'] as const satisfies readonly (keyof Treasurer)[]

type Db = Kysely<Tables>

/** Reads the accounts to which members pay. */
export function readTreasurer(db: Db): Promise<Treasurer> {
  return db.selectFrom('treasurer').select(FIELDS).executeTakeFirstOrThrow()
}

/** Returns the names of the fields whose values a change would alter. */
export function changedTreasurerFields(current: Treasurer, change: Partial<Treasurer>): readonly string[] {
  return FIELDS.filter((field) => change[field] !== undefined && change[field] !== current[field])
}

export async function changeTreasurer(db: Db, change: Partial<Treasurer>): Promise<void> {
  await db.updateTable('treasurer').set(change).execute()
}

/** Returns the hashes of those rows that were recorded before, in hex. */
export async function knownBankRows(db: Db, rows: readonly { readonly hash: Buffer }[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const hashes = rows.map(({ hash }) => hash)
  const found = await db.selectFrom('bank_rows').select('row_hash').where('row_hash', 'in', hashes).execute()
  return new Set(found.map((row) => row.row_hash.toString('hex')))
}

export async function recordBankRows(db: Db, rows: readonly { readonly hash: Buffer }[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ hash }) => ({ row_hash: hash }))
  await db
    .insertInto('bank_rows')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the names of all members by id. */
export async function ownerNames(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('accounts').select(['user_id', 'first_name', 'last_name']).execute()
  return new Map(rows.map((row) => [row.user_id, `${row.first_name} ${row.last_name}`.trim()]))
}
