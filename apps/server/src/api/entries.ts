import { hasPower, type Viewer } from '../accounts/viewer.ts'
import type { AdminEntry, Entry } from '@outlast/contract'
import { toDebts } from '@outlast/contract/rest/admin/entries'
import { toEntry } from '@outlast/contract/rest/entries'
import { type EntryId, type PoolState, RuleViolation } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { NewcomerRecorder } from '../accounts/newcomers.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { isRepeated } from '../commands/receipts.ts'
import type { Tables } from '../database/tables.ts'
import { commandCall } from '../http/command-call.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'

/** Adds the owner's data for admins. It is personal, so it must not be stored with a receipt. */
export type WithOwner = (row: Entry) => Promise<AdminEntry>

interface EntryDependencies {
  readonly db: Kysely<Tables>
  readonly limits: Pick<RateLimits, 'createEntry'>
  readonly newcomers: NewcomerRecorder
  readonly withOwner: WithOwner
}

const UNKNOWN_PAYMENT = { is_paid: false, payment_type: null, paid_date: null, payment_claimed_at: null }

/** Members create, rename and delete entries; admins correct them and record payments. */
export const entryRoutes = ({ db, limits, newcomers, withOwner }: EntryDependencies) =>
  handlers({
    createEntry: async ({ body }, { viewer, ip, idempotency, submit }) => {
      const create = () =>
        submit(
          'CreateEntry',
          { userId: body.user_id, name: body.name },
          {
            toResponse: ({ reply, pool }) => rowOf(pool, reply.entryId),
            ...(viewer.kind === 'member' && {
              effects: (tx, { reply }) => newcomers.record(tx, ip, viewer.userId, reply.entryId),
            }),
          },
        )
      const isCounted = viewer.kind === 'member' && !(await isRepeated(db, idempotency))
      const row = isCounted ? await limits.createEntry(viewer.userId, ip, create) : await create()
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
    createPaperEntries: async ({ body }, { submit }) => {
      const rows = await submit(
        'CreatePaperEntries',
        { userId: body.user_id, names: body.names },
        { toResponse: ({ reply, pool }) => reply.entryIds.map((id) => rowOf(pool, id)) },
      )
      return { status: 201, body: rows }
    },
    handOverEntries: async ({ body }, { submit }) => {
      const { entry_ids: entryIds, user_id: userId, stays_paper: byHand } = body
      const rows = await submit(
        'HandOverEntries',
        { entryIds, userId, byHand },
        { toResponse: ({ pool }) => entryIds.map((id) => rowOf(pool, id)) },
      )
      return { status: 200, body: rows }
    },
    adminUpdateEntry: commandCall('adminUpdateEntry', {
      toCommand: ({ params, body, ifMatch }) => ({
        type: 'AmendEntry',
        data: { entryId: params.id, name: body.name, isEliminated: body.is_eliminated, ifVersion: ifMatch },
      }),
      toResponse: ({ pool }, { params }) => rowOf(pool, params.id),
      answer: async (row) => ({ status: 200, body: await withOwner(row), version: row.version }),
    }),
    adminDeleteEntry: commandCall('adminDeleteEntry', {
      toCommand: ({ params, ifMatch }) => ({ type: 'RemoveEntry', data: { entryId: params.id, ifVersion: ifMatch } }),
      toResponse: () => null,
      answer: () => NO_CONTENT,
    }),
    setPayment: async ({ params, body, ifMatch }, { viewer, submit }) => {
      const data = {
        entryId: params.id,
        paymentType: body.payment_type ?? null,
        paidDate: body.paid_date ?? null,
        isPaid: body.is_paid,
        ifVersion: ifMatch,
      }
      const { settled, ...row } = await submit('SetPayment', data, {
        toResponse: ({ pool, reply }) => ({ ...rowOf(pool, params.id), settled: toDebts(reply.settled) }),
      })
      return { status: 200, body: { ...shownEntry(viewer, await withOwner(row)), settled }, version: row.version }
    },
  })

/** Returns a row of the admins’ list without what its reader has no power to know: addresses, or what was paid. */
export function shownEntry(viewer: Viewer, row: AdminEntry): AdminEntry {
  const people = hasPower(viewer, 'people') ? {} : { user_email: '', user_mobile: null }
  const money = hasPower(viewer, 'money') ? {} : UNKNOWN_PAYMENT
  return { ...row, ...people, ...money }
}

/** Returns the row of an entry after a command. */
export function rowOf(pool: PoolState, id: EntryId) {
  const entry = pool.entries.get(id)
  if (entry === undefined) throw new RuleViolation('entry_not_found')
  return toEntry(pool, entry)
}
