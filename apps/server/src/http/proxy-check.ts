import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'
import { addressKey } from '../accounts/address.ts'

/** How many requests are checked after the start. */
const CHECKED_REQUESTS = 10_000
/** After this many requests from a single private address, a proxy probably hides the addresses of the members. */
const SHARED_REQUESTS = 1_000

/** Carrier-grade NAT is private too. */
const isPrivate = proxyAddr.compile(['linklocal', 'uniquelocal', '100.64.0.0/10'])
const isLoopback = proxyAddr.compile('loopback')

const ADVICE = 'Set TRUST_PROXY to the number of proxies in a row, or to their addresses (docs/configuration.md)'

interface ProxyCheckOptions {
  readonly trustProxy: false | number | readonly string[]
  readonly production: boolean
  /** Express's compiled `trust proxy`. */
  readonly trust: (address: string, index: number) => boolean
  readonly warn: (sentence: string) => void
}

/** Checks the first requests after a start. */
interface ProxyCheck {
  readonly check: (request: IncomingMessage) => void
  /** The warnings since the start. */
  readonly signs: () => readonly string[]
}

/**
 * Warns once for each sign that `TRUST_PROXY` does not match the proxies in front of the server. With a mismatch all members would share
 * one address, and with it the rate limits. The warnings contain no address.
 */
export function proxyCheck({ trustProxy, production, trust, warn }: ProxyCheckOptions): ProxyCheck {
  const warned = new Set<string>()
  const warnOnce = (sentence: string): void => {
    if (!warned.has(sentence)) warn(sentence)
    warned.add(sentence)
  }
  const addresses = new Set<string>()
  let checked = 0
  const check = (request: IncomingMessage): void => {
    // Probes and collectors come from the machine itself, not through the proxies.
    if (checked >= CHECKED_REQUESTS || /^\/(healthz|readyz|metrics|checks)\b/.test(request.url ?? '')) return
    checked += 1
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (trustProxy === false && isForwarded) {
      warnOnce(`Requests contain X-Forwarded-For, but TRUST_PROXY is off: members behind a proxy share its address. ${ADVICE}`)
    }
    const address = proxyAddr(request, trust)
    const inside = isPrivate(address, 0) || isLoopback(address, 0)
    if (trustProxy !== false && isForwarded && inside && proxyAddr.all(request).at(-1) !== address) {
      warnOnce(`X-Forwarded-For names a private address that TRUST_PROXY does not cover: there is another proxy. ${ADVICE}`)
    }
    if (addresses.size < 2) addresses.add(addressKey(address))
    if (checked !== SHARED_REQUESTS || addresses.size > 1 || !inside) return
    // On a developer's machine, everything comes from this machine.
    if (production || !isLoopback(address, 0)) {
      warnOnce(
        `All ${SHARED_REQUESTS} requests since the start came from one private address: a proxy may hide the members'. ${ADVICE}`,
      )
    }
  }
  return { check, signs: () => [...warned] }
}
