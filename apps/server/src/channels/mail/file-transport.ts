import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { toNodemailerMessage } from './smtp-transport.ts'
import { domainOf, type Transport } from '../../outbox/transport.ts'

interface FileTransportOptions {
  /** Created if missing. The folder and the mails are readable only by their owner, since links in them give access to accounts. */
  readonly folder: string
  readonly from: string
  readonly log: Pick<Logger, 'info'>
}

/** Writes each mail to `<folder>/<time>-<kind>-<id>.eml`. A repeated attempt replaces its file. */
export function fileTransport({ folder, from, log }: FileTransportOptions): Transport {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  log.info({ folder }, 'SMTP_URL is not set; mails are written to files')
  return {
    domain: domainOf(from),
    isFolder: true,
    send: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail(toNodemailerMessage(mail, from))
      const time = Temporal.Instant.fromEpochMilliseconds(Math.trunc(mail.createdAtMs)).toString({ smallestUnit: 'second' })
      const name = `${time.replaceAll(':', '')}-${mail.kind}-${mail.messageId.replace(/@.*/, '')}.eml`
      const partial = join(folder, `.${name}.part`)
      await writeFile(partial, message, { mode: 0o600 })
      await rename(partial, join(folder, name))
      return undefined
    },
    close: () => composer.close(),
  }
}
