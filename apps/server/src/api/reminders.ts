import type { Reminders } from '@outlast/contract/rest/admin/reminders'
import {
  type Actor,
  addMs,
  currentSiteTime,
  currentRound,
  type Instant,
  membersWithoutPick,
  plannedReminders,
  type PoolState,
  visibleTo,
  type Round,
  weekToRemindOf,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Notifier } from '../messages/notify.ts'
import { readReminded, reminderCommand } from '../messages/send-reminders.ts'
import { HttpError } from '../lib/http-error.ts'
import { startNews } from '../messages/check-news.ts'
import { readNames } from '../accounts/accounts.ts'
import { hasWebhooks } from '../channels/webhook/store.ts'
import { readArrivals } from '../outbox/status.ts'
import { handlers } from '../http/handler.ts'

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
    getReminders: async (_input, { actor }) => ({ status: 200, body: await read(deps, actor) }),

    updateReminders: async ({ body }, { submit, actor }) => {
      const change = { enabled: body.enabled, hoursBefore: body.hours_before }
      const wereOn = deps.pool().reminders.enabled
      await submit('ChangeReminders', change, {
        effects: async (tx, { events, pool }) => {
          for (const event of events) {
            if (event.type === 'RemindersChanged' && event.data.enabled && !wereOn && !(await hasWebhooks(tx)))
              await startNews(tx, pool, event)
          }
        },
        toResponse: () => null,
      })
      return { status: 200, body: await read(deps, actor) }
    },

    sendReminders: async ({ body: { user_id: memberId } }, { submit, now }) => {
      const pool = deps.pool()
      const week = currentRound(pool)
      if (week === undefined) throw new HttpError('no_current_week')
      const { data, ...rest } = reminderCommand(deps.notifier, {
        isRehearsal: pool.siteClock.mode !== 'real',
        week,
        offset: memberId === undefined ? 'manual' : 'member',
        zones: [],
        memberId,
        now,
      })
      const sent = await submit('SendReminders', data, rest)
      deps.notifier.wake()
      return { status: 200, body: sent }
    },
  })
}

async function read({ db, pool: currentPool, now }: ReminderDependencies, actor: Actor): Promise<Reminders> {
  const pool = visibleTo(currentPool(), actor)
  const { enabled, hoursBefore, lastManualAt } = pool.reminders
  const siteNow = currentSiteTime(pool, now())
  const week = weekToRemindOf(pool, siteNow)
  const next = lastManualAt === null ? null : addMs(lastManualAt, MANUAL_EVERY_MS)
  const shown = currentRound(pool)
  const planned = week === undefined ? [] : plannedReminders(pool, week)
  const isDue = !enabled && planned.some(({ at }) => at <= siteNow)
  return {
    enabled,
    hours_before: [...hoursBefore],
    week: week === undefined ? null : { id: week.id, week_number: week.weekNumber, lock_time: week.lockTime },
    planned: planned.map(({ offset, at }) => ({ offset, at })),
    members_without_pick: week === undefined ? 0 : membersWithoutPick(pool, week, siteNow, () => true).size,
    due_now: week === undefined || !isDue ? [] : await readNames(db, [...membersWithoutPick(pool, week, siteNow).keys()]),
    next_manual_at: next !== null && next > now() ? next : null,
    ...(shown === undefined
      ? { sent: [], reminded: [] }
      : await sentOf(db, shown, await readReminded(db, { isRehearsal: pool.siteClock.mode !== 'real', week: shown }))),
  }
}

async function sentOf(
  db: Kysely<Tables>,
  week: Round,
  rows: Awaited<ReturnType<typeof readReminded>>,
): Promise<Pick<Reminders, 'sent' | 'reminded'>> {
  const arrivals = await readArrivals(
    db,
    rows.map(({ position }) => position),
  )
  const arrived = rows.map((row) => ({ ...row, arrived: arrivals.of(row.position, row.user_id, row) }))
  const sent = Array.from(Map.groupBy(arrived, (row) => row.position).values(), (group) => ({
    offset: group[0]?.offset ?? 'manual',
    at: group[0]?.at ?? week.createdAt,
    members: group.length,
    mail: group.filter((row) => row.mail).length,
    push: group.filter((row) => row.push).length,
    reached: group.filter((row) => row.arrived === 'sent').length,
  }))
  const reminded = arrived.map(({ user_id, first_name, last_name, offset, at, mail, push, arrived: what }) => {
    return { user_id, name: `${first_name} ${last_name}`, offset, at, mail, push, arrived: what }
  })
  return { sent, reminded }
}
