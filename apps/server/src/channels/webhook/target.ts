import { lookup as dnsLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not on the public Internet (the special-purpose registries of RFC 6890, and multicast). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Everything outside global unicast, and the parts of it that are special or contain an IPv4 address. */
const PRIVATE_V6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockListOf(subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits = '0'] = subnet.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

// Two lists, because a list with ::/3 in it would contain every IPv4 address as well.
const NOT_PUBLIC = { ipv4: blockListOf(PRIVATE_V4), ipv6: blockListOf(PRIVATE_V6) }
const LOOPBACK = blockListOf(['127.0.0.0/8', '::1/128'])

/** Thrown if the address of a webhook must not be used. The message is for admins. */
export class TargetRejected extends Error {
  override readonly name = 'TargetRejected'
}

export interface TargetRules {
  /** In production, addresses must be `https` and public. */
  readonly production: boolean
  /** Default: the system's resolver. */
  readonly lookup?: typeof dnsLookup
}

/**
 * Checks the text of an address.
 * @throws TargetRejected
 */
export function checkTarget(url: URL, { production }: TargetRules): void {
  if (url.protocol !== 'https:' && (production || url.protocol !== 'http:')) {
    throw new TargetRejected('The address must start with https://')
  }
  const host = hostOf(url)
  if (isIP(host) !== 0) checkAddress(host, url.protocol, production)
  else if (url.protocol === 'http:' && host !== 'localhost') throw new TargetRejected(HTTP_ONLY_HERE)
}

const HTTP_ONLY_HERE = 'The address must start with https://, unless it leads to this machine'

/**
 * Creates the DNS lookup for a connection to a target. It checks every address of the name and returns only those, so that the
 * connection cannot go anywhere else, even if the name has other addresses a moment later.
 */
export function checkedLookup({ protocol }: URL, { production, lookup = dnsLookup }: TargetRules): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [])
      try {
        for (const { address } of addresses) checkAddress(address, protocol, production)
      } catch (rejection) {
        return callback(rejection as Error, [])
      }
      const [first] = addresses
      if (options.all === true || first === undefined) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

/**
 * Resolves the name of a target and checks its addresses.
 * @throws TargetRejected
 */
export async function resolveTarget(url: URL, rules: TargetRules): Promise<void> {
  checkTarget(url, rules)
  if (!rules.production || isIP(hostOf(url)) !== 0) return
  await new Promise<void>((resolve, reject) => {
    checkedLookup(url, rules)(hostOf(url), { all: true }, (error) => {
      if (error === null) resolve()
      else reject(error instanceof TargetRejected ? error : new TargetRejected(`There is no address for ${url.hostname}`))
    })
  })
}

function checkAddress(address: string, protocol: string, production: boolean): void {
  const type = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (protocol === 'http:' && !LOOPBACK.check(address, type)) throw new TargetRejected(HTTP_ONLY_HERE)
  if (production && NOT_PUBLIC[type].check(address, type)) {
    throw new TargetRejected('The address leads to a private network, where the pool does not send anything')
  }
}

/** Returns the host without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}
