import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Headers } from './send-response.ts'

export interface SecurityOptions {
  /** The address that people open. HSTS and `upgrade-insecure-requests` are sent only if it is https. */
  readonly publicUrl: string
}

/**
 * Returns the security headers. They are the same for every response, so Helmet runs only once. The policy allows nothing
 * inline and nothing from other hosts.
 */
export function securityHeaders({ publicUrl }: SecurityOptions): Headers {
  const { protocol, host } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // In older versions of Safari, 'self' does not cover WebSockets.
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
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(sample.req, sample, (error?: unknown) => {
    if (error !== undefined) throw new Error('Helmet rejects its settings', { cause: error })
  })
  return Object.fromEntries(Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]))
}
