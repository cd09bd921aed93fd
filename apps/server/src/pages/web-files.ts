import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { type ClubBranding, brandingFor, encodedPerBranding, placeholderPage, withBranding } from './branded-files.ts'
import { type PageOptions, Pages } from './pages.ts'
import type { BuiltAsset, FindAsset } from './replaced-assets.ts'
import { matchesEtag, sendEncodedBody } from '../http/send-response.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** For files of the app with a hash of their content in the name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** The build compresses its files with Brotli; each result is beside its file. */
const BROTLI_SUFFIX = '.br'
const HASHED_NAME = /^\/assets\/.*-[\w-]{8,32}\.\w+$/

interface WebFile {
  readonly path: string
  readonly cacheControl: string
  /** Loads and compresses the file for the first request. */
  readonly load: () => Promise<EncodedBody>
}

interface WebFilesOptions extends PageOptions {
  /** Finds the files of other builds, which open pages still request after an upgrade. */
  readonly findAsset: FindAsset
}

/** Lists the files of the build whose names contain a hash of their content. */
export async function hashedAssets(folder: string): Promise<readonly BuiltAsset[]> {
  const files = [...(await listFiles(folder, () => ({ name: '', crest: null })))].filter(
    ([, { cacheControl }]) => cacheControl === IMMUTABLE,
  )
  return files.map(([path, file]) => ({ path, read: () => readFile(file.path) }))
}

/**
 * Creates the handler that serves the built web app: its files, and its page for every address that may be a screen. The
 * folder is listed once, so a request cannot reach any other file.
 * @param folder the build's folder; without an index.html in it, a plain page says that the app is not built
 */
export async function webFiles(folder: string, { findAsset, ...options }: WebFilesOptions): Promise<RequestHandler> {
  const { club } = options
  const files = await listFiles(folder, club)
  const replaced = replacedFiles(findAsset)
  const index = files.get('/index.html')
  const pages = index && new Pages(index.path, options)
  const placeholder = encodedPerBranding(club, placeholderPage)
  return async (request, response) => {
    response.locals.routeName = 'web'
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new HttpError('method_not_allowed', { allow: 'GET, HEAD' })
    const path = decodePath(request.path)
    const file = files.get(path)
    if (file !== undefined && path !== '/index.html') return sendFile(request, response, await file.load(), file.cacheControl)
    const old = HASHED_NAME.test(path) ? await replaced(path) : undefined
    if (old !== undefined) return sendFile(request, response, old, IMMUTABLE)
    // A missing chunk of the app must not be answered with the page.
    if (path.startsWith('/assets/') || extname(path) !== '') throw new HttpError('not_found')
    response.locals.routeName = 'page'
    return sendFile(request, response, await (pages?.load(path, request.ip ?? '') ?? placeholder()), REVALIDATE)
  }
}

/** Encodes each file of another build once. Their number is limited, because only files that a server has stored are found. */
function replacedFiles(findAsset: FindAsset): (path: string) => Promise<EncodedBody | undefined> {
  const bodies = new Map<string, EncodedBody>()
  return async (path) => {
    const known = bodies.get(path)
    if (known !== undefined) return known
    const content = await findAsset(path)
    if (content === undefined) return undefined
    const body = await encodeBody(content, { contentType: contentTypeOf(path) })
    bodies.set(path, body)
    return body
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new HttpError('invalid_input', { message: 'The address is not valid' })
  }
}

function sendFile(request: Request, response: Response, body: EncodedBody, cacheControl: string): void {
  response.setHeader('Cache-Control', cacheControl)
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('ETag', `"${body.etag}"`)
  if (!matchesEtag(request.headers['if-none-match'], body.etag)) return sendEncodedBody(request, response, body)
  response.statusCode = 304
  response.end()
}

async function listFiles(folder: string, club: () => ClubBranding): Promise<ReadonlyMap<string, WebFile>> {
  const files = new Map<string, WebFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
  for (const path of paths) {
    if (path.endsWith('.map') || path.endsWith(BROTLI_SUFFIX)) continue
    const address = `/${path.slice(join(folder, '/').length).replaceAll('\\', '/')}`
    const load = encodedPerBranding(brandingFor(address, club), async (shown) => {
      const brotli = paths.has(path + BROTLI_SUFFIX) ? await readFile(path + BROTLI_SUFFIX) : undefined
      const body = withBranding(address, await readFile(path), shown)
      return encodeBody(body, { contentType: contentTypeOf(path), brotli, brotliQuality: 9 })
    })
    files.set(address, { path, load, cacheControl: HASHED_NAME.test(address) ? IMMUTABLE : REVALIDATE })
  }
  return files
}

const contentTypeOf = (path: string): string => CONTENT_TYPES[extname(path)] ?? 'application/octet-stream'
