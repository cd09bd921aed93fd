import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Headers } from './send.ts'

export interface SecurityOptions {
  /** What people open; HSTS and upgrades only make sense when it is https. */
  readonly publicUrl: string
}

/**
 * The security headers. They are the same for every answer, so helmet is asked once for them. The policy allows nothing
 * inline and nothing from elsewhere.
 */
export function securityHeaders({ publicUrl }: SecurityOptions): Headers {
  const { protocol, host } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Older Safari does not count WebSockets of the same host as 'self'.
        connectSrc: ["'self'", `${isHttps ? 'wss' : 'ws'}://${host}`],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, (error?: unknown) => {
    if (error !== undefined) throw new Error('helmet refused its settings', { cause: error })
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}
