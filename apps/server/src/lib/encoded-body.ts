import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A body ready to be sent, encoded and compressed once for everybody. */
export interface EncodedBody {
  readonly contentType: string
  /** Opaque, without quotes: a version, or a hash. */
  readonly etag: string
  readonly raw: Buffer
  /** Absent where compressing gains nothing. */
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

export interface EncodeOptions {
  /** Default `application/json; charset=utf-8`. */
  readonly contentType?: string
  /** Default: a hash of the body. */
  readonly etag?: string
  /** Brotli's effort, 0 to 11. Default 5: a snapshot is made anew at each change. */
  readonly brotliQuality?: number
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Below this a compressed body saves no packet. */
const WORTH_COMPRESSING = 1_000

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Encodes a body and compresses it on the thread pool, off the event loop. Callers share the promise. */
export async function encodeBody(body: string | Buffer, options: EncodeOptions = {}): Promise<EncodedBody> {
  const raw = typeof body === 'string' ? Buffer.from(body) : body
  const contentType = options.contentType ?? JSON_TYPE
  const etag = options.etag ?? createHash('sha256').update(raw).digest('base64url').slice(0, 22)
  if (raw.length < WORTH_COMPRESSING || !isCompressible(contentType)) return { contentType, etag, raw }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: options.brotliQuality ?? 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  }
  const [brotli, zipped] = await Promise.all([brotliAsync(raw, { params }), gzipAsync(raw, { level: 6 })])
  return { contentType, etag, raw, brotli, gzip: zipped }
}

/** A form of an encoded body; as it is when it has no encoding. */
export interface ChosenForm {
  readonly bytes: Buffer
  readonly encoding?: 'br' | 'gzip'
}

/** What of a body a client takes, by its `Accept-Encoding`. */
export function chooseEncoding(body: EncodedBody, accepted: string | undefined): ChosenForm {
  if (body.brotli !== undefined && accepts(accepted, 'br')) return { bytes: body.brotli, encoding: 'br' }
  if (body.gzip !== undefined && accepts(accepted, 'gzip')) return { bytes: body.gzip, encoding: 'gzip' }
  return { bytes: body.raw }
}

function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((part) => {
    const [name, ...params] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
}

function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/.test(contentType)
}
