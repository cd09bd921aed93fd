import type { Notifications } from '@outlast/contract/rest/notifications'
import { type Actor, isSessionEnded, type PoolState, type UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import { findById } from '../accounts/accounts.ts'
import type { Tables } from '../database/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { writeOnce } from '../commands/write-once.ts'
import { HttpError } from '../lib/http-error.ts'
import type { Notifier } from '../messages/notify.ts'
import { changePreferences, channelsFor, eachKind, isSwitchedOn, readRecipients } from '../messages/preferences.ts'
import {
  isUsableKey,
  lockSubscriptions,
  refusedDevices,
  removeSubscription,
  saveSubscription,
} from '../channels/push/push-subscriptions.ts'
import { readUnsubscribeToken } from '../messages/unsubscribe.ts'
import { resolveTarget, TargetRejected, type TargetRules } from '../channels/webhook/target.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'

export interface NotificationDependencies {
  readonly db: Kysely<Tables>
  readonly pool: () => PoolState
  /** Reads the events that a transaction sees. */
  readonly readNewEvents: (tx: Kysely<Tables>) => Promise<void>
  readonly notifier: Notifier
  readonly limits: RateLimits
  /** The public VAPID key. */
  readonly pushKey: string
  /** Signs the links in mails. */
  readonly secret: string
  /** Which push services may be used. */
  readonly targets: TargetRules
}

/** How members get reminders and news. These are personal settings, so they are not in the log. */
export function notificationRoutes(deps: NotificationDependencies) {
  const { db, notifier, limits } = deps
  return handlers({
    getNotifications: async (_input, { viewer }) => ({ status: 200, body: await read(deps, memberId(viewer)) }),

    updateNotifications: async ({ body }, { viewer, idempotency }) => {
      const id = memberId(viewer)
      await writeOnce(db, idempotency, (tx) => changePreferences(tx, id, body))
      return { status: 200, body: await read(deps, id) }
    },

    addPushSubscription: async ({ body }, { viewer, sessionId, actor, idempotency }) => {
      const id = memberId(viewer)
      await requirePublicAddress(body.endpoint, deps.targets)
      if (!isUsableKey(body.keys.p256dh)) throw new HttpError('push_address_invalid')
      await writeOnce(db, idempotency, async (tx) => {
        await lockSubscriptions(tx, id)
        await deps.readNewEvents(tx)
        if (!isSignedIn(deps.pool(), actor)) throw new HttpError('token_revoked')
        await saveSubscription(tx, { userId: id, sessionId }, body)
      })
      return { status: 200, body: await read(deps, id) }
    },

    removePushSubscription: async ({ body }, { viewer, idempotency }) => {
      const id = memberId(viewer)
      await writeOnce(db, idempotency, (tx) => removeSubscription(tx, body.endpoint, id))
      return NO_CONTENT
    },

    testNotifications: async (_input, { viewer, idempotency }) => {
      const id = memberId(viewer)
      const body = await writeOnce(db, idempotency, async (tx) => {
        await limits.testMessage(id)
        const refused = (await refusedDevices(tx, id)).length
        return { ...(await notifier.test(tx, id, TEST)), refused }
      })
      notifier.wake()
      return { status: 200, body }
    },

    unsubscribe: async ({ query }) => {
      const link = readUnsubscribeToken(deps.secret, query.token)
      if (link === undefined) throw new HttpError('unsubscribe_link_invalid')
      // The account may be deleted by now: it gets no more mails either way.
      if ((await findById(db, link.userId)) !== undefined)
        await changePreferences(db, link.userId, { news: { [link.kind]: false } })
      return { status: 200, body: { message: UNSUBSCRIBED } }
    },
  })
}

const UNSUBSCRIBED = 'You get no more messages of this kind. You can switch them on again on your account page.'

const TEST = {
  title: 'It works',
  summary: 'This is the test that you asked for. Reminders and news will reach you here.',
  path: '/account',
  action: 'Your account',
}

/** Rejects an endpoint in the club's own network, since its address comes from a user. */
async function requirePublicAddress(endpoint: string, targets: TargetRules): Promise<void> {
  try {
    await resolveTarget(new URL(endpoint), targets)
  } catch (error) {
    if (error instanceof TargetRejected) throw new HttpError('push_address_invalid')
    throw error
  }
}

/** Returns whether the login of a request has not ended since the request was authenticated. */
function isSignedIn(pool: PoolState, actor: Actor): boolean {
  if (actor.kind !== 'user') return false
  const user = pool.users.get(actor.userId)
  return user?.tokenVersion === actor.tokenVersion && !isSessionEnded(user, actor.sessionId)
}

function memberId(viewer: Viewer): UserId {
  if (viewer.kind === 'visitor') throw new HttpError('unauthenticated')
  return viewer.userId
}

async function read({ db, pool, pushKey }: NotificationDependencies, id: UserId): Promise<Notifications> {
  const recipient = (await readRecipients(db, [id])).get(id)
  if (recipient === undefined) throw new HttpError('unauthenticated')
  const refused = await refusedDevices(db, id)
  const newsBy = eachKind((kind) => {
    const { mail, push } = channelsFor(recipient, kind)
    return mail ? (push ? 'both' : 'mail') : push ? 'push' : 'none'
  })
  return {
    enabled: pool().reminders.enabled,
    channel: recipient.channel,
    time_zone: recipient.timeZone,
    news: eachKind((kind) => isSwitchedOn(recipient, kind)),
    news_by: newsBy,
    devices: recipient.devices.length,
    refused_devices: refused.map(({ device, status, refusedAt }) => ({ device, status, refused_at: refusedAt })),
    push_key: pushKey,
  }
}
