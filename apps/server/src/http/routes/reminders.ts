import type { Reminders } from '@outlast/contract/rest/admin/reminders'
import {
  addMs,
  currentSiteTime,
  currentWeek,
  type Instant,
  membersWithoutPick,
  plannedReminders,
  type PoolState,
  type ReminderOffset,
  type Week,
  weekToRemindOf,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Notifier } from '../../notifications/notify.ts'
import { reminderCommand } from '../../notifications/send-reminders.ts'
import { HttpError } from '../../lib/http-error.ts'
import { startNews } from '../../news/check.ts'
import { hasWebhooks } from '../../webhooks/store.ts'
import { handlers } from '../handler.ts'

const MANUAL_EVERY_MS = 3_600_000

export interface ReminderDependencies {
  readonly db: Kysely<Tables>
  readonly pool: () => PoolState
  readonly notifier: Notifier
  readonly now: () => Instant
}

/** The reminders of missing picks, for admins. */
export function reminderRoutes(deps: ReminderDependencies) {
  return handlers({
    getReminders: async () => ({ status: 200, body: await read(deps) }),

    updateReminders: async ({ body }, { submit }) => {
      const change = { enabled: body.enabled, hoursBefore: body.hours_before }
      const wereOn = deps.pool().reminders.enabled
      await submit('ChangeReminders', change, {
        effects: async (tx, { events, pool }) => {
          for (const { type, data, position } of events) {
            if (type === 'RemindersChanged' && data.enabled && !wereOn && !(await hasWebhooks(tx)))
              await startNews(tx, pool, position)
          }
        },
        toResponse: () => null,
      })
      return { status: 200, body: await read(deps) }
    },

    sendReminders: async (_input, { submit, now }) => {
      const week = currentWeek(deps.pool())
      if (week === undefined) throw new HttpError('no_current_week')
      const { data, ...rest } = reminderCommand(deps.notifier, { week, offset: 'manual', zones: [], now })
      const body = await submit('SendReminders', data, rest)
      deps.notifier.wake()
      return { status: 200, body }
    },
  })
}

async function read({ db, pool: currentPool, now }: ReminderDependencies): Promise<Reminders> {
  const pool = currentPool()
  const { enabled, hoursBefore, lastManualAt } = pool.reminders
  const week = weekToRemindOf(pool, currentSiteTime(pool, now()))
  const next = lastManualAt === null ? null : addMs(lastManualAt, MANUAL_EVERY_MS)
  const shown = currentWeek(pool)
  return {
    enabled,
    hours_before: [...hoursBefore],
    week: week === undefined ? null : { id: week.id, week_number: week.weekNumber, lock_time: week.lockTime },
    planned: week === undefined ? [] : plannedReminders(pool, week).map(({ offset, at }) => ({ offset, at })),
    members_without_pick: week === undefined ? 0 : membersWithoutPick(pool, week).size,
    next_manual_at: next !== null && next > now() ? next : null,
    ...(shown === undefined ? { sent: [], reminded: [] } : await readReminded(db, shown)),
  }
}

async function readReminded(db: Kysely<Tables>, week: Week): Promise<Pick<Reminders, 'sent' | 'reminded'>> {
  const rows = await db
    .selectFrom('reminded_members as r')
    .innerJoin('accounts as a', 'a.user_id', 'r.user_id')
    .select(['r.position', 'r.user_id', 'r.reminder', 'r.mail', 'r.push', 'r.at', 'a.first_name', 'a.last_name'])
    .where('r.week_id', '=', week.id)
    .orderBy('r.position', 'desc')
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .execute()
  const sent = Array.from(Map.groupBy(rows, (row) => row.position).values(), (group) => ({
    offset: toOffset(group[0]?.reminder ?? ''),
    at: group[0]?.at ?? week.createdAt,
    members: group.length,
    mail: group.filter((row) => row.mail).length,
    push: group.filter((row) => row.push).length,
  }))
  const reminded = rows.map(({ user_id, first_name, last_name, reminder, at, mail, push }) => {
    return { user_id, name: `${first_name} ${last_name}`, offset: toOffset(reminder), at, mail, push }
  })
  return { sent, reminded }
}

/** The column holds `String(offset)`. */
function toOffset(reminder: string): ReminderOffset {
  if (reminder === 'kickoff' || reminder === 'manual') return reminder
  return Number(reminder)
}
