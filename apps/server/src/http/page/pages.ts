import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type EncodedBody, encodeBody } from '../../lib/encoded-body.ts'
import { type ClubBranding, withBranding } from '../branded-files.ts'
import type { PageContent } from './page-content.ts'
import { withContent } from './page-html.ts'

export interface PageOptions {
  /** Returns the club's name and crest as they are now. */
  readonly club: () => ClubBranding
  /** Reads the content of the page at an address; undefined if it has none. */
  readonly content: (path: string) => Promise<PageContent | undefined>
  readonly publicUrl: string
}

/** How long to wait for the content. Browsers do not need it, so the page is served without it while the database is slow. */
const MAX_WAIT_MS = 1_000
const MAX_PAGES = 200

/** Serves the app's page with the content for its address. Encodes it once as long as the content stays the same. */
export class Pages {
  readonly #file: string
  readonly #options: PageOptions
  readonly #bodies = new LRUCache<string, Promise<EncodedBody>>({ max: MAX_PAGES })

  /** @param file the app's `index.html` */
  constructor(file: string, options: PageOptions) {
    this.#file = file
    this.#options = options
  }

  async load(path: string): Promise<EncodedBody> {
    const club = this.#options.club()
    const content = await this.#content(path)
    const key = JSON.stringify([club.name, club.crest, content])
    const known = this.#bodies.get(key)
    if (known !== undefined) return known
    const body = this.#encode(club, content)
    this.#bodies.set(key, body)
    // The next request retries a failed read.
    body.catch(() => this.#bodies.delete(key))
    return body
  }

  async #content(path: string): Promise<PageContent | undefined> {
    const waiting = new AbortController()
    const timeout = sleep(MAX_WAIT_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined)
    try {
      return await Promise.race([this.#options.content(path), timeout])
    } catch {
      return undefined
    } finally {
      waiting.abort()
    }
  }

  async #encode(club: ClubBranding, content: PageContent | undefined): Promise<EncodedBody> {
    const page = withBranding('/index.html', await readFile(this.#file), club).toString()
    return encodeBody(withContent(page, content, club, this.#options.publicUrl), {
      contentType: 'text/html; charset=utf-8',
      brotliQuality: 9,
    })
  }
}
