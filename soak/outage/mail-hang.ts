import { mailSetting } from '@outlast/testing/fakes/local-smtp'
import { type LocalSmtp, type MailFault, sendJson, startLocalSmtp, startOpenPoolInProcess, waitUntil } from '@outlast/testing'
import { type Check, info, isEmpty, type Scenario } from '../support/scenario.ts'
import { type Outage, type OutageSizes, runOutagesOn, SMALL_POOL } from './outage.ts'

/** In this order: no greeting, no acknowledgement of the mail, and a connection that closes after the mail was taken. */
const FAULTS = ['mute', 'hang', 'forget'] as const satisfies readonly MailFault[]
const ARRIVAL_TIMEOUT_MS = 600_000

interface MailSizes extends OutageSizes {
  /** Milliseconds for which the server waits for each reply of the mail server, and until the next attempt. */
  readonly timeout: number
  readonly retry: number
}

/** A mail server that accepts connections and hangs: members continue, and every email arrives after the recovery. */
export const mailHang: Scenario<MailSizes> = {
  name: 'mail-hang',
  about: 'a mail server that never greets, never acknowledges, or closes the connection after accepting an email',
  sizes: { seconds: 25, rate: 50, timeout: 20_000, retry: 30_000 },
  short: { seconds: 1, rate: 40, timeout: 400, retry: 300 },
  async run(context, sizes) {
    const database = await context.createDatabase()
    const smtp = await startLocalSmtp()
    const config = { mail: mailSetting(smtp.url) } as const
    const mailPace = { timeoutMs: sizes.timeout, retryMs: sizes.retry }
    const plan = { ...SMALL_POOL, members: 2 * FAULTS.length }
    const pool = await startOpenPoolInProcess(plan, { database, config, overrides: { mailPace } })
    const requests: ResetRequest[] = []
    try {
      const outages = FAULTS.map((fault, n): Outage => {
        const isLast = n === FAULTS.length - 1
        const begin = async () => {
          smtp.failWith(fault)
          // A second request of the same member would replace an email that is still queued.
          for (const { email } of pool.members.slice(2 * n, 2 * n + 2)) requests.push(await requestReset(pool.url(0), email))
          return async () => {
            smtp.failWith(undefined)
            // The pool is stopped after the last outage, so the outage ends only after every email has arrived.
            if (isLast) await untilAllArrived(requests, smtp)
          }
        }
        return { what: `mail server: ${fault}`, stopsPicks: false, seconds: sizes.seconds, begin }
      })
      const checks = await runOutagesOn(context, pool, database.connectionString, sizes, outages)
      return {
        title: `A mail server that hangs for ${sizes.seconds} s, in ${FAULTS.length} ways`,
        checks: [...checks, ...checkMails(requests, smtp)],
        notes: [`The server waits ${sizes.timeout} ms for a reply, and retries an email after ${sizes.retry} ms.`],
      }
    } finally {
      await smtp.stop()
      await database.drop()
    }
  },
}

interface ResetRequest {
  readonly email: string
  readonly status: number
}

async function requestReset(url: string, email: string): Promise<ResetRequest> {
  const { status } = await sendJson('POST', `${url}/api/password-reset/request`, undefined, { email })
  return { email, status }
}

/** Waits until every email has arrived. An email that never does is reported by {@link checkMails}. */
async function untilAllArrived(requests: readonly ResetRequest[], smtp: LocalSmtp): Promise<void> {
  const options = { everyMs: 50, timeoutMs: ARRIVAL_TIMEOUT_MS }
  await waitUntil('every email has arrived', () => missing(requests, smtp).length === 0, options).catch(() => {})
}

/** Returns the addresses whose mail has not arrived. */
function missing(requests: readonly ResetRequest[], smtp: LocalSmtp): readonly string[] {
  const arrived = new Set(smtp.received.flatMap(({ to }) => to))
  return requests.map(({ email }) => email).filter((email) => !arrived.has(email))
}

function checkMails(requests: readonly ResetRequest[], smtp: LocalSmtp): readonly Check[] {
  const ids = smtp.received.map(({ messageId }) => messageId)
  return [
    isEmpty(
      'requests for an email that failed',
      requests.filter(({ status }) => status >= 300),
    ),
    isEmpty('members whose mail never arrived', missing(requests, smtp)),
    info('emails that arrived', new Set(ids).size),
    info('of these more than once, because the connection closed before the acknowledgement', ids.length - new Set(ids).size),
  ]
}
