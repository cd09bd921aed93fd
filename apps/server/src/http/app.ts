import type { RequestListener } from 'node:http'
import type { RouteId } from '@outlast/contract/endpoints'
import { ALL_ROUTES } from '@outlast/contract/routes'
import type { Route } from '@outlast/contract/route'
import express, { type Express, type RequestHandler } from 'express'
import { HttpError } from '../lib/http-error.ts'
import { accessLog, type AccessLogOptions } from './access-log.ts'
import type { HttpDependencies } from './dependencies.ts'
import { errorMiddleware, type ErrorMiddlewareOptions } from './error-response.ts'
import { proxyCheck } from './proxy-check.ts'
import type { ResponseCache } from './response-cache.ts'
import { securityHeaders, type SecurityOptions } from './security-headers.ts'
import { serveRoute } from './serve-route.ts'
import { type ServiceOptions, serviceRoutes } from './service-routes.ts'

export interface AppOptions extends HttpDependencies, AccessLogOptions, ErrorMiddlewareOptions {
  readonly service: ServiceOptions
  readonly security: SecurityOptions
  /** Express's `trust proxy`: false, the number of proxies, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  readonly production: boolean
  readonly responses: ResponseCache
  /** Returns whether a lock time has passed whose lock is not in the log yet. */
  readonly isLockDue: () => boolean
  /** Lets visitors in. Absent: without limits. */
  readonly gate?: RequestHandler | undefined
  /** Serves the web app at every address that is not the API's. See web-files.ts. */
  readonly web: RequestHandler
}

export interface App {
  readonly listener: RequestListener
  /** Express's compiled `trust proxy`: returns whether an address belongs to a trusted proxy. */
  readonly trust: (address: string, index: number) => boolean
  /** What the requests since the start say against `trustProxy`. */
  readonly proxySigns: () => readonly string[]
}

/** Creates the Express application. Socket.IO is attached to the same HTTP server, see topics. */
export function createApp(options: AppOptions): App {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', options.trustProxy)
  const trust = app.get('trust proxy fn') as App['trust']
  const proxies = proxyCheck({ ...options, trust, warn: (sentence) => options.log.warn(sentence) })
  app.use((request, _response, next) => {
    proxies.check(request)
    next()
  })
  app.use(accessLog(options))
  if (options.gate !== undefined) app.use(options.gate)
  const commonHeaders = securityHeaders(options.security)
  app.use(options.responses.middleware(options, commonHeaders))
  app.use((_request, response, next) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value)
    response.setHeader('X-Request-Id', response.locals.requestId)
    next()
  })
  registerRoutes(app, options)
  app.use(['/api', '/og', '/socket.io'], () => {
    throw new HttpError('not_found')
  })
  app.use(options.web)
  app.use(errorMiddleware(options))
  return { listener: app, trust, proxySigns: proxies.signs }
}

/** Registers every route of the contract, and for each path a handler that rejects the other methods. */
function registerRoutes(app: Express, options: AppOptions): void {
  const service: { readonly [Id in RouteId]?: RequestHandler } = serviceRoutes(options.service)
  for (const [path, routes] of Map.groupBy(ALL_ROUTES, (route) => route.path)) {
    const registered = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    for (const route of routes) {
      const handle = service[route.id] ?? serveRoute(options, route)
      registered[methodOf(route)]((request, response, next) => {
        response.locals.routeName = route.id
        return handle(request, response, next)
      })
    }
    // The path of a form is also a page of the web app.
    if (!routes.some((route) => route.acceptsForm === true)) registered.all(rejectMethod(routes))
  }
}

function methodOf({ method }: Route) {
  return method.toLowerCase() as Lowercase<Route['method']>
}

function rejectMethod(routes: readonly Route[]): RequestHandler {
  const methods = new Set<string>(routes.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods, 'OPTIONS'].sort().join(', ')
  return (request, response) => {
    if (request.method !== 'OPTIONS') throw new HttpError('method_not_allowed', { allow })
    response.setHeader('Allow', allow)
    response.statusCode = 204
    response.end()
  }
}
