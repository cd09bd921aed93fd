import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type EncodedBody, encodeBody } from '../../lib/encoded-body.ts'
import { type ClubFace, withClub } from '../named-files.ts'
import type { PageContent } from './page-content.ts'
import { withContent } from './page-html.ts'

export interface PageOptions {
  /** Returns the club's name and crest as they are now. */
  readonly club: () => ClubFace
  /** Reads the content of the page at an address; undefined if it has none. */
  readonly content: (path: string) => Promise<PageContent | undefined>
  readonly publicUrl: string
}

/** Without its content, the page is complete for everybody who runs its JavaScript, also while the database is away. */
const MAX_WAIT_MS = 1_000
const MAX_PAGES = 200

/** The app's page, with the content of its address in it; encoded once as long as the content stays the same. */
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
    // A failed read is tried again by the next request.
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

  async #encode(club: ClubFace, content: PageContent | undefined): Promise<EncodedBody> {
    const page = withClub('/index.html', await readFile(this.#file), club).toString()
    return encodeBody(withContent(page, content, club, this.#options.publicUrl), {
      contentType: 'text/html; charset=utf-8',
      brotliQuality: 9,
    })
  }
}
