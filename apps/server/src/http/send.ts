import type { PlainAnswer, Route, SuccessStatus } from '@outlast/contract/route'
import type { Request, Response } from 'express'
import { chooseEncoding, type ChosenForm, type EncodedBody, JSON_TYPE } from '../lib/encoded-body.ts'
import type { ErrorAnswer } from './error-answer.ts'
import { isHeld } from './etag.ts'
import type { EncodedReply, NotModified, ReplyHeaders } from './handler.ts'

/** A reply without the types of its route. */
export type AnyReply = EncodedReply | NotModified | (ReplyHeaders & { readonly status: SuccessStatus; readonly body: unknown })

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>

/** What a reply's headers say of it, whatever of it is sent. */
export function headersOf(reply: AnyReply): Headers {
  const tag = tagOf(reply)
  const { topicVersion, cacheControl = tag === undefined ? 'no-store' : 'private, no-cache' } = reply
  return {
    'Cache-Control': cacheControl,
    // The same address answers differently by viewer.
    Vary: 'encoded' in reply ? 'Authorization, Accept-Encoding' : 'Authorization',
    ...(topicVersion === undefined ? {} : { 'X-Topic-Version': String(topicVersion) }),
    ...(tag === undefined ? {} : { ETag: `"${tag}"` }),
  }
}

/** Puts a handler's reply on the wire. */
export function sendReply(request: Request, response: Response, route: Route, reply: AnyReply): void {
  const tag = tagOf(reply)
  setHeaders(response, headersOf(reply))
  const unchanged = route.method === 'GET' && tag !== undefined && isHeld(request.headers['if-none-match'], tag)
  if (reply.status === 304 || unchanged) end(response, 304)
  else if ('encoded' in reply) sendEncoded(request, response, reply.encoded)
  else sendBody(response, route, reply.status, reply.body)
}

function tagOf(reply: AnyReply): string | number | undefined {
  if ('encoded' in reply) return reply.encoded.etag
  return reply.version ?? reply.topicVersion
}

function sendBody(response: Response, route: Route, status: SuccessStatus, body: unknown): void {
  if (body === undefined || status === 204) return end(response, status)
  const plain = plainAnswer(route, status)
  const text = plain !== undefined && typeof body === 'string' ? body : JSON.stringify(body)
  response.setHeader('Content-Type', plain === undefined ? JSON_TYPE : `${plain.contentType}; charset=utf-8`)
  end(response, status, text)
}

function plainAnswer(route: Route, status: SuccessStatus): PlainAnswer | undefined {
  const answer = route.answers[status]
  return answer !== null && answer !== undefined && 'contentType' in answer ? answer : undefined
}

/** Sends a body that was encoded before, in the best form that the client takes. */
export function sendEncoded(request: Request, response: Response, body: EncodedBody): void {
  const chosen = chooseEncoding(body, request.headers['accept-encoding'])
  setHeaders(response, headersOfEncoded(body, chosen))
  end(response, 200, chosen.bytes)
}

/** What stands above a form of an encoded body, in place of what {@link headersOf} says. */
export function headersOfEncoded(body: EncodedBody, { encoding }: ChosenForm): Headers {
  const headers = { 'Content-Type': body.contentType }
  // Another encoding is another representation: only the weak tag may stay the same.
  return encoding === undefined ? headers : { ...headers, 'Content-Encoding': encoding, ETag: `W/"${body.etag}"` }
}

function setHeaders(response: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Sends an error; when the answer was already on its way, cuts it off, as nobody could read the end of it. */
export function sendError(response: Response, answer: ErrorAnswer): void {
  if (response.headersSent) return void response.destroy()
  for (const name of ['ETag', 'X-Topic-Version', 'Content-Encoding']) response.removeHeader(name)
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', JSON_TYPE)
  end(response, answer.status, JSON.stringify(answer.body))
}

/** A text goes out in one write together with the headers, which a buffer does not. */
function end(response: Response, status: number, body?: string | Buffer): void {
  response.statusCode = status
  if (body !== undefined) response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}
