import { useCallback, useEffect, useState } from 'react'
import { useWaiting } from '../lib/arrivals.ts'
import { canRetry, errorMessage } from './client.ts'

/** The state of a read from the API. */
export interface Query<T> {
  /** Undefined until the first response; kept while the data is fetched again. */
  readonly data: T | undefined
  /** The message of the last failure; null once a fetch succeeds. */
  readonly error: string | null
  readonly isLoading: boolean
  readonly refetch: () => void
  /** Fetches again after a failure; undefined if that would fail in the same way. */
  readonly retry: (() => void) | undefined
}

interface Answer<T> {
  readonly attempt: unknown
  readonly data: T | undefined
  readonly error: string | null
  readonly isFinal: boolean
}

/**
 * Fetches data when the component mounts, and again whenever `fetch` or `version` changes.
 * @param fetch keep its identity stable with `useCallback`; null fetches nothing
 * @param fallback the message when the failure has none of its own
 * @param version any value whose change means that the data is out of date
 */
export function useQuery<T>(fetch: (() => Promise<T>) | null, fallback: string, version?: unknown): Query<T> {
  const [attempt, setAttempt] = useState({})
  const [answer, setAnswer] = useState<Answer<T>>({ attempt: null, data: undefined, error: null, isFinal: false })
  useEffect(() => {
    if (fetch === null) return undefined
    let isCurrent = true
    fetch().then(
      (data) => isCurrent && setAnswer({ attempt, data, error: null, isFinal: false }),
      (error: unknown) =>
        isCurrent &&
        setAnswer(({ data }) => ({ attempt, data, error: errorMessage(error, fallback), isFinal: !canRetry(error) })),
    )
    return () => {
      isCurrent = false
    }
  }, [fetch, fallback, version, attempt])
  const refetch = useCallback(() => setAttempt({}), [])
  const { data, error, isFinal } = answer
  useWaiting(fetch !== null && answer.attempt === null)
  return { data, error, isLoading: answer.attempt !== attempt, refetch, retry: isFinal ? undefined : refetch }
}
