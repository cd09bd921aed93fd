import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Request, Response } from 'express'
import type { AccessNote } from './access-log.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { isHeld } from './etag.ts'
import { placeholderPage } from './placeholder.ts'
import { Refusal } from '../lib/refusal.ts'
import { sendEncoded } from './send.ts'

const TYPES: Readonly<Record<string, string>> = {
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

/** Files whose name carries a hash of what is in them never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const HASHED = /-[\w-]{8,}\.\w+$/

interface WebFile {
  readonly path: string
  readonly cacheControl: string
  /** Read and compressed at its first request, and kept. */
  body?: Promise<EncodedBody>
}

/**
 * Serves the built web app: its files, and its page for every address that could be one of its screens. The folder is
 * listed once, so that an address can lead to nothing else on the disk.
 * @param folder where the build is; without an index.html in it, a plain page says so
 */
export async function webFiles(
  folder: string,
  { clubName }: { readonly clubName: string },
): Promise<(request: Request, response: Response, note: AccessNote) => Promise<void>> {
  const files = await listFiles(folder)
  const page = files.get('/index.html')
  const placeholder = encodeBody(placeholderPage(clubName), { contentType: 'text/html; charset=utf-8' })
  return async (request, response, note) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal('method_not_allowed', { allow: 'GET, HEAD' })
    const path = decoded(request.path)
    const file = files.get(path)
    if (file !== undefined && path !== '/index.html') return sendCached(request, response, await bodyOf(file), file.cacheControl)
    // What looks like a file is not a screen: a missing chunk must not be answered with a page.
    if (path.startsWith('/assets/') || extname(path) !== '') throw new Refusal('not_found')
    note.route = 'page'
    const html = page === undefined ? await placeholder : await bodyOf(page)
    return sendCached(request, response, html, REVALIDATE)
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Refusal('invalid_input', { sentence: 'The address is not valid' })
  }
}

function sendCached(request: Request, response: Response, body: EncodedBody, cacheControl: string): void {
  response.setHeader('Cache-Control', cacheControl)
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('ETag', `"${body.etag}"`)
  if (!isHeld(request.headers['if-none-match'], body.etag)) return sendEncoded(request, response, body)
  response.statusCode = 304
  response.end()
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const files = new Map<string, WebFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${path.slice(join(folder, '/').length).replaceAll('\\', '/')}`
    files.set(address, { path, cacheControl: HASHED.test(entry.name) ? IMMUTABLE : REVALIDATE })
  }
  return files
}

function bodyOf(file: WebFile): Promise<EncodedBody> {
  file.body ??= load(file.path).catch((error: unknown) => {
    delete file.body
    throw error
  })
  return file.body
}

async function load(path: string): Promise<EncodedBody> {
  const contentType = TYPES[extname(path)] ?? 'application/octet-stream'
  return encodeBody(await readFile(path), { contentType, brotliQuality: 9 })
}
