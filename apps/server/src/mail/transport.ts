export interface OutgoingMail {
  /** Without angle brackets; the same for every attempt. */
  readonly messageId: string
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When it was queued, in milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
}

export interface MailTransport {
  /** The domain of message ids. */
  readonly domain: string
  /**
   * Resolves once the mail is delivered, e.g. accepted by the SMTP server.
   *
   * @throws MailRejected if a retry would be pointless; other errors may be retried
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The mail server permanently rejected the mail, e.g. because the address does not exist. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected'
}

/** Returns the domain of `MAIL_FROM`, which may be `a@b.example` or `Club <a@b.example>`. */
export function domainOf(from: string): string {
  const found = /@([\w.-]+)>?\s*$/.exec(from)
  return found?.[1] ?? 'localhost'
}
