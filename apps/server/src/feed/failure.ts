/** How much of an unexpected answer is shown to the admin (pool.md §8, "up to 160 characters of details"). */
const DETAILS_LENGTH = 160

// Control characters and whitespace runs: an answer is shown on one line, whatever it was.
const BLANKS = /[\s\p{Cc}]+/gu

/** The first 160 characters of a text, on one line. */
export function excerpt(text: string): string {
  return Array.from(text.replace(BLANKS, ' ').trim()).slice(0, DETAILS_LENGTH).join('')
}

/** The feed did not give a usable answer. Nothing was changed by it; the next ask may well succeed. */
export class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
  /** The address that was asked. */
  readonly url: string
  /** The start of what came back, or the network's own words: at most 160 characters. */
  readonly details: string

  constructor(message: string, url: string, details: string) {
    super(message)
    this.url = url
    this.details = excerpt(details)
  }
}

/** The 502 body of `POST /api/admin/sync-games/espn` (pool.md §7), to which `code` and `request_id` are added. */
export function feedFailureBody(failure: FeedFailure): { error: string; message: string; espn_url: string; details: string } {
  return {
    error: `Failed to sync from ESPN: ${failure.message}`,
    message: failure.message,
    espn_url: failure.url,
    details: failure.details,
  }
}
