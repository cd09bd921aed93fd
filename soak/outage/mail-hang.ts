import { post } from '@outlast/testing/members/members'
import { type LocalSmtp, type MailMisbehaviour, startLocalSmtp } from '@outlast/testing/fakes/local-smtp'
import { startPoolHere } from '@outlast/testing/members/open-pool'
import { type Demand, none, type Scenario, told } from '../support/scenario.ts'
import { goThroughWith, type Outage, type OutageSizes, SMALL } from './outage.ts'

/** In the order they come: no greeting at all, no yes to the mail, and a line that drops after the mail was taken. */
const WAYS = ['mute', 'hang', 'forget'] as const satisfies readonly MailMisbehaviour[]
const ARRIVES_WITHIN_MS = 600_000

interface MailSizes extends OutageSizes {
  /** How long one answer of the mail server is waited for, and until the next attempt, in milliseconds. */
  readonly timeout: number
  readonly retry: number
}

/** A mail server that takes the connection and hangs: members go on, and every mail arrives once it answers again. */
export const mailHang: Scenario<MailSizes> = {
  name: 'mail-hang',
  about: 'a mail server that never greets, never says yes, or drops the line after taking a mail',
  sizes: { seconds: 25, rate: 50, timeout: 20_000, retry: 30_000 },
  short: { seconds: 2, rate: 40, timeout: 400, retry: 300 },
  async run(context, sizes) {
    const database = await context.database()
    const smtp = await startLocalSmtp()
    const config = { mail: { kind: 'smtp', url: smtp.url, from: 'Club <pool@club.example>' } } as const
    const mailPace = { timeoutMs: sizes.timeout, retryMs: sizes.retry }
    const pool = await startPoolHere({ ...SMALL, fans: 2 * WAYS.length }, { database, config, overrides: { mailPace } })
    const asked: Asked[] = []
    try {
      const outages = WAYS.map((way, i): Outage => {
        const begin = async () => {
          smtp.misbehave(way)
          // Each of its own: a second request takes the place of a mail that waits.
          for (const fan of [2 * i, 2 * i + 1]) asked.push(await askForReset(pool.url(0), `fan${fan}@club.example`))
          return async () => smtp.misbehave(undefined)
        }
        return { what: `mail server: ${way}`, stopsPicks: false, seconds: sizes.seconds, begin }
      })
      const arriving = outages.map((outage, i) => (i < outages.length - 1 ? outage : untilArrived(outage, smtp, asked)))
      const demands = await goThroughWith(context, pool, database.connectionString, sizes, arriving)
      return {
        title: `A mail server that hangs for ${sizes.seconds} s, in ${WAYS.length} ways`,
        demands: [...demands, ...judge(asked, smtp)],
        notes: [`An answer is waited for ${sizes.timeout} ms, and a mail is tried again after ${sizes.retry} ms.`],
      }
    } finally {
      await smtp.stop()
      await database.drop()
    }
  },
}

interface Asked {
  readonly email: string
  readonly status: number
}

async function askForReset(url: string, email: string): Promise<Asked> {
  const { status } = await post<unknown>(url, '/api/password-reset/request', undefined, { email })
  return { email, status }
}

/** Its end comes when every mail has arrived: the pool must not be stopped before. */
function untilArrived(outage: Outage, smtp: LocalSmtp, asked: readonly Asked[]): Outage {
  return {
    ...outage,
    begin: async (pool) => {
      const end = await outage.begin(pool)
      return async () => {
        await end()
        const deadline = performance.now() + ARRIVES_WITHIN_MS
        while (missing(asked, smtp).length > 0 && performance.now() < deadline)
          await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/** Members whose mail has not arrived. */
function missing(asked: readonly Asked[], smtp: LocalSmtp): readonly string[] {
  const arrived = new Set(smtp.received.flatMap(({ to }) => to))
  return asked.map(({ email }) => email).filter((email) => !arrived.has(email))
}

function judge(asked: readonly Asked[], smtp: LocalSmtp): readonly Demand[] {
  const ids = smtp.received.map(({ messageId }) => messageId)
  return [
    none(
      'requests for a mail that were not taken',
      asked.filter(({ status }) => status >= 300),
    ),
    none('members with a mail that never arrived', missing(asked, smtp)),
    told('mails that arrived', new Set(ids).size),
    told('of them more than once, as the line dropped after they were taken', ids.length - new Set(ids).size),
  ]
}
