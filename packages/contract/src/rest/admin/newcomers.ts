import * as z from 'zod'
import { count, id, instant } from '../../fields/responses.ts'

/** Names a network address without revealing it. */
const addressHash = z.string().regex(/^[0-9a-f]{24}$/)

/** What one network address made in the last 24 hours. */
const newcomersOfAddress = z.strictObject({
  address: addressHash,
  accounts: z.array(
    z.strictObject({ id, name: z.string(), email: z.string(), is_admin: z.boolean(), entries: count, created_at: instant }),
  ),
  /** Entries of other accounts: those of the accounts above are counted there. */
  entries: z.array(z.strictObject({ id, name: z.string(), user_id: id, owner: z.string(), created_at: instant })),
})

export const newcomers = z
  .strictObject({
    /** In the last hour. Accounts that admins created, and entries that they did, do not count. */
    accounts: count,
    entries: count,
    /** Members who made most come first. */
    addresses: z.array(newcomersOfAddress),
  })
  .meta({ id: 'Newcomers' })
export type Newcomers = z.output<typeof newcomers>
export type NewcomersOfAddress = z.output<typeof newcomersOfAddress>

const MAX_IDS = 5_000
const ids = (what: string) =>
  z
    .array(z.int(`Give the ids of ${what}`).min(1, `Give the ids of ${what}`), { error: `Give the ids of ${what}` })
    .max(MAX_IDS, `Give at most ${MAX_IDS} ids`)

export const removeNewcomersBody = z.object({
  address: addressHash.meta({ description: 'From the list of newcomers' }),
  user_ids: ids('accounts'),
  entry_ids: ids('entries'),
})

/** How many were removed. Entries of removed accounts count. */
export const removedNewcomers = z.strictObject({ accounts: count, entries: count }).meta({ id: 'RemovedNewcomers' })
