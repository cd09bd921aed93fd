import express, { type Request, type Response } from 'express'
import { HttpError } from '../lib/http-error.ts'

/** The largest request body (docs/api.md). */
const BODY_LIMIT = '32kb'
/** body-parser reads a body that is too large to its end before it reports it. Beyond this size the connection is closed. */
const DRAIN_LIMIT_BYTES = 1_048_576

// Compressed bodies are rejected: at 32 KB they save nothing, and unpacking them is work that an attacker could cause.
const jsonParser = express.json({ limit: BODY_LIMIT, strict: false, inflate: false, type: () => true })
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Parses the JSON body of a write; resolves to undefined if it has none.
 * @throws HttpError 415 if the body is not JSON; the errors of body-parser, see error-response.ts
 */
export async function parseBody(request: Request, response: Response): Promise<unknown> {
  const { headers } = request
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty) return undefined
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new HttpError('unsupported_media_type')
  await new Promise<void>((resolve, reject) => {
    limitDraining(request, response, reject)
    jsonParser(request, response, (error?: unknown) => {
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
