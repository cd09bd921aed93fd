import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EncodedBody, encodeBody, sizeOfBody } from '../lib/encoded-body.ts'
import { type ClubBranding, encodedPerBranding, withBranding } from './branded-files.ts'
import type { PublicAnswers } from '../http/public-answers.ts'
import type { PageContent } from './page-content.ts'
import { withContent } from './page-html.ts'

export interface PageOptions {
  /** Returns the club's name and crest as they are now. */
  readonly club: () => ClubBranding
  /** Returns under what the content of the page at an address is kept, besides its version; undefined if it has none of its own. */
  readonly contentKey: (path: string) => string | undefined
  /** Runs before the content is read. See read-barrier.ts. */
  readonly readBarrier: () => Promise<void> | undefined
  /** Reads the content of such a page; undefined if it has none at the moment. */
  readonly content: (path: string) => Promise<PageContent | undefined>
  readonly answers: Pick<PublicAnswers, 'answer'>
  readonly publicUrl: string
}

/** How long to wait for the content. Browsers do not need it, so the page is served without it while the database is slow. */
const MAX_WAIT_MS = 1_000

/** Serves the app's page with the content for its address. */
export class Pages {
  readonly #file: string
  readonly #options: PageOptions
  readonly #withoutContent: () => Promise<EncodedBody>

  /** @param file the app's `index.html` */
  constructor(file: string, options: PageOptions) {
    this.#file = file
    this.#options = options
    this.#withoutContent = encodedPerBranding(options.club, (club) => this.#encode(club, undefined))
  }

  /** @param ip the address that asks; one that asks for too much gets pages without content */
  async load(path: string, ip: string): Promise<EncodedBody> {
    const key = this.#options.contentKey(path)
    if (key === undefined) return this.#withoutContent()
    const page = this.#withContent(path, key, ip)
    const waiting = new AbortController()
    const timeout = sleep(MAX_WAIT_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined)
    const found = await Promise.race([page, timeout]).catch(() => undefined)
    waiting.abort()
    return found ?? this.#withoutContent()
  }

  async #withContent(path: string, key: string, ip: string): Promise<EncodedBody> {
    const { answers, club, content, readBarrier } = this.#options
    await readBarrier()
    return answers.answer<EncodedBody>({
      key: `page ${path} ${key}`,
      source: 'revealed',
      ip,
      sizeOf: sizeOfBody,
      compute: async () => this.#encode(club(), await content(path)),
    })
  }

  async #encode(club: ClubBranding, content: PageContent | undefined): Promise<EncodedBody> {
    const page = withBranding('/index.html', await readFile(this.#file), club).toString()
    return encodeBody(withContent(page, content, club, this.#options.publicUrl), {
      contentType: 'text/html; charset=utf-8',
      brotliQuality: 5,
    })
  }
}
