import type { Config } from '../../config/config.ts'
import { addressOf, domainOf } from '../../outbox/transport.ts'

/** For pools whose own address means nothing to others. The domain is reserved for such uses (RFC 2606), so nobody is bothered. */
const PROJECT_CONTACT = 'mailto:outlast@example.com'
/** Domains that only a private network knows. */
const PRIVATE = /(?:^|\.)(?:localhost|local|localdomain|internal|lan|home|invalid)$/i

/**
 * Returns how push services can reach the operator (RFC 8292 §2.1): the pool's address, or else the sender of its mails. Some services,
 * Apple's among them, refuse messages whose contact is an address of one machine, such as `mailto:pool@localhost`.
 */
export function pushContact({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && isPublicName(hostname)) return publicUrl
  return isPublicName(domainOf(mail.from)) ? `mailto:${addressOf(mail.from)}` : PROJECT_CONTACT
}

function isPublicName(host: string): boolean {
  return /\.[a-z][a-z0-9-]*$/i.test(host) && !PRIVATE.test(host)
}
