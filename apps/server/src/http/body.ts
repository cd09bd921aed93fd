import express, { type Request, type Response } from 'express'
import { Refusal } from '../lib/refusal.ts'

/** The largest body (decisions.md §Settled further, "Limits"). */
export const BODY_LIMIT = '32kb'
/** The parser reads a body off that is too large before it says so, so that its sender hears it. Beyond this we hang up. */
const READ_OFF_BYTES = 1_048_576

// Bodies that come compressed are refused: nobody sends 32 KB compressed but to make us work.
const parse = express.json({ limit: BODY_LIMIT, strict: false, inflate: false, type: () => true })
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * A write's body as JSON; undefined when it has none.
 * @throws Refusal 415 when it is something else than JSON; what body-parser throws: see error-answer.ts
 */
export async function readBody(request: Request, response: Response): Promise<unknown> {
  const { headers } = request
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty) return undefined
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new Refusal('unsupported_media_type')
  await new Promise<void>((resolve, reject) => {
    hangUpOnFloods(request, response, reject)
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(error instanceof Error ? error : new Error('the body could not be read'))
    })
  })
  return request.body as unknown
}

/** Nobody may keep us reading, whether they said how much is to come or not. */
function hangUpOnFloods(request: Request, response: Response, reject: (refusal: Refusal) => void): void {
  const refuse = (): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
    reject(new Refusal('body_too_large'))
  }
  if (Number(request.headers['content-length'] ?? 0) > READ_OFF_BYTES) return refuse()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > READ_OFF_BYTES) refuse()
  })
}
