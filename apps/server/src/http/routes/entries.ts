import type { AdminEntry, Entry } from '@outlast/contract'
import { toEntry } from '@outlast/contract/rest/entries'
import { type EntryId, type PoolState, RuleViolation } from '@outlast/domain'
import { handlers, NO_CONTENT } from '../handler.ts'

/** Adds the owner's data for admins. It is personal, so it must not be stored with a receipt. */
export type WithOwner = (row: Entry) => Promise<AdminEntry>

/** Members create, rename and delete entries; admins correct them and record payments. */
export const entryRoutes = (withOwner: WithOwner) =>
  handlers({
    createEntry: async ({ body }, { submit }) => {
      const row = await submit(
        'CreateEntry',
        { userId: body.user_id, name: body.name },
        {
          toResponse: ({ reply, pool }) => rowOf(pool, reply.entryId),
        },
      )
      return { status: 201, body: row, version: row.version }
    },
    renameEntry: async ({ params, body, ifMatch }, { submit }) => {
      const row = await submit(
        'RenameEntry',
        { entryId: params.id, name: body.name, ifVersion: ifMatch },
        {
          toResponse: ({ pool }) => rowOf(pool, params.id),
        },
      )
      return { status: 200, body: row, version: row.version }
    },
    deleteEntry: async ({ params, ifMatch }, { submit }) => {
      await submit('DeleteEntry', { entryId: params.id, ifVersion: ifMatch }, { toResponse: () => null })
      return NO_CONTENT
    },
    adminUpdateEntry: async ({ params, body, ifMatch }, { submit }) => {
      const data = { entryId: params.id, name: body.name, isEliminated: body.is_eliminated, ifVersion: ifMatch }
      const row = await submit('AmendEntry', data, { toResponse: ({ pool }) => rowOf(pool, params.id) })
      return { status: 200, body: await withOwner(row), version: row.version }
    },
    adminDeleteEntry: async ({ params, ifMatch }, { submit }) => {
      await submit('RemoveEntry', { entryId: params.id, ifVersion: ifMatch }, { toResponse: () => null })
      return NO_CONTENT
    },
    setPayment: async ({ params, body, ifMatch }, { submit }) => {
      const data = {
        entryId: params.id,
        paymentType: body.payment_type ?? null,
        paidDate: body.paid_date ?? null,
        isPaid: body.is_paid,
        ifVersion: ifMatch,
      }
      const row = await submit('SetPayment', data, { toResponse: ({ pool }) => rowOf(pool, params.id) })
      return { status: 200, body: await withOwner(row), version: row.version }
    },
  })

/** Returns the row of an entry after a command. */
export function rowOf(pool: PoolState, id: EntryId) {
  const entry = pool.entries.get(id)
  if (entry === undefined) throw new RuleViolation('entry_not_found')
  return toEntry(pool, entry)
}
