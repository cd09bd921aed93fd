export interface OriginOptions {
  readonly publicUrl: string
  readonly publicUrlIsDefault: boolean
  /** The port that the server listens on, once it is known. */
  readonly port: () => number | undefined
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Creates the check of which websites may send requests: the pool's own, at PUBLIC_URL. While PUBLIC_URL is not configured,
 * every loopback address with the server's own port is allowed too.
 */
export function originCheck({ publicUrl, publicUrlIsDefault, port }: OriginOptions): (origin: string) => boolean {
  const own = new URL(publicUrl).origin
  return (origin) => {
    if (origin === own) return true
    if (!publicUrlIsDefault || !URL.canParse(origin)) return false
    const { protocol, hostname, port: originPort } = new URL(origin)
    return protocol === 'http:' && LOOPBACK.has(hostname) && Number(originPort || 80) === port()
  }
}
