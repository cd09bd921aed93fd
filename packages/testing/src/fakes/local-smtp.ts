import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/**
 * How the mail server fails: `refuse` rejects the recipient permanently (550), `busy` rejects it temporarily (451), `hang`
 * accepts the email and never acknowledges it, `mute` sends no greeting, `forget` accepts the email and closes the connection
 * before it acknowledges it.
 */
export type MailFault = 'refuse' | 'busy' | 'hang' | 'mute' | 'forget'

/** An email as the server received it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly messageId: string
  /** The decoded text, with line feeds only. */
  readonly text: string
  readonly raw: string
}

/** A real SMTP server on this machine. */
export interface LocalSmtp {
  /** What to give as `SMTP_URL`. */
  readonly url: string
  /** The received emails, oldest first, including those of `forget`. */
  readonly received: readonly ReceivedMail[]
  /** Fails for the next emails: a number of times, or until it is called with `undefined`. */
  failWith(fault: MailFault | undefined, times?: number): void
  stop(): Promise<void>
}

/** Returns a pool's setting for its mail server; without an address, for one that nobody answers. */
export function mailSetting(url = 'smtp://127.0.0.1:9') {
  return { kind: 'smtp', url, from: 'Club <pool@club.example>' } as const
}

/** Starts a mail server on a free port, or on a given one to return after an outage. */
export async function startLocalSmtp(port = 0): Promise<LocalSmtp> {
  const received: ReceivedMail[] = []
  let failure: { fault: MailFault; remaining: number } | undefined
  const takeFault = (...faults: MailFault[]): MailFault | undefined => {
    if (failure === undefined || failure.remaining <= 0 || !faults.includes(failure.fault)) return undefined
    failure.remaining -= 1
    return failure.fault
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1,
    logger: false,
    onConnect: (_session, callback) => {
      if (takeFault('mute') === undefined) callback()
    },
    onRcptTo: (_address, _session, callback) => {
      const fault = takeFault('refuse', 'busy')
      if (fault === undefined) callback()
      else callback(Object.assign(new Error('recipient rejected'), { responseCode: fault === 'refuse' ? 550 : 451 }))
    },
    onData: async (stream, session, callback) => {
      const raw = await textOf(stream).catch(() => undefined)
      // The sender closed the connection before the end.
      if (raw === undefined) return
      const fault = takeFault('hang', 'forget')
      if (fault === 'hang') return
      const { mailFrom, rcptTo } = session.envelope
      received.push(
        parseMail(
          raw,
          mailFrom === false ? '' : mailFrom.address,
          rcptTo.map(({ address }) => address),
        ),
      )
      if (fault === 'forget') for (const connection of server.connections) connection.close()
      else callback()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    failWith: (fault, times = Infinity) => {
      failure = fault === undefined ? undefined : { fault, remaining: times }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses an email with one text part. */
export function parseMail(raw: string, from: string, to: readonly string[]): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''
  const body = rest.join('\r\n\r\n')
  return {
    from,
    to,
    subject: header('subject'),
    messageId: header('message-id'),
    text: decode(body, header('content-transfer-encoding')).replaceAll('\r\n', '\n'),
    raw,
  }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
