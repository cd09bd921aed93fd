import { ApiError } from '@outlast/contract'

/** Source: pool.md §8. */
const FAILED = 'Failed to sync from ESPN'
const DETAILS_LENGTH = 160

/** What an admin reads of a sync that failed. */
export interface SyncFailure {
  readonly sentence: string
  /** What was asked of the feed, when it was. */
  readonly url: string | undefined
  readonly details: string | undefined
}

/** The sentence with the server's message appended, and what the feed gave instead of games. */
export function syncFailureOf(error: unknown): SyncFailure {
  if (!(error instanceof ApiError)) return { sentence: FAILED, url: undefined, details: undefined }
  const { message, espn_url: url, details } = error.body
  const said = typeof message === 'string' && message !== '' ? message : withoutFallback(error.message)
  return {
    sentence: said === '' ? FAILED : `${FAILED}: ${said}`,
    url: typeof url === 'string' ? url : undefined,
    details: typeof details === 'string' && details !== '' ? Array.from(details).slice(0, DETAILS_LENGTH).join('') : undefined,
  }
}

const withoutFallback = (message: string): string =>
  message.startsWith(FAILED) ? message.slice(FAILED.length).replace(/^: /, '') : message
