import type { Route } from '@outlast/contract/route'
import express, { type Request, type Response } from 'express'
import { HttpError } from '../lib/http-error.ts'

/** The largest request body, unless the route allows more (docs/api.md). */
const DEFAULT_MAX_KB = 32
/** body-parser reads a body that is too large to its end before it reports it. Beyond this size the connection is closed. */
const DRAIN_LIMIT_BYTES = 1_048_576

// Compressed bodies are rejected: at this size they save nothing, and an attacker could make the server decompress huge ones.
const createParser = (maxKb: number) => express.json({ limit: maxKb * 1024, strict: false, inflate: false, type: () => true })
const defaultParser = createParser(DEFAULT_MAX_KB)
const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Parses the JSON body of a write; resolves to undefined if it has none.
 * @throws HttpError 415 if the body is not JSON; the errors of body-parser, see error-response.ts
 */
export async function parseBody(
  request: Request,
  response: Response,
  { maxBodyKb: maxKb = DEFAULT_MAX_KB, acceptsForm }: Pick<Route, 'maxBodyKb' | 'acceptsForm'> = {},
): Promise<unknown> {
  const { headers } = request
  const parse = maxKb === DEFAULT_MAX_KB ? defaultParser : createParser(maxKb)
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty) return undefined
  // The fields of a form are ignored, so its body is not even read.
  if (acceptsForm === true && FORM_TYPE.test(headers['content-type'] ?? '')) return undefined
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new HttpError('unsupported_media_type')
  await new Promise<void>((resolve, reject) => {
    limitDraining(request, response, reject)
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(error instanceof Error ? error : new Error('the body could not be parsed'))
    })
  })
  return request.body as unknown
}

/** Rejects a huge body and closes its connection, whether its length was announced or not. */
function limitDraining(request: Request, response: Response, reject: (error: HttpError) => void): void {
  const rejectAndClose = (): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
    reject(new HttpError('body_too_large'))
  }
  if (Number(request.headers['content-length'] ?? 0) > DRAIN_LIMIT_BYTES) return rejectAndClose()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_LIMIT_BYTES) rejectAndClose()
  })
}
