import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A response body that is encoded and compressed once for all clients. */
export interface EncodedBody {
  readonly contentType: string
  /** Without quotes: a version, or a hash. */
  readonly etag: string | undefined
  readonly raw: Buffer
  /** Absent if compression is not worthwhile. */
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

interface EncodeOptions {
  /** Default `application/json; charset=utf-8`. */
  readonly contentType?: string
  /** Default: a hash of the body. Null: none. */
  readonly etag?: string | null
  /** The body as Brotli, if it is compressed already. */
  readonly brotli?: Buffer | undefined
  /** Brotli's quality, 0 to 11. Default: 5, since topic views are encoded again at each change. */
  readonly brotliQuality?: number
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** A smaller body fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_000

/** Returns the memory that a body takes, in bytes. */
export function sizeOfBody({ raw, brotli, gzip }: EncodedBody): number {
  return raw.length + (brotli?.length ?? 0) + (gzip?.length ?? 0)
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Encodes a body and compresses it in the thread pool, off the event loop. */
export async function encodeBody(body: string | Buffer, options: EncodeOptions = {}): Promise<EncodedBody> {
  const raw = typeof body === 'string' ? Buffer.from(body) : body
  const contentType = options.contentType ?? JSON_TYPE
  const etag = options.etag === undefined ? hashOf(raw) : (options.etag ?? undefined)
  if (raw.length < MIN_COMPRESSED_BYTES || !isCompressible(contentType)) return { contentType, etag, raw }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: options.brotliQuality ?? 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  }
  const [brotli, zipped] = await Promise.all([options.brotli ?? brotliAsync(raw, { params }), gzipAsync(raw, { level: 6 })])
  return { contentType, etag, raw, brotli, gzip: zipped }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** The bytes of a body in one encoding; uncompressed if `encoding` is absent. */
interface ChosenEncoding {
  readonly bytes: Buffer
  readonly encoding?: 'br' | 'gzip'
}

/** Chooses the best encoding that a client's `Accept-Encoding` header allows. */
export function chooseEncoding(body: EncodedBody, accepted: string | undefined): ChosenEncoding {
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
