import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { messageOf } from './smtp-transport.ts'
import { domainOf, type MailTransport } from './transport.ts'

/** Where mails go while there is no mail server. */
export interface FileTransportOptions {
  /** Created when missing; it and the mails can be read by their owner alone, since links in them open accounts. */
  readonly folder: string
  readonly from: string
  readonly log: Pick<Logger, 'info'>
}

/** Writes each mail to `<folder>/<time>-<kind>-<id>.eml`, and says so once. An attempt that is repeated replaces its file. */
export function fileTransport({ folder, from, log }: FileTransportOptions): MailTransport {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  log.info({ folder }, 'SMTP_URL is not set: mails are written to files')
  return {
    domain: domainOf(from),
    send: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await composer.sendMail(messageOf(mail, from))
      const time = Temporal.Instant.fromEpochMilliseconds(Math.trunc(mail.createdAtMs)).toString({ smallestUnit: 'second' })
      const name = `${time.replaceAll(':', '')}-${mail.kind}-${mail.messageId.replace(/@.*/, '')}.eml`
      const unfinished = join(folder, `.${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
    close: () => composer.close(),
  }
}
