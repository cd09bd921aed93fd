import { createHmac } from 'node:crypto'
import type { Newcomers, NewcomersOfAddress } from '@outlast/contract/rest/admin/newcomers'
import { type EntryId, entryId, type Instant, type UserId, userId, type VisiblePool } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { addressKey } from './address.ts'

// Raw SQL: times are the database's.

type Db = Kysely<Tables>

const HASH_BYTES = 12
const KEPT = sql<Instant>`clock_timestamp() - interval '24 hours'`

/** Records which accounts and entries belong together, because one network address made them, without storing the address. */
export class NewcomerRecorder {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Call it in the transaction that creates the account, or the entry. */
  async record(tx: Db, ip: string, id: UserId, entry?: EntryId): Promise<void> {
    const hash = createHmac('sha256', this.#secret)
      .update(`newcomers:${addressKey(ip)}`)
      .digest()
      .subarray(0, HASH_BYTES)
    await tx
      .insertInto('newcomers')
      .values({ user_id: id, entry_id: entry ?? null, address_hash: hash })
      .execute()
  }
}

/** Deletes what is older than a day. */
export async function forgetNewcomers(db: Db): Promise<void> {
  await db.deleteFrom('newcomers').where('created_at', '<', KEPT).execute()
}

/** Returns those of the given accounts and entries that an address made. */
export async function madeBy(
  db: Db,
  address: string,
  users: readonly number[],
  entries: readonly number[],
): Promise<{ readonly userIds: readonly UserId[]; readonly entryIds: readonly EntryId[] }> {
  const rows = await readRows(db, address)
  const accounts = new Set(rows.filter(({ entry_id }) => entry_id === null).map(({ user_id }) => user_id))
  const made = new Set(rows.map(({ entry_id }) => entry_id))
  return {
    userIds: users.filter((id) => accounts.has(id)).map(userId),
    entryIds: entries.filter((id) => made.has(id)).map(entryId),
  }
}

/** Lists what exists of the last 24 hours, by address. */
export async function listNewcomers(db: Db, pool: VisiblePool): Promise<Newcomers> {
  const rows = (await readRows(db)).filter((row) => pool.users.has(userId(row.user_id)) && entryOf(pool, row) !== null)
  const recent = rows.filter(({ is_recent }) => is_recent)
  const accounts = recent.filter(({ entry_id }) => entry_id === null).length
  const addresses = [...Map.groupBy(rows, ({ address }) => address)].map(([address, of]) => groupOf(pool, address, of))
  const size = ({ accounts: some, entries }: NewcomersOfAddress) =>
    some.reduce((sum, account) => sum + 1 + account.entries, entries.length)
  return { accounts, entries: recent.length - accounts, addresses: addresses.toSorted((a, b) => size(b) - size(a)) }
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

/** Returns the entry of a row; undefined for an account, and null for an entry that is gone. */
function entryOf(pool: VisiblePool, { entry_id }: Row) {
  return entry_id === null ? undefined : (pool.entries.get(entryId(entry_id)) ?? null)
}

function groupOf(pool: VisiblePool, address: string, rows: readonly Row[]): NewcomersOfAddress {
  const accounts = rows.filter(({ entry_id }) => entry_id === null)
  const ids = new Set(accounts.map(({ user_id }) => user_id))
  return {
    address,
    accounts: accounts.map((row) => ({
      id: row.user_id,
      name: nameOf(row),
      email: row.email,
      is_admin: pool.users.get(userId(row.user_id))?.isAdmin === true,
      entries: pool.entriesOfUser.get(userId(row.user_id))?.length ?? 0,
      created_at: row.created_at,
    })),
    entries: rows.flatMap((row) => {
      const entry = ids.has(row.user_id) ? undefined : entryOf(pool, row)
      if (entry === undefined || entry === null) return []
      return [{ id: entry.id, name: entry.name, user_id: row.user_id, owner: nameOf(row), created_at: row.created_at }]
    }),
  }
}

const nameOf = ({ first_name, last_name }: Row): string => `${first_name} ${last_name}`.trim()

async function readRows(db: Db, address?: string) {
  const rows = db
    .selectFrom('newcomers as n')
    .innerJoin('accounts as a', 'a.user_id', 'n.user_id')
    .select(['n.user_id', 'n.entry_id', 'n.created_at', 'a.first_name', 'a.last_name', 'a.email'])
    .select([
      sql<string>`encode(n.address_hash, 'hex')`.as('address'),
      sql<boolean>`n.created_at > clock_timestamp() - interval '1 hour'`.as('is_recent'),
    ])
    .where('n.created_at', '>=', KEPT)
    .orderBy('n.created_at')
  return (address === undefined ? rows : rows.where(sql`encode(n.address_hash, 'hex')`, '=', address)).execute()
}
