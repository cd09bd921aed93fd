import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mailOf } from './local-smtp.ts'

/** A mail that the pool wrote. */
export interface Mail {
  readonly subject: string
  readonly text: string
  /** Every address of a page in it, in order. */
  readonly links: readonly string[]
}

/** Reads what a pool without a mail server writes to files. */
export interface MailBox {
  /** The next mail to an address, waiting for it; each mail is given once. */
  waitFor(to: string): Promise<Mail>
  /** How many mails there are so far, to anybody. */
  count(): Promise<number>
}

const PATIENCE_MS = 20_000
const LOOK_MS = 25

/** The mail box of a pool whose mails go to a folder. */
export function mailBox(folder: string): MailBox {
  const given = new Set<string>()
  const list = async () => (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort()
  return {
    count: async () => (await list()).length,
    async waitFor(to) {
      const until = performance.now() + PATIENCE_MS
      while (performance.now() < until) {
        for (const name of (await list()).filter((one) => !given.has(one))) {
          const raw = await readFile(join(folder, name), 'utf8')
          if (!addresseesOf(raw).includes(to.toLowerCase())) continue
          given.add(name)
          const { subject, text } = mailOf(raw, '', [to])
          return { subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] }
        }
        await sleep(LOOK_MS)
      }
      throw new Error(`No mail to ${to} in ${PATIENCE_MS / 1000} seconds`)
    },
  }
}

function addresseesOf(raw: string): readonly string[] {
  return (
    /^to: (.*)/im
      .exec(raw)?.[1]
      ?.toLowerCase()
      .match(/[^\s<>,]+@[^\s<>,]+/g) ?? []
  )
}
