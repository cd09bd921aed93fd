import { ApiError } from '@outlast/contract'

const FAILED = 'Failed to sync from ESPN'
/** The maximum length of the excerpt of ESPN's response, in characters. */
const DETAILS_LENGTH = 160

/** Why a sync failed, for admins. */
export interface SyncFailure {
  readonly message: string
  /** The URL that was requested from ESPN, if any. */
  readonly url: string | undefined
  readonly details: string | undefined
}

/** Describes a failed sync: the server's message, and what ESPN sent instead of games. */
export function syncFailureOf(error: unknown): SyncFailure {
  if (!(error instanceof ApiError)) return { message: FAILED, url: undefined, details: undefined }
  const { message, espn_url: url, details } = error.body
  const reason = typeof message === 'string' && message !== '' ? message : withoutFallback(error.message)
  return {
    message: reason === '' ? FAILED : `${FAILED}: ${reason}`,
    url: typeof url === 'string' ? url : undefined,
    details: typeof details === 'string' && details !== '' ? Array.from(details).slice(0, DETAILS_LENGTH).join('') : undefined,
  }
}

const withoutFallback = (message: string): string =>
  message.startsWith(FAILED) ? message.slice(FAILED.length).replace(/^: /, '') : message
