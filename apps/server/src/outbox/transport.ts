/** How a message leaves the pool. */
export type ChannelName = 'mail' | 'push' | 'webhook'

/** The data that a channel needs besides the address and the text. */
export interface MessageOptions {
  /** The URL that unsubscribes from mails of this kind, for the header `List-Unsubscribe` (RFC 8058). */
  readonly unsubscribe?: string
  /** The keys of a push subscription. */
  readonly p256dh?: string
  readonly auth?: string
  /** The page that a push message opens, as a path. */
  readonly path?: string
}

export interface OutgoingMessage {
  /** Without angle brackets; the same for every attempt. */
  readonly messageId: string
  readonly kind: string
  /** An e-mail address, the endpoint of a push subscription, or the id of a webhook. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When it was queued, in milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
  readonly options?: MessageOptions | null
  /** Milliseconds until the message expires; null if it never does. */
  readonly expiresInMs?: number | null
}

/** Delivers the messages of one channel. */
export interface Transport {
  /** The domain of message ids. */
  readonly domain: string
  /** Whether messages are only written to files, so that nobody gets them. */
  readonly isFolder?: true
  /**
   * Resolves once the message is delivered, e.g. accepted by the SMTP server, with the HTTP status of the answer if there is one.
   *
   * @param signal ends the attempt, which then rejects
   * @throws MessageRejected if a retry would be pointless; other errors may be retried
   */
  send(message: OutgoingMessage, signal?: AbortSignal): Promise<number | undefined>
  close(): void
}

/** An attempt failed, and may be repeated. The message is for admins. */
export class AttemptFailed extends Error {
  override readonly name: string = 'AttemptFailed'
  /** The HTTP status of the answer; null without one. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** The server does not take messages for this recipient now, and may later. It says nothing about messages for others. */
export class RecipientDeferred extends AttemptFailed {
  override readonly name = 'RecipientDeferred'
}

/** The server permanently rejected the message, e.g. because the address does not exist. */
export class MessageRejected extends AttemptFailed {
  override readonly name: string = 'MessageRejected'
}

/** The recipient no longer exists, e.g. a push subscription that its browser has ended. */
export class RecipientGone extends MessageRejected {
  override readonly name = 'RecipientGone'
}

/** Returns the domain of `MAIL_FROM`, which may be `a@b.example` or `Club <a@b.example>`. */
export function domainOf(from: string): string {
  const found = /@([\w.-]+)>?\s*$/.exec(from)
  return found?.[1] ?? 'localhost'
}

/** Returns the address of `MAIL_FROM` without the name. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}
