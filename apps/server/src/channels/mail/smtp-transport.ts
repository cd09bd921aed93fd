import { createTransport } from 'nodemailer'
import { domainOf, MessageRejected, RecipientDeferred, type Transport, type OutgoingMessage } from '../../outbox/transport.ts'

interface SmtpOptions {
  /** `SMTP_URL`, e.g. `smtps://user:password@mail.example:465`. */
  readonly url: string
  /** `MAIL_FROM`, e.g. `Club <pool@club.example>`. */
  readonly from: string
  /** The timeout for the connection, the greeting, and each reply, in milliseconds. */
  readonly timeoutMs?: number
  /** The maximum number of connections. */
  readonly connections?: number
}

const TIMEOUT_MS = 20_000
const CONNECTIONS = 5

interface SmtpTransport extends Transport {
  /** Connects and signs in, without sending anything. Rejects if that fails. */
  verify(): Promise<void>
}

/** Sends mails by SMTP. */
export function smtpTransport({ url, from, timeoutMs = TIMEOUT_MS, connections = CONNECTIONS }: SmtpOptions): SmtpTransport {
  const domain = domainOf(from)
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Users write the texts, so nodemailer must not read files or fetch URLs that they contain.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    domain,
    send: async (mail) => {
      try {
        await mailer.sendMail(toNodemailerMessage(mail, from))
        return undefined
      } catch (error) {
        throw recipientErrorOf(error) ?? error
      }
    },
    verify: async () => void (await mailer.verify()),
    close: () => mailer.close(),
  }
}

/** Converts a mail to nodemailer's format. The address is passed as an object, so that a comma in it cannot add a recipient. */
export function toNodemailerMessage(mail: OutgoingMessage, from: string) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.messageId}>`,
    date: new Date(mail.createdAtMs),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.options?.unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${mail.options.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
}

const SERVICE_CLOSING = 421

/**
 * Returns the refusal of the recipient, for good or for now. Another 5xx reply, e.g. to the login, may be a configuration error and is retried,
 * and with 421 the server closes the connection regardless of the recipient.
 */
function recipientErrorOf(error: unknown): MessageRejected | RecipientDeferred | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return undefined
  const response = 'responseCode' in error ? Number(error.responseCode) : 0
  const command = 'command' in error ? error.command : undefined
  if (response === 0) return new MessageRejected(error.message)
  if (command !== 'RCPT TO' || response === SERVICE_CLOSING) return undefined
  return response >= 500 ? new MessageRejected(error.message) : new RecipientDeferred(error.message)
}
