/** The number of characters of an unexpected response that are shown to the admin (docs/api.md). */
const DETAILS_LENGTH = 160

// Control characters and runs of whitespace, since the excerpt is shown on one line.
const BLANKS = /[\s\p{Cc}]+/gu

/** Returns the first 160 characters of a text on one line. */
export function excerpt(text: string): string {
  return Array.from(text.replace(BLANKS, ' ').trim()).slice(0, DETAILS_LENGTH).join('')
}

/** The feed returned no usable response. Nothing was changed; a later request may succeed. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
  /** The requested URL. */
  readonly url: string
  /** The beginning of the response, or the network error: at most 160 characters. */
  readonly details: string

  constructor(message: string, url: string, details: string) {
    super(message)
    this.url = url
    this.details = excerpt(details)
  }
}

/** Returns the 502 body of `POST /api/admin/sync-games/espn`, without `code` and `request_id` (docs/api.md). */
export function feedFailureBody(failure: FeedFailure): { error: string; message: string; espn_url: string; details: string } {
  return {
    error: `Failed to sync from ESPN: ${failure.message}`,
    message: failure.message,
    espn_url: failure.url,
    details: failure.details,
  }
}
