import type { NewsKind } from '@outlast/contract/rest/notifications'
import { afterQuietHours, type Instant, mayBeTold, type PoolState, type UserId } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { enqueueNotices, type NoticeDraft } from '../mail/outbox.ts'
import { oneLine, paragraphs } from '../mail/templates.ts'
import { type Addressee, channelsFor, type NoticeKind, readAddressees } from './preferences.ts'
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
  /** What the link says in the mail: `Make your pick`. */
  readonly action: string
}

/** A message to members, of a kind that each of them may have switched off. */
export interface Notice {
  readonly kind: NoticeKind
  readonly memberIds: readonly UserId[]
  readonly message: NoticeMessage
  /** When it becomes worthless, in real time. */
  readonly expiresAt?: Instant | undefined
}

/** The channels on which a member gets messages. */
export interface Told {
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
 * Tells members something. Call it inside of the transaction that appends the events which the news is about, as
 * `effects` of a submitted command: the messages then exist exactly if the events do, and are sent after the commit, once, whichever
 * process does it. Call {@link Notifier.wake} after the submission.
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
 * It tells nobody while an admin has not switched reminders and news on, only admins under a site-time override, and nobody who
 * switched the kind off. Quiet hours delay a notice to the morning of its member. Members who are named twice get each notice.
 */
export interface Notifier {
  readonly notify: (tx: Kysely<Tables>, moment: Moment, notices: readonly Notice[]) => Promise<ReadonlyMap<UserId, Told>>
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
  /** Signs the links that end mails. */
  readonly secret: string
  readonly wake: () => void
}

export function createNotifier(options: NotifierOptions): Notifier {
  return {
    notify: async (tx, moment, notices) => {
      const { drafts, told } = await draftNotices(options, tx, moment, notices)
      await enqueueNotices(tx, drafts)
      return told
    },
    count: async (db, moment, notices) => {
      const { drafts } = await draftNotices(options, db, moment, notices)
      const mails = drafts.filter(({ channel }) => channel === 'mail').length
      return { mails, pushes: drafts.length - mails }
    },
    test: async (tx, id, message) => {
      const addressee = (await readAddressees(tx, [id])).get(id)
      if (addressee === undefined) return { mail: 0, push: 0 }
      const channels = channelsFor(addressee, 'test')
      await enqueueNotices(tx, draftsFor(options, addressee, { kind: 'test', message }, channels, undefined))
      return { mail: Number(channels.mail), push: channels.push ? addressee.devices.length : 0 }
    },
    wake: options.wake,
  }
}

async function draftNotices(options: NotifierOptions, db: Kysely<Tables>, { pool, now }: Moment, notices: readonly Notice[]) {
  const told = new Map<UserId, Told>()
  const drafts: NoticeDraft[] = []
  const ids = new Set(notices.flatMap((notice) => notice.memberIds).filter((id) => mayBeTold(pool, id)))
  if (!pool.reminders.enabled || ids.size === 0) return { drafts, told }
  const addressees = await readAddressees(db, [...ids])
  for (const notice of notices) {
    for (const id of notice.memberIds) {
      const addressee = ids.has(id) ? addressees.get(id) : undefined
      if (addressee === undefined) continue
      const channels = channelsFor(addressee, notice.kind)
      drafts.push(...draftsFor(options, addressee, notice, channels, quietUntil(addressee, now, notice)))
      if (channels.mail || channels.push) told.set(id, merge(told.get(id), channels))
    }
  }
  return { drafts, told }
}

/** The planner of reminders has moved them already, and a reminder that has to come at night must. */
function quietUntil({ timeZone }: Addressee, now: Instant, { kind }: Notice): Instant | undefined {
  if (kind === 'reminder') return undefined
  const morning = afterQuietHours(now, timeZone)
  return morning === now ? undefined : morning
}

function draftsFor(
  { publicUrl, clubName, secret }: NotifierOptions,
  { userId, email, firstName, devices }: Addressee,
  { kind, message, expiresAt }: Omit<Notice, 'memberIds'>,
  channels: Told,
  notBefore: Instant | undefined,
): NoticeDraft[] {
  const draft = { kind, userId, expiresAt, notBefore }
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

/** Whether members can switch a kind off, so that its mails have a link that does. */
function isNews(kind: NoticeKind): kind is NewsKind {
  return kind !== 'pick_changed' && kind !== 'test'
}

function merge(a: Told | undefined, b: Told): Told {
  return a === undefined ? b : { mail: a.mail || b.mail, push: a.push || b.push }
}
