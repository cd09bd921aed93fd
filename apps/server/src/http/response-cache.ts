import type { RouteId } from '@outlast/contract/endpoints'
import type { KindOf, PublicTopic } from '@outlast/contract/live/topics'
import type { Views } from '@outlast/contract/live/wire'
import { routeOf } from '@outlast/contract/routes'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { chooseEncoding, encodeBody } from '../lib/encoded-body.ts'
import type { ViewQueries } from '../live/view-reader.ts'
import type { TopicViewCache } from '../live/topic-view-cache.ts'
import type { EncodedResponse } from './handler.ts'
import { encodingHeaders, type Headers, matchesEtag, readTag, responseHeaders } from './send-response.ts'

/** Describes a response that depends on one public topic and on nothing else. */
export interface TopicResponse<T extends PublicTopic, V extends object = Views[KindOf<T>]> {
  readonly routeId: RouteId
  /** The address of the response. Requests for exactly this address are answered without calling the route's handler. */
  readonly address: string
  readonly topic: T
  /** Reads the data of the response. Default: the topic's view. */
  readonly query?: (queries: ViewQueries) => V | undefined
  readonly body: (view: V, version: number) => unknown
  /** Given if the body is text of this type instead of JSON. */
  readonly contentType?: string
  /** True if some viewers get another response at this address: then the handler decides each time. */
  readonly variesByViewer?: boolean
}

interface CachedResponse {
  readonly routeId: RouteId
  readonly topic: PublicTopic
  readonly version: number
  readonly isForEveryone: boolean
  readonly pending: Promise<EncodedResponse>
  result?: EncodedResponse
  /** The headers for each encoding as flat lists for `writeHead`. Building them each time would take longer than sending them. */
  readonly headers: Map<string, readonly string[]>
}

const MAX_RESPONSES = 96
/** Shared caches may keep these responses if they revalidate them each time. */
export const PUBLIC_CACHE_CONTROL = 'public, no-cache'

/**
 * Caches the responses that are built from public topics, encoded and compressed once per version of their topic. On a Sunday
 * nearly all reads are of one week and one season.
 */
export class ResponseCache {
  readonly #views: Pick<TopicViewCache, 'view' | 'query' | 'versionOf'>
  readonly #responses = new LRUCache<string, CachedResponse>({ max: MAX_RESPONSES })

  constructor(views: Pick<TopicViewCache, 'view' | 'query' | 'versionOf'>) {
    this.#views = views
  }

  /** Returns the response of the topic's current version, or undefined if the topic does not exist. */
  async respond<T extends PublicTopic, V extends object = Views[KindOf<T>]>(
    response: TopicResponse<T, V>,
  ): Promise<EncodedResponse | undefined> {
    const cached = this.#responses.get(response.address)
    if (cached !== undefined && cached.version >= this.#views.versionOf(response.topic)) return cached.pending
    const { address, topic, query } = response
    const found = query === undefined ? await this.#views.view(topic) : await this.#views.query(address, topic, query)
    if (found === undefined) return undefined
    // Another request may have encoded this version while this one waited for the view.
    const encodedMeanwhile = this.#responses.get(response.address)
    if (encodedMeanwhile !== undefined && encodedMeanwhile.version >= found.version) return encodedMeanwhile.pending
    return this.#encode(response, found.version, response.body(found.view as V, found.version))
  }

  /**
   * Creates the middleware that answers requests from the cache, unless a lock is due: then nothing is read before the lock is
   * recorded.
   * @param readBarrier runs before an answer is sent (read-barrier.ts)
   * @param commonHeaders the headers of every response, which later middleware would set
   */
  middleware(
    { readBarrier, isLockDue }: { readonly readBarrier: () => Promise<void> | undefined; readonly isLockDue: () => boolean },
    commonHeaders: Headers,
  ): RequestHandler {
    return (request, response, next) => {
      const goOn = (): void => next()
      const { method, url } = request
      if (method !== 'GET' || this.#find(url) === undefined || isLockDue()) return next()
      const send = (): void => {
        const cached = this.#find(url)
        if (cached?.result === undefined || isLockDue()) return next()
        this.#send(request, response, cached, cached.result, commonHeaders)
      }
      const catchingUp = readBarrier()
      if (catchingUp === undefined) return send()
      // The route's handler meets the same problem, and reports it.
      return catchingUp.then(send, goOn)
    }
  }

  #send({ headers }: Request, response: Response, cached: CachedResponse, result: EncodedResponse, commonHeaders: Headers): void {
    const { requestId } = response.locals
    response.locals.routeName = cached.routeId
    if (matchesEtag(headers['if-none-match'], result.encoded.etag)) {
      const build = () => ({ ...commonHeaders, ...responseHeaders(result, result.encoded.etag) })
      response.writeHead(304, [...headerList(cached, 'not modified', build), 'X-Request-Id', requestId])
      response.end()
      return
    }
    const { bytes, encoding } = chooseEncoding(result.encoded, headers['accept-encoding'])
    const build = () => ({
      ...commonHeaders,
      ...responseHeaders(result, result.encoded.etag),
      ...encodingHeaders(result.encoded, encoding),
      'Content-Length': String(bytes.length),
    })
    response.writeHead(200, [...headerList(cached, encoding ?? 'identity', build), 'X-Request-Id', requestId])
    response.end(bytes)
  }

  /** @param url as the client sent it; browsers encode the colon of a topic */
  #find(url: string): CachedResponse | undefined {
    const cached = this.#responses.get(url.replace('%3A', ':'))
    return cached?.isForEveryone === true && cached.version === this.#views.versionOf(cached.topic) ? cached : undefined
  }

  #encode(
    { routeId, address, topic, contentType, variesByViewer }: Omit<TopicResponse<PublicTopic>, 'query' | 'body'>,
    version: number,
    body: unknown,
  ) {
    const encoding =
      contentType === undefined
        ? encodeBody(JSON.stringify(body), { etag: readTag(version) })
        : encodeBody(String(body), { etag: readTag(version), contentType })
    const pending = encoding.then(
      (encoded) => (response.result = { status: 200, encoded, topicVersion: version, cacheControl: PUBLIC_CACHE_CONTROL }),
    )
    const isForEveryone = routeOf(routeId).access === 'public' && variesByViewer !== true
    const response: CachedResponse = { routeId, topic, version, isForEveryone, pending, headers: new Map() }
    this.#responses.set(address, response)
    pending.catch(() => this.#responses.get(address) === response && this.#responses.delete(address))
    return pending
  }
}

function headerList({ headers }: CachedResponse, variant: string, build: () => Headers): readonly string[] {
  const known = headers.get(variant)
  if (known !== undefined) return known
  const list = Object.entries(build()).flat()
  headers.set(variant, list)
  return list
}
