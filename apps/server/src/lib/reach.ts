/** From where an address can be opened: this computer only, the network that it is in, or everywhere. */
export type Reach = 'computer' | 'network' | 'everywhere'

const COMPUTER = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/
/** Private addresses (RFC 1918, RFC 4193), link-local ones, and names that only a local network knows. */
const NETWORK =
  /^(?:10\.\d+|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$|^\[f[cde]|\.(?:local|lan|home|internal|home\.arpa)$|^[^.[]+$/

/** Returns from where the host of an address can be opened. */
export function reachOf(url: string): Reach {
  const { hostname } = new URL(url)
  if (COMPUTER.test(hostname)) return 'computer'
  return NETWORK.test(hostname) ? 'network' : 'everywhere'
}
