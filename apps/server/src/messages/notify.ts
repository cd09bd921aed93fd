import type { NewsKind } from '@outlast/contract/rest/notifications'
import { afterQuietHours, type Instant, mayBeNotified, type PoolState, type Position, type UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueueNotices, type NoticeDraft } from '../outbox/outbox.ts'
import { oneLine, paragraphs } from '../channels/mail/templates.ts'
import { type Recipient, channelsFor, type NoticeKind, readRecipients } from './preferences.ts'
import { unsubscribeToken } from './unsubscribe.ts'

/** A message to a member. Before a week's lock neither text may name a team. */
export interface NoticeMessage {
  /** The title of the push message; the mail's subject puts the pool's name before it. */
  readonly title: string
  /** One or two sentences: the text of the push message, and the first paragraph of the mail. */
  readonly summary: string
  /** More paragraphs for the mail. */
  readonly details?: readonly string[]
  /** The page to open, as a path: `/dashboard`. */
  readonly path: string
  /** The text of the link in the mail: `Make your pick`. */
  readonly action: string
}

/** A message to members, of a kind that each of them may have switched off. */
export interface Notice {
  readonly kind: NoticeKind
  readonly memberIds: readonly UserId[]
  readonly message: NoticeMessage
  /** The event that it is about, if admins can see what of it arrived. */
  readonly cause?: Position | undefined
  /** Whether its planner has minded quiet hours. Others wait for the morning. */
  readonly isTimed?: boolean
  /** When it becomes useless, in site time, which is real time unless it is overridden: then nothing expires. */
  readonly expiresAt?: Instant | undefined
  /** Until when it can wait for the morning, in site time, because its owner can do something about it until then. Default: `expiresAt`. */
  readonly actBefore?: Instant | undefined
}

/** The channels on which a member gets messages. */
export interface Channels {
  readonly mail: boolean
  readonly push: boolean
}

/** How many messages go out on each channel. A push message goes to each browser of a member. */
interface MessageCount {
  readonly mails: number
  readonly pushes: number
}

/** The pool at the moment of the notice, as an accepted command has it. */
interface Moment {
  readonly pool: PoolState
  /** Real time. */
  readonly now: Instant
}

/**
 * Queues messages to members. Call it inside the transaction that appends the events that the news is about, as `effects` of a
 * submitted command: the messages then exist if and only if the events do, and some process sends them once after the commit. Call
 * {@link Notifier.wake} after the submission.
 *
 * ```ts
 * await submit('ChangeRules', data, {
 *   effects: async (tx, { pool }) => {
 *     const memberIds = [...pool.users.keys()]
 *     await notifier.notify(tx, { pool, now }, [{ kind: 'rules', memberIds, message: rulesChanged(pool) }])
 *   },
 *   toResponse: () => null,
 * })
 * notifier.wake()
 * ```
 *
 * It notifies nobody until an admin switches on reminders and news, only admins under a site-time override, and nobody who has
 * switched the kind off. Quiet hours delay a notice to the member's next morning, unless that is too late. A member who is listed in several notices gets each.
 */
export interface Notifier {
  readonly notify: (tx: Kysely<Tables>, moment: Moment, notices: readonly Notice[]) => Promise<ReadonlyMap<UserId, Channels>>
  /** Counts the messages that {@link Notifier.notify} would queue. */
  readonly count: (db: Kysely<Tables>, moment: Moment, notices: readonly Notice[]) => Promise<MessageCount>
  /** Queues messages to one member regardless of switches and quiet hours: a test that the member asked for. */
  readonly test: (tx: Kysely<Tables>, id: UserId, message: NoticeMessage) => Promise<{ mail: number; push: number }>
  /** Sends what is queued. Call it after the commit. */
  readonly wake: () => void
}

export interface NotifierOptions {
  readonly publicUrl: string
  readonly clubName: () => string
  /** Signs the links that unsubscribe from mails. */
  readonly secret: string
  readonly wake: () => void
}

export function createNotifier(options: NotifierOptions): Notifier {
  return {
    notify: async (tx, moment, notices) => {
      const { drafts, notified } = await draftNotices(options, tx, moment, notices)
      await enqueueNotices(tx, drafts)
      return notified
    },
    count: async (db, moment, notices) => {
      const { drafts } = await draftNotices(options, db, moment, notices)
      const mails = drafts.filter(({ channel }) => channel === 'mail').length
      return { mails, pushes: drafts.length - mails }
    },
    test: async (tx, id, message) => {
      const recipient = (await readRecipients(tx, [id])).get(id)
      if (recipient === undefined) return { mail: 0, push: 0 }
      const channels = channelsFor(recipient, 'test')
      await enqueueNotices(tx, draftsFor(options, recipient, { kind: 'test', message }, channels, undefined))
      return { mail: Number(channels.mail), push: channels.push ? recipient.devices.length : 0 }
    },
    wake: options.wake,
  }
}

async function draftNotices(options: NotifierOptions, db: Kysely<Tables>, { pool, now }: Moment, notices: readonly Notice[]) {
  const notified = new Map<UserId, Channels>()
  const drafts: NoticeDraft[] = []
  const ids = new Set(notices.flatMap((notice) => notice.memberIds).filter((id) => mayBeNotified(pool, id)))
  if (!pool.reminders.enabled || ids.size === 0) return { drafts, notified }
  const recipients = await readRecipients(db, [...ids])
  for (const { expiresAt, actBefore = expiresAt, ...given } of notices) {
    const notice: Notice = pool.siteClock.mode === 'real' ? { ...given, expiresAt, actBefore } : given
    for (const id of notice.memberIds) {
      const recipient = ids.has(id) ? recipients.get(id) : undefined
      if (recipient === undefined) continue
      const channels = channelsFor(recipient, notice.kind)
      drafts.push(...draftsFor(options, recipient, notice, channels, quietUntil(recipient, now, notice)))
      if (channels.mail || channels.push) notified.set(id, merge(notified.get(id), channels))
    }
  }
  return { drafts, notified }
}

/** Returns when quiet hours end, if they apply. A notice that would come too late then does not wait. */
function quietUntil({ timeZone }: Recipient, now: Instant, { isTimed, actBefore }: Notice): Instant | undefined {
  if (isTimed === true) return undefined
  const morning = afterQuietHours(now, timeZone, actBefore)
  return morning === now ? undefined : morning
}

function draftsFor(
  { publicUrl, clubName, secret }: NotifierOptions,
  { userId, email, firstName, devices }: Recipient,
  { kind, message, expiresAt, cause }: Omit<Notice, 'memberIds'>,
  channels: Channels,
  notBefore: Instant | undefined,
): NoticeDraft[] {
  const draft = { kind, userId, expiresAt, notBefore, cause }
  const drafts: NoticeDraft[] = []
  if (channels.mail) {
    const unsubscribe = isNews(kind)
      ? `${publicUrl}/unsubscribe?token=${encodeURIComponent(unsubscribeToken(secret, { userId, kind }))}`
      : undefined
    drafts.push({
      ...draft,
      channel: 'mail',
      to: email,
      subject: oneLine(`${clubName()}: ${message.title}`),
      text: paragraphs(
        `Hello ${oneLine(firstName)},`,
        message.summary,
        ...(message.details ?? []),
        `${message.action}: ${publicUrl}${message.path}`,
        unsubscribe === undefined
          ? `You get this mail from ${oneLine(clubName())}. Choose what reaches you, and how: ${publicUrl}/account`
          : `You get this mail from ${oneLine(clubName())}. Choose what reaches you, and how: ${publicUrl}/account\nNo more mails like this: ${unsubscribe}`,
      ),
      options: unsubscribe === undefined ? {} : { unsubscribe },
    })
  }
  if (!channels.push) return drafts
  for (const { endpoint, p256dh, auth } of devices) {
    const options = { p256dh, auth, path: message.path }
    drafts.push({ ...draft, channel: 'push', to: endpoint, subject: message.title, text: message.summary, options })
  }
  return drafts
}

/** Returns whether members can switch a kind off, so that its mails have a link to unsubscribe. */
function isNews(kind: NoticeKind): kind is NewsKind {
  return kind !== 'pick_changed' && kind !== 'plan_void' && kind !== 'proxy_pick' && kind !== 'test'
}

function merge(a: Channels | undefined, b: Channels): Channels {
  return a === undefined ? b : { mail: a.mail || b.mail, push: a.push || b.push }
}
