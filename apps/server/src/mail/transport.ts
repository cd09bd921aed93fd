/** A mail as it leaves. */
export interface OutgoingMail {
  /** Without angle brackets; the same at every attempt. */
  readonly messageId: string
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When it was written, milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: number
}

/** A way for mails to leave. */
export interface MailTransport {
  /** What comes after the `@` of message ids. */
  readonly domain: string
  /**
   * Resolves when the mail has been taken over for good, e.g. accepted by the SMTP server.
   * @throws MailRefused when another attempt would be in vain; anything else may be tried again
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** The mail server refused this mail for good (an address that does not exist). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The domain of `MAIL_FROM`, which may be `a@b.example` or `Club <a@b.example>`. */
export function domainOf(from: string): string {
  const found = /@([\w.-]+)>?\s*$/.exec(from)
  return found?.[1] ?? 'localhost'
}
