import type { Actor, CommandData, Instant, Position, ReminderOffset, Round, UserId, WeekId } from '@outlast/domain'
import { type Kysely, sql } from 'kysely'
import type { CommandSubmission } from '../commands/queued-command.ts'
import type { Tables } from '../database/tables.ts'
import { announcedUnder, recordAnnounced } from './announced.ts'
import type { Notifier, Channels } from './notify.ts'
import { channelsFor, readRecipients } from './preferences.ts'
import { reminderMessage } from './reminder-message.ts'

type Tx = Kysely<Tables>

interface ReminderToSend {
  /** Whether site time is overridden: what is sent then to admins does not count as sent in real time. */
  readonly isRehearsal: boolean
  readonly week: Round
  readonly offset: ReminderOffset
  /** The zones in which it is due; a reminder by hand goes to all members. */
  readonly zones: readonly string[]
  /** The only member to remind, with the offset `member`. */
  readonly memberId?: UserId | undefined
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
export function reminderCommand(
  notifier: Notifier,
  { isRehearsal, week, offset, zones, memberId, now }: ReminderToSend,
): ReminderCommand {
  const planned = { isRehearsal, week, reminder: String(offset) }
  return {
    data: async (tx) => {
      const done = isByHand(planned.reminder) ? [] : await zonesDone(tx, planned)
      const members = await reachableMembers(tx, planned)
      return {
        weekId: week.id,
        offset,
        members: memberId === undefined ? members : members.filter(({ userId }) => userId === memberId),
        zones: zones.filter((zone) => !done.includes(zone)),
        lastByHandAt: memberId === undefined ? undefined : await lastByHand(tx, planned, memberId),
      }
    },
    effects: async (tx, { reply, pool, events }) => {
      const cause = events.findLast((event) => event.type === 'ReminderSent')?.position
      const notices = reply.members.map(({ userId, entryIds }) => ({
        kind: 'reminder' as const,
        cause,
        isTimed: true,
        memberIds: [userId],
        message: reminderMessage(pool, pool.rounds.get(week.id) ?? week, entryIds, now),
        expiresAt: pool.rounds.get(week.id)?.lockTime,
      }))
      const notified = await notifier.notify(tx, { pool, now }, notices)
      const position = cause ?? (0 as Position)
      const sent = { ...planned, isRehearsal: pool.siteClock.mode !== 'real' }
      const key = reminderKey(sent, position)
      await recordAnnounced(tx, [
        ...reply.zones.map((zone) => ({ key: zoneKey(sent, zone), user_id: null, value: true })),
        ...Array.from(notified, ([userId, channels]) => {
          return { key, user_id: userId, value: { position, at: now, ...channels } satisfies Reminded }
        }),
      ])
    },
    toResponse: ({ reply }) => ({ members: reply.members.length }),
  }
}

/** Returns the members who want reminders and did not get this one. */
async function reachableMembers(tx: Tx, planned: Planned): Promise<CommandData['SendReminders']['members']> {
  const reminded = isByHand(planned.reminder) ? undefined : await remindedBefore(tx, planned)
  return [...(await readRecipients(tx, undefined)).values()].filter((recipient) => {
    const { mail, push } = channelsFor(recipient, 'reminder')
    return (mail || push) && reminded?.has(recipient.userId) !== true
  })
}

/** Returns when an admin last reminded a member of a week, with all members or alone; null if never. */
async function lastByHand(tx: Tx, of: WeekReminders, memberId: UserId): Promise<Instant | null> {
  const rows = await readReminded(tx, of)
  return rows.find(({ user_id, offset }) => user_id === memberId && isByHand(String(offset)))?.at ?? null
}

/**
 * Returns the time zones for which a reminder of a week has been processed: a member who had a pick at that time is not reminded if
 * it is cleared later.
 */
export async function zonesDone(db: Tx, planned: Planned): Promise<readonly string[]> {
  const prefix = zoneKey(planned, '')
  const rows = await announcedUnder(db, prefix).select('key').execute()
  return rows.map(({ key }) => key.slice(prefix.length))
}

async function remindedBefore(tx: Tx, planned: Planned): Promise<ReadonlySet<number | null>> {
  const rows = await tx.selectFrom('announced').select('user_id').where('key', '=', reminderKey(planned)).execute()
  return new Set(rows.map((row) => row.user_id))
}

/** The reminders of a week in real time, or in rehearsals: neither count for the other. */
export interface WeekReminders {
  readonly isRehearsal: boolean
  readonly week: Round
}

interface Planned extends WeekReminders {
  readonly reminder: string
}

const weekKey = (what: string, { isRehearsal, week }: WeekReminders): string =>
  `${isRehearsal ? 'rehearsed-' : ''}${what}:${week.id}:`
const zoneKey = (planned: Planned, zone: string): string => `${weekKey('reminder-zone', planned)}${planned.reminder}:${zone}`
const isByHand = (reminder: string): boolean => reminder === 'manual' || reminder === 'member'

/** The key of a reminder to members. An admin can send reminders by hand any number of times, so each has a key of its own. */
const reminderKey = (planned: Planned, position?: number): string =>
  `${weekKey('reminder', planned)}${planned.reminder}${isByHand(planned.reminder) ? `:${position}` : ''}`

/** What is kept of a reminder to a member. */
interface Reminded extends Channels {
  /** The position of its event in the log. */
  readonly position: Position
  readonly at: Instant
}

/** Returns who was reminded of a week, the newest reminder first. */
export async function readReminded(db: Tx, of: WeekReminders) {
  const rows = await announcedUnder(db, weekKey('reminder', of))
    .innerJoin('accounts as a', 'a.user_id', 'announced.user_id')
    .select(['announced.key', 'announced.value', 'a.user_id', 'a.first_name', 'a.last_name'])
    .orderBy(sql`(announced.value ->> 'position')::bigint`, 'desc')
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .execute()
  return rows.map(({ key, value, ...member }) => ({ ...member, ...(value as Reminded), offset: offsetOf(key.split(':')[2]) }))
}

/** Returns the reminders of a member, of all weeks, the newest first. */
export async function readRemindersOf(db: Tx, userId: UserId, isRehearsal: boolean) {
  const rows = await announcedUnder(db, `${isRehearsal ? 'rehearsed-' : ''}reminder:`)
    .where('user_id', '=', userId)
    .select(['key', 'value'])
    .orderBy(sql`(value ->> 'position')::bigint`, 'desc')
    .execute()
  return rows.map(({ key, value }) => {
    const [, week, offset] = key.split(':')
    return { ...(value as Reminded), weekId: Number(week) as WeekId, offset: offsetOf(offset) }
  })
}

/** Keys contain `String(offset)`. */
function offsetOf(reminder: string | undefined): ReminderOffset {
  if (reminder === 'kickoff' || reminder === 'manual' || reminder === 'member') return reminder
  return Number(reminder)
}
