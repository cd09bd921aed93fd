import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { escapeHtml } from './docs/html.ts'
import type { BuiltAsset, FindAsset } from './replaced-assets.ts'
import { matchesEtag, sendEncodedBody } from './send-response.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** For files with a hash of their content in the name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const HASHED_NAME = /-[\w-]{8,}\.\w+$/

interface WebFile {
  readonly path: string
  readonly cacheControl: string
  /** Loaded and compressed for the first request. */
  body?: Promise<EncodedBody>
}

interface WebFilesOptions {
  readonly clubName: string
  /** Finds the files of other builds, which open pages still ask for after an upgrade. */
  readonly findAsset: FindAsset
}

/** Lists the files of the build whose names contain a hash of their content. */
export async function hashedAssets(folder: string): Promise<readonly BuiltAsset[]> {
  const files = [...(await listFiles(folder))].filter(([, { cacheControl }]) => cacheControl === IMMUTABLE)
  return files.map(([path, file]) => ({ path, read: () => readFile(file.path) }))
}

/**
 * Makes the handler that serves the built web app: its files, and its page for every address that may be a screen. The
 * folder is listed once, so a request cannot reach any other file.
 * @param folder the build's folder; without an index.html in it, a plain page says that the app is not built
 */
export async function webFiles(folder: string, { clubName, findAsset }: WebFilesOptions): Promise<RequestHandler> {
  const files = await listFiles(folder)
  const replaced = replacedFiles(findAsset)
  const page = files.get('/index.html')
  const placeholder = encodeBody(placeholderPage(clubName), { contentType: 'text/html; charset=utf-8' })
  return async (request, response) => {
    response.locals.routeName = 'web'
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new HttpError('method_not_allowed', { allow: 'GET, HEAD' })
    const path = decodePath(request.path)
    const file = files.get(path)
    if (file !== undefined && path !== '/index.html') return sendFile(request, response, await load(file), file.cacheControl)
    const old = path.startsWith('/assets/') && HASHED_NAME.test(path) ? await replaced(path) : undefined
    if (old !== undefined) return sendFile(request, response, old, IMMUTABLE)
    // A missing chunk of the app must not be answered with the page.
    if (path.startsWith('/assets/') || extname(path) !== '') throw new HttpError('not_found')
    response.locals.routeName = 'page'
    return sendFile(request, response, await (page === undefined ? placeholder : load(page)), REVALIDATE)
  }
}

/** Encodes each file of another build once. Their number is limited: only files that were stored by a server are found. */
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

async function listFiles(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const files = new Map<string, WebFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${path.slice(join(folder, '/').length).replaceAll('\\', '/')}`
    files.set(address, { path, cacheControl: HASHED_NAME.test(entry.name) ? IMMUTABLE : REVALIDATE })
  }
  return files
}

function load(file: WebFile): Promise<EncodedBody> {
  file.body ??= readAndEncode(file.path).catch((error: unknown) => {
    delete file.body
    throw error
  })
  return file.body
}

async function readAndEncode(path: string): Promise<EncodedBody> {
  return encodeBody(await readFile(path), { contentType: contentTypeOf(path), brotliQuality: 9 })
}

const contentTypeOf = (path: string): string => CONTENT_TYPES[extname(path)] ?? 'application/octet-stream'

/** The page at `/` until the web app is built. */
function placeholderPage(clubName: string): string {
  const name = escapeHtml(clubName)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
</head>
<body>
<h1>${name}</h1>
<p>The pool is running. Its screens have not been built here yet; its API is complete.</p>
<ul>
<li><a href="/api/docs">What the API can do</a></li>
<li><a href="/readyz">Whether everything is up</a></li>
</ul>
</body>
</html>
`
}
