import type { Actor, CommandData, Instant, PoolState, ReminderOffset, UserId, Week } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { CommandSubmission } from '../commands/queued-command.ts'
import type { Tables } from '../database/tables.ts'
import type { Notifier, Channels } from './notify.ts'
import { channelsFor, readRecipients } from './preferences.ts'
import { reminderMessage } from './reminder-message.ts'

type Tx = Kysely<Tables>

interface ReminderToSend {
  readonly week: Week
  readonly offset: ReminderOffset
  /** The zones in which it is due; a reminder by hand goes to all members. */
  readonly zones: readonly string[]
  readonly now: Instant
}

type Submission = CommandSubmission<'SendReminders', { readonly members: number }>
interface ReminderCommand extends Required<Pick<Submission, 'effects' | 'toResponse'>> {
  readonly data: (tx: Tx) => Promise<CommandData['SendReminders']>
}

/** The sender of the reminders that the pool plans. */
export const PLANNER: Actor = { kind: 'system' }

/**
 * Returns the command that sends one reminder: who can be reached is read under the append lock, and who has not picked is
 * decided there. The event, the record of who was reminded, and the messages are written in one transaction, so that a crash
 * leaves all of them or none.
 */
export function reminderCommand(notifier: Notifier, { week, offset, zones, now }: ReminderToSend): ReminderCommand {
  const reminder = String(offset)
  return {
    data: async (tx) => {
      const done = offset === 'manual' ? [] : await zonesDone(tx, week, reminder)
      return {
        weekId: week.id,
        offset,
        members: await reachableMembers(tx, week, offset),
        zones: zones.filter((zone) => !done.includes(zone)),
      }
    },
    effects: async (tx, { reply, pool, events }) => {
      const notices = reply.members.map(({ userId, entryIds }) => ({
        kind: 'reminder' as const,
        memberIds: [userId],
        message: reminderMessage(pool, pool.weeks.get(week.id) ?? week, entryIds, now),
        expiresAt: expiryOf(pool, week),
      }))
      const notified = await notifier.notify(tx, { pool, now }, notices)
      const position = events.findLast((event) => event.type === 'ReminderSent')?.position ?? 0
      await recordReminded(tx, { position, weekId: week.id, reminder, at: now }, notified)
      await recordTimes(tx, week, reminder, reply.zones)
    },
    toResponse: ({ reply }) => ({ members: reply.members.length }),
  }
}

/** Returns the real time of the lock, which is unknown under a site-time override. */
function expiryOf(pool: PoolState, week: Week): Instant | undefined {
  return pool.siteClock.mode === 'real' ? pool.weeks.get(week.id)?.lockTime : undefined
}

/** Returns the members who want reminders and did not get this one. */
async function reachableMembers(tx: Tx, week: Week, offset: ReminderOffset): Promise<CommandData['SendReminders']['members']> {
  const reminded = offset === 'manual' ? undefined : await remindedBefore(tx, week, String(offset))
  return [...(await readRecipients(tx, undefined)).values()].filter((recipient) => {
    const { mail, push } = channelsFor(recipient, 'reminder')
    return (mail || push) && reminded?.has(recipient.userId) !== true
  })
}

/**
 * Returns the time zones for which a reminder of a week has been processed: a member who had a pick at that time is not reminded if
 * it is cleared later.
 */
export async function zonesDone(db: Tx, week: Week, reminder: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('reminder_times')
    .select('time_zone')
    .where('week_id', '=', week.id)
    .where('reminder', '=', reminder)
    .execute()
  return rows.map((row) => row.time_zone)
}

async function remindedBefore(tx: Tx, week: Week, reminder: string): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('reminded_members')
    .select('user_id')
    .where('week_id', '=', week.id)
    .where('reminder', '=', reminder)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const ROWS_PER_INSERT = 5000

async function recordReminded(
  tx: Tx,
  { position, weekId, reminder, at }: { position: number; weekId: number; reminder: string; at: Instant },
  notified: ReadonlyMap<UserId, Channels>,
): Promise<void> {
  const rows = Array.from(notified, ([userId, channels]) => ({
    position,
    user_id: userId,
    week_id: weekId,
    reminder,
    ...channels,
    at,
  }))
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    await tx
      .insertInto('reminded_members')
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .execute()
  }
}

async function recordTimes(tx: Tx, week: Week, reminder: string, zones: readonly string[]): Promise<void> {
  if (zones.length === 0) return
  await tx
    .insertInto('reminder_times')
    .values(zones.map((zone) => ({ week_id: week.id, reminder, time_zone: zone })))
    .execute()
}
