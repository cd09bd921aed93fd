import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseMail } from './local-smtp.ts'

/** An email that the pool wrote. */
export interface Mail {
  readonly subject: string
  readonly text: string
  /** Every URL in the text, in order. */
  readonly links: readonly string[]
}

/** Reads the emails that a pool without a mail server writes to files. */
export interface Mailbox {
  /** Waits for the next email to an address. Each email is returned once. */
  waitFor(to: string): Promise<Mail>
  /** Returns the number of emails to all addresses. */
  count(): Promise<number>
}

const TIMEOUT_MS = 20_000
const POLL_MS = 25

/** Opens the mailbox of a pool that writes its emails to a folder. */
export function openMailbox(folder: string): Mailbox {
  const returned = new Set<string>()
  const list = async () => (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort()
  return {
    count: async () => (await list()).length,
    async waitFor(to) {
      const deadline = performance.now() + TIMEOUT_MS
      while (performance.now() < deadline) {
        for (const name of (await list()).filter((one) => !returned.has(one))) {
          const raw = await readFile(join(folder, name), 'utf8')
          if (!recipientsOf(raw).includes(to.toLowerCase())) continue
          returned.add(name)
          const { subject, text } = parseMail(raw, '', [to])
          return { subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] }
        }
        await sleep(POLL_MS)
      }
      throw new Error(`No mail to ${to} within ${TIMEOUT_MS / 1000} seconds`)
    },
  }
}

function recipientsOf(raw: string): readonly string[] {
  const to = /^to: (.*)/im.exec(raw)?.[1]?.toLowerCase()
  return to?.match(/[^\s<>,]+@[^\s<>,]+/g) ?? []
}
