import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'

/**
 * How the mail server goes wrong: `refuse` refuses the recipient for good (550), `busy` for now (451), `hang` takes the
 * mail and never says yes, `mute` does not even greet, `forget` takes the mail and drops the line before saying yes.
 */
export type MailMisbehaviour = 'refuse' | 'busy' | 'hang' | 'mute' | 'forget'

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly messageId: string
  /** The decoded text, with plain line feeds. */
  readonly text: string
  readonly raw: string
}

/** A real SMTP server on this machine. */
export interface LocalSmtp {
  /** What to give as `SMTP_URL`. */
  readonly url: string
  /** Mails taken so far, oldest first; those of `forget` among them. */
  readonly received: readonly ReceivedMail[]
  misbehave(how: MailMisbehaviour | undefined, times?: number): void
  stop(): Promise<void>
}

/** Starts it on a free port, or on a given one to come back after an outage. */
export async function startLocalSmtp(port = 0): Promise<LocalSmtp> {
  const received: ReceivedMail[] = []
  let wrong: { how: MailMisbehaviour; left: number } | undefined
  const goesWrong = (...kinds: MailMisbehaviour[]): MailMisbehaviour | undefined => {
    if (wrong === undefined || wrong.left <= 0 || !kinds.includes(wrong.how)) return undefined
    wrong.left -= 1
    return wrong.how
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 1,
    logger: false,
    onConnect: (_session, callback) => {
      if (goesWrong('mute') === undefined) callback()
    },
    onRcptTo: (_address, _session, callback) => {
      const how = goesWrong('refuse', 'busy')
      if (how === undefined) callback()
      else callback(Object.assign(new Error('not this one'), { responseCode: how === 'refuse' ? 550 : 451 }))
    },
    onData: async (stream, session, callback) => {
      const raw = await textOf(stream).catch(() => undefined)
      // The sender hung up in the middle.
      if (raw === undefined) return
      const how = goesWrong('hang', 'forget')
      if (how === 'hang') return
      const { mailFrom, rcptTo } = session.envelope
      received.push(
        mailOf(
          raw,
          mailFrom === false ? '' : mailFrom.address,
          rcptTo.map(({ address }) => address),
        ),
      )
      if (how === 'forget') for (const connection of server.connections) connection.close()
      else callback()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    misbehave: (how, times = Infinity) => {
      wrong = how === undefined ? undefined : { how, left: times }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads a mail of one text part. */
export function mailOf(raw: string, from: string, to: readonly string[]): ReceivedMail {
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
