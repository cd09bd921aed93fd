import type { ReminderOffset, UserId } from '@outlast/domain'
import * as z from 'zod'
import { idField, wholeNumber } from '../../fields/numbers.ts'
import { count, id, instant, weekNo } from '../../fields/responses.ts'

const MAX_HOURS = 168
const MAX_REMINDERS = 4

/** The hours before the lock, or the reason of the reminder. */
const offset: z.ZodType<ReminderOffset> = z.union([z.int(), z.enum(['kickoff', 'manual', 'member'])])

/** What became of a message: a mail server or push service took it, it is tried again, it was given up, or it was only written to a file. */
export const ARRIVALS = ['sent', 'waiting', 'failed', 'written'] as const
export type Arrival = (typeof ARRIVALS)[number]

/** The reminders of the pool, and whom they reached in the current week. */
export const reminders = z
  .strictObject({
    enabled: z.boolean(),
    hours_before: z.array(z.int()),
    /** The current week, while its picks are open. */
    week: z.strictObject({ id, week_number: weekNo, lock_time: instant }).nullable(),
    /** The reminders of that week and their times, before quiet hours move them. */
    planned: z.array(z.strictObject({ offset, at: instant })),
    /** The members who would be reminded now. */
    members_without_pick: count,
    /** While reminders are off: the members whom switching them on would remind at once, because the time of a reminder has passed. */
    due_now: z.array(z.string()),
    /** When an admin can remind by hand again; null: now. */
    next_manual_at: instant.nullable(),
    /** The reminders of the current week, the newest first. */
    sent: z.array(z.strictObject({ offset, at: instant, members: count, mail: count, push: count, reached: count })),
    /** Who was reminded in the current week, the newest first. */
    reminded: z.array(
      z.strictObject({
        user_id: id,
        name: z.string(),
        offset,
        at: instant,
        mail: z.boolean(),
        push: z.boolean(),
        arrived: z.enum(ARRIVALS).nullable(),
      }),
    ),
  })
  .meta({ id: 'Reminders' })
export type Reminders = z.output<typeof reminders>

/** The reminders of a member, the newest first, and what became of each. */
export const ownReminders = z.array(
  z
    .strictObject({
      week_id: id,
      offset,
      at: instant,
      mail: z.boolean(),
      push: z.boolean(),
      arrived: z.enum(ARRIVALS).nullable(),
    })
    .meta({ id: 'OwnReminder' }),
)
export type OwnReminder = z.output<typeof ownReminders>[number]

/** Changes the given settings and keeps the others. */
export const patchRemindersBody = z
  .object({
    enabled: z.boolean().optional(),
    hours_before: z
      .array(wholeNumber('Hours before the lock', 1, MAX_HOURS))
      .min(1, 'Give at least one time')
      .max(MAX_REMINDERS, `There can be ${MAX_REMINDERS} reminders at most`)
      .refine((hours) => new Set(hours).size === hours.length, { error: 'A time can be in the list only once' })
      .optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give enabled or hours_before',
  })
export type PatchRemindersBody = z.output<typeof patchRemindersBody>

/** Without a member, everybody who has not picked is reminded. */
export const sendRemindersBody = z.object({ user_id: idField<UserId>('User ID').optional() })

/** The number of members who were reminded by hand. */
export const remindedByHand = z.strictObject({ members: count })
