import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { instantToMs } from '@outlast/domain'
import type { Config } from '../config/config.ts'
import { fetchScoreboard, feedUserAgent } from '../feed/espn.ts'
import { FeedFailure } from '../feed/failure.ts'
import { commandForm } from '../lib/command-form.ts'
import { systemClock } from '../lib/clock.ts'
import { reachOf } from '../lib/reach.ts'
import { smtpTransport } from '../channels/mail/smtp-transport.ts'
import { VERSION } from '../lib/paths.ts'
import { vapidKeys } from '../channels/push/vapid.ts'
import { fail, type Finding, messageOf, ok, warn } from './check.ts'

const TIMEOUT_MS = 10_000

/** Signs in at the mail server and, with an address, sends a test mail there. */
export async function checkMailServer(
  { clubName, publicUrl }: Pick<Config, 'clubName' | 'publicUrl'>,
  mail: Extract<Config['mail'], { readonly kind: 'smtp' }>,
  address: string | undefined,
): Promise<Finding> {
  const transport = smtpTransport({ ...mail, timeoutMs: TIMEOUT_MS, connections: 1 })
  try {
    await transport.verify()
    if (address === undefined)
      return ok('mail server', `The mail server accepts the sign-in; ${commandForm('doctor --mail <address>')} sends a test mail`)
    await transport.send({
      messageId: `${randomUUID()}@${transport.domain}`,
      kind: 'test',
      to: address,
      subject: `Test mail from ${clubName}`,
      text: `This mail shows that the pool at ${publicUrl} can send mails.\n`,
      createdAtMs: systemClock.nowMs(),
    })
    return ok(
      'mail server',
      `The mail server accepted a test mail to ${address}: look whether it arrived, also in the spam folder`,
    )
  } catch (error) {
    return fail('mail server', `The mail server cannot be used (${messageOf(error)}): check SMTP_URL and MAIL_FROM`)
  } finally {
    transport.close()
  }
}

/** Checks the key for push messages without creating one. */
export async function checkPush(config: Config): Promise<Finding<'push'>> {
  const isConfigured = config.vapidPrivateKey !== undefined || config.jwtSecret !== undefined
  if (!isConfigured && !existsSync(join(config.dataDir, 'vapid-key')))
    return ok('push', 'The first start makes the key for push messages')
  try {
    await vapidKeys(config)
  } catch (error) {
    return fail('push', `${messageOf(error)}: restore vapid-key from a backup, or correct VAPID_PRIVATE_KEY`)
  }
  const { protocol } = new URL(config.publicUrl)
  if (protocol === 'https:' || reachOf(config.publicUrl) === 'computer') return ok('push', 'The key for push messages is valid')
  return warn('push', 'The key is valid, but browsers offer push messages only with https: set PUBLIC_URL to an https address')
}

/** Requests a week of the last season, which does not change, from the feed. */
export async function checkFeed(config: Pick<Config, 'autoSync' | 'espnBaseUrl' | 'publicUrl'>): Promise<Finding> {
  if (!config.autoSync) return ok('feed', 'AUTO_SYNC is off: an admin enters or syncs the games')
  const seasonYear = new Date(instantToMs(systemClock.now())).getUTCFullYear() - 1
  const userAgent = feedUserAgent(VERSION, config.publicUrl)
  try {
    await fetchScoreboard({ baseUrl: config.espnBaseUrl, userAgent, seasonYear, week: 1, timeoutMs: TIMEOUT_MS })
    return ok('feed', `${config.espnBaseUrl} answers`)
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    return warn(
      'feed',
      `${error.message} (${error.url}): allow outgoing https, or check ESPN_BASE_URL; picks and locks work without it`,
    )
  }
}
