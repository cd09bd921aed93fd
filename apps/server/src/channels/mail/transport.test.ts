import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseMail, startLocalSmtp, type LocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { fileTransport } from './file-transport.ts'
import { smtpTransport } from './smtp-transport.ts'
import { domainOf, MessageRejected, RecipientDeferred, type Transport, type OutgoingMessage } from '../../outbox/transport.ts'

const FROM = 'The Club <pool@club.example>'
const MAIL: OutgoingMessage = {
  messageId: '0f0e@club.example',
  kind: 'password_reset',
  to: 'ann@x.example',
  subject: 'Set a new password',
  text: 'Grüße,\n\nhttps://pool.example/reset-password?token=abc=\n.\nthe end\n',
  createdAtMs: Date.UTC(2026, 8, 6, 16),
}

describe('smtpTransport', () => {
  let smtp: LocalSmtp
  let transport: Transport
  beforeEach(async () => {
    smtp = await startLocalSmtp()
    transport = smtpTransport({ url: smtp.url, from: FROM, timeoutMs: 300 })
  })
  afterEach(async () => {
    transport.close()
    await smtp.stop()
  })

  it('delivers a mail unchanged', async () => {
    await transport.send(MAIL)
    expect(smtp.received).toMatchObject([
      {
        from: 'pool@club.example',
        to: ['ann@x.example'],
        subject: MAIL.subject,
        text: MAIL.text,
        messageId: '<0f0e@club.example>',
      },
    ])
    expect(smtp.received[0]?.raw).toContain('\r\nDate: Sun, 06 Sep 2026 16:00:00 +0000\r\n')
    expect(smtp.received[0]?.raw).toContain('Auto-Submitted: auto-generated\r\n')
  })

  it('does not let a subject or an address add a recipient or a header', async () => {
    await transport.send({ ...MAIL, subject: 'one\r\nBcc: eve@x.example' })
    await transport.send({ ...MAIL, to: 'ann@x.example, eve@x.example' }).catch(() => undefined)
    await transport.send({ ...MAIL, to: 'ann@x.example>\r\nRCPT TO:<eve@x.example' }).catch(() => undefined)
    expect(smtp.received.flatMap((mail) => mail.to)).not.toContain('eve@x.example')
    expect(smtp.received[0]?.raw).not.toMatch(/^bcc:/im)
  })

  it('throws MessageRejected only for a permanent rejection', async () => {
    smtp.failWith('refuse', 1)
    await expect(transport.send(MAIL)).rejects.toThrow(MessageRejected)
    smtp.failWith('busy', 1)
    await expect(transport.send(MAIL)).rejects.toThrow(RecipientDeferred)
    await transport.send(MAIL)
    expect(smtp.received).toHaveLength(1)
  })

  it.each(['hang', 'mute', 'forget'] as const)('fails with a retryable error when the server misbehaves: %s', async (how) => {
    smtp.failWith(how, 1)
    const error: unknown = await transport.send(MAIL).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    for (const ofRecipient of [MessageRejected, RecipientDeferred]) expect(error).not.toBeInstanceOf(ofRecipient)
    await transport.send(MAIL)
    expect(smtp.received.map((mail) => mail.messageId)).toEqual(
      Array.from({ length: how === 'forget' ? 2 : 1 }, () => '<0f0e@club.example>'),
    )
  })

  it('fails with a retryable error when the server is unreachable', async () => {
    await smtp.stop()
    await expect(transport.send(MAIL)).rejects.not.toBeInstanceOf(MessageRejected)
  })
})

describe('fileTransport', () => {
  let parent: string
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'outlast-mail-'))
  })
  afterEach(() => rm(parent, { recursive: true }))

  it('writes each mail to one file that only its owner can read', async () => {
    const lines: string[] = []
    const folder = join(parent, 'data', 'mail')
    const transport = fileTransport({ folder, from: FROM, log: pino({}, { write: (line) => void lines.push(line) }) })
    await transport.send(MAIL)
    await transport.send(MAIL)
    await transport.send({ ...MAIL, messageId: '1f1e@club.example', kind: 'broadcast' })
    transport.close()
    const names = (await readdir(folder)).toSorted()
    expect(names).toEqual(['2026-09-06T160000Z-broadcast-1f1e.eml', '2026-09-06T160000Z-password_reset-0f0e.eml'])
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mail = parseMail(await readFile(join(folder, names[1] ?? ''), 'utf8'), '', [])
    expect(mail).toMatchObject({ subject: MAIL.subject, text: MAIL.text, messageId: '<0f0e@club.example>' })
    expect(mail.raw).toContain('To: ann@x.example\r\n')
    expect(lines).toHaveLength(1)
  })
})

it.each([
  ['pool@club.example', 'club.example'],
  ['The Club <pool@club.example>', 'club.example'],
  ['nobody', 'localhost'],
])('domainOf: returns the domain of %s', (from, domain) => {
  expect(domainOf(from)).toBe(domain)
})
