import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the key by which attempts from one client are counted: the IPv4 address, or the /64 network of an IPv6 address,
 * since a client usually controls the whole network.
 */
export function addressKey(ip: string): string {
  const plain = ip.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined || isIPv4(plain)) return mapped ?? plain
  return isIPv6(plain) ? `${networkOf(plain)}/64` : plain
}

function networkOf(ip: string): string {
  const [before = '', after] = ip.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
