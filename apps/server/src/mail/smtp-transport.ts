import { createTransport } from 'nodemailer'
import { domainOf, MailRefused, type MailTransport, type OutgoingMail } from './transport.ts'

/** How to reach the mail server, and how patient to be with it. */
export interface SmtpOptions {
  /** `SMTP_URL`, e.g. `smtps://user:password@mail.example:465`. */
  readonly url: string
  /** `MAIL_FROM`, e.g. `Club <pool@club.example>`. */
  readonly from: string
  /** For connecting, the greeting, and each silence within a conversation. */
  readonly timeoutMs?: number
  /** How many conversations at once. */
  readonly connections?: number
}

const TIMEOUT_MS = 20_000
const CONNECTIONS = 5

/** Mails by SMTP. A server that hangs is given up after the timeout. */
export function smtpTransport({ url, from, timeoutMs = TIMEOUT_MS, connections = CONNECTIONS }: SmtpOptions): MailTransport {
  const domain = domainOf(from)
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Texts are people's own: nothing in them may make us read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    domain,
    send: async (mail) => {
      try {
        await mailer.sendMail(messageOf(mail, from))
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(wordsOf(error)) : error
      }
    },
    close: () => mailer.close(),
  }
}

/** A mail in nodemailer's terms. The address is given as such, so that a comma in it cannot make two of one. */
export function messageOf(mail: OutgoingMail, from: string) {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.messageId}>`,
    date: new Date(mail.createdAtMs),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** 5xx to this recipient is for good; 5xx to anything else (a login, say) may be our configuration, and is tried again. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const response = 'responseCode' in error ? Number(error.responseCode) : 0
  const command = 'command' in error ? error.command : undefined
  return code === 'EENVELOPE' && (command === 'RCPT TO' || response === 0) && (response === 0 || response >= 500)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
