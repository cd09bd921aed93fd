import { ApiError, type SyncStatus } from '@outlast/contract'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { deviceNow } from '../../clock/site-clock.ts'

/** After the next ask has passed, its outcome takes a moment. */
const AFTER_ASK_MS = 2_000
const LONGEST_WAIT_MS = 600_000

/** How the feed stands; undefined until it is known. */
export interface SyncState {
  readonly status: SyncStatus | undefined
  readonly failed: boolean
  readonly refresh: () => void
}

/**
 * How the automatic sync stands. It has no live topic: it is asked when something it concerns changes (`cause`), when the page
 * becomes visible, and when the next ask has passed.
 */
export function useSyncStatus(cause: unknown): SyncState {
  const [state, setState] = useState<Omit<SyncState, 'refresh'>>({ status: undefined, failed: false })
  const refresh = useCallback(() => {
    api.call('syncStatus').then(
      (status) => setState({ status, failed: false }),
      () => setState((held) => ({ ...held, failed: true })),
    )
  }, [])
  useEffect(refresh, [refresh, cause])
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
  const { status } = state
  useEffect(() => {
    if (!status?.next_ask_at) return undefined
    // Held back a little more when it did not move: somebody's clock is off, or the feed is slow.
    const wait = Math.max(Date.parse(status.next_ask_at) - deviceNow() + AFTER_ASK_MS, 10_000)
    const timer = setTimeout(refresh, Math.min(wait, LONGEST_WAIT_MS))
    return () => clearTimeout(timer)
  }, [status, refresh])
  return { ...state, refresh }
}

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
