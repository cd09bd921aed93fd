import type { EntryId, UserId, WeekId } from '@outlast/domain'
import * as z from 'zod'
import { idField, idInText } from '../fields/numbers.ts'
import { id, instant, weekNo } from '../fields/responses.ts'
import { timeField } from '../fields/times.ts'

export const proxyParams = z.object({ id: idInText<EntryId>('Entry ID') })

export const nameProxyBody = z
  .object({
    user_id: idField<UserId>('User ID'),
    /** The last moment in real time; or until the lock of a week. */
    ends_at: timeField('End').optional(),
    week_id: idField<WeekId>('Week ID').optional(),
  })
  .refine(({ ends_at, week_id }) => (ends_at === undefined) !== (week_id === undefined), {
    error: 'Choose a time or a week until which the member picks',
    path: ['ends_at'],
  })

/** Until when somebody picks for the owner of an entry. */
export const proxyEnd = {
  ends_at: instant.nullable(),
  /** It ends when this week locks. Null with a time, and if the week is gone. */
  week_number: weekNo.nullable(),
}

/** Who picks for the owner of an entry, and until when. */
export const proxy = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    owner_name: z.string(),
    user_id: id,
    user_name: z.string(),
    ...proxyEnd,
  })
  .meta({ id: 'Proxy' })
export type Proxy = z.output<typeof proxy>

export const proxies = z
  .strictObject({
    /** Who picks for your entries. */
    named: z.array(proxy),
    /** The entries of others for which you pick. */
    for_others: z.array(proxy),
    /** Whom you can name, by name. */
    members: z.array(z.strictObject({ id, name: z.string() })),
  })
  .meta({ id: 'Proxies' })
export type Proxies = z.output<typeof proxies>
