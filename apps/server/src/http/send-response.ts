import { ENDPOINTS } from '@outlast/contract/endpoints'
import type { Route, SuccessStatus } from '@outlast/contract/route'
import type { Request, Response } from 'express'
import { BUILD } from '../lib/build.ts'
import { chooseEncoding, type EncodedBody, JSON_TYPE } from '../lib/encoded-body.ts'
import type { EncodedResponse, NotModified, ResponseHeaders } from './handler.ts'

export type Headers = Readonly<Record<string, string>>

/** A result without the types of its route. */
export type AnyResponse =
  | EncodedResponse
  | NotModified
  | (ResponseHeaders & { readonly status: SuccessStatus; readonly body: unknown })

/** Sends a handler's result, or 304 if the client has this version already. */
export function sendResponse(request: Request, response: Response, route: Route, result: AnyResponse): void {
  const tag = tagOf(result, route.method)
  setHeaders(response, responseHeaders(result, tag))
  const isUnchanged = route.method === 'GET' && matchesEtag(request.headers['if-none-match'], tag)
  if (result.status === 304 || isUnchanged) end(response, 304)
  else if ('encoded' in result) sendEncodedBody(request, response, result.encoded)
  else sendBody(response, route, result.status, result.body)
}

/** Returns the headers of a result that do not depend on the encoding of its body. */
export function responseHeaders(result: AnyResponse, tag: string | undefined): Headers {
  const { topicVersion, cacheControl = tag === undefined ? 'no-store' : 'private, no-cache' } = result
  return {
    'Cache-Control': cacheControl,
    // The same address may have different responses for different viewers.
    Vary: 'encoded' in result ? 'Authorization, Accept-Encoding' : 'Authorization',
    ...(topicVersion === undefined ? {} : { 'X-Topic-Version': String(topicVersion) }),
    ...(tag === undefined ? {} : { ETag: `"${tag}"` }),
  }
}

/** Returns the tag of a result. That of a write is the version of its row, which `If-Match` compares. */
export function tagOf(result: AnyResponse, method: Route['method']): string | undefined {
  if ('encoded' in result) return result.encoded.etag
  const version = result.version === null ? undefined : (result.version ?? result.topicVersion)
  if (version === undefined) return undefined
  return method === 'GET' ? readTag(version) : String(version)
}

/**
 * Returns the tag of a read. A version of the data is not enough: another build may read something else from the same data.
 * @param version a position of the log, or a tag that describes all of the content
 */
export const readTag = (version: number | string): string => (typeof version === 'number' ? `${version}-${BUILD}` : version)

function setHeaders(response: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

function sendBody(response: Response, route: Route, status: SuccessStatus, body: unknown): void {
  if (body === undefined || status === 204) return end(response, status)
  const schema = route.responses[status]
  const contentType = schema !== null && schema !== undefined && 'contentType' in schema ? schema.contentType : undefined
  const location = status === 201 ? locationOf(route, body) : undefined
  if (location !== undefined) response.setHeader('Location', location)
  response.setHeader('Content-Type', contentType === undefined ? JSON_TYPE : `${contentType}; charset=utf-8`)
  end(response, status, contentType !== undefined && typeof body === 'string' ? body : JSON.stringify(body))
}

/** Returns the address of the row that a request created. */
function locationOf({ creates }: Route, body: unknown): string | undefined {
  if (creates === undefined || typeof body !== 'object' || body === null || !('id' in body)) return undefined
  return ENDPOINTS[creates].path.replace('{id}', String(body.id))
}

/** Sends an encoded body in the best encoding that the client accepts. */
export function sendEncodedBody(request: Request, response: Response, body: EncodedBody): void {
  const { bytes, encoding } = chooseEncoding(body, request.headers['accept-encoding'])
  setHeaders(response, encodingHeaders(body, encoding))
  end(response, 200, bytes)
}

/** Returns the headers of a body in one of its encodings. */
export function encodingHeaders({ contentType, etag }: EncodedBody, encoding: string | undefined): Headers {
  if (encoding === undefined) return { 'Content-Type': contentType }
  const headers = { 'Content-Type': contentType, 'Content-Encoding': encoding }
  // A strong tag would claim that the compressed bytes equal the plain ones.
  return etag === undefined ? headers : { ...headers, ETag: `W/"${etag}"` }
}

/** Returns whether an `If-None-Match` header lists a tag, by the weak comparison of RFC 9110 §13.1.2. */
export function matchesEtag(ifNoneMatch: string | undefined, tag: string | undefined): boolean {
  if (ifNoneMatch === undefined || tag === undefined) return false
  const wanted = `"${tag}"`
  return ifNoneMatch.split(',').some((listed) => {
    const candidate = listed.trim()
    return candidate === '*' || candidate === wanted || candidate === `W/${wanted}`
  })
}

/** Ends a response. Pass text as a string: Node sends it together with the headers, but a buffer in a second write. */
function end(response: Response, status: number, body?: string | Buffer): void {
  response.statusCode = status
  if (body !== undefined) response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}
