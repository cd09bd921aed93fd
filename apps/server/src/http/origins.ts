export interface OriginOptions {
  readonly publicUrl: string
  readonly publicUrlIsDefault: boolean
  /** The port listened on, once it is known. */
  readonly port: () => number | undefined
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Which websites may send requests: the pool's own address. While nobody set PUBLIC_URL, any name of this machine
 * itself, on the port that is listened on.
 */
export function originCheck({ publicUrl, publicUrlIsDefault, port }: OriginOptions): (origin: string) => boolean {
  const own = new URL(publicUrl).origin
  return (origin) => {
    if (origin === own) return true
    if (!publicUrlIsDefault || !URL.canParse(origin)) return false
    const { protocol, hostname, port: asked } = new URL(origin)
    return protocol === 'http:' && LOOPBACK.has(hostname) && Number(asked || 80) === port()
  }
}
