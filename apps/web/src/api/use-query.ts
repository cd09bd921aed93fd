import { useCallback, useEffect, useState } from 'react'
import { useWaiting } from '../lib/arrivals.ts'
import { isUnanswered } from '@outlast/contract'
import { afterDeviceTime } from '../lib/device-clock-timer.ts'
import { canRetry, errorMessage } from './client.ts'

/** The delay before an unanswered read is repeated, in milliseconds. It doubles up to the longest. */
const REPEAT_MS = 3_000
const LONGEST_REPEAT_MS = 30_000

/** Why a read failed. It is no text, so that no screen says it without offering to retry: `ErrorBox` does both. */
export interface LoadError {
  readonly text: string
  readonly retry: Query<unknown>['retry']
}

/** The state of a read from the API. */
export interface Query<T> {
  /** Undefined until the first response; kept while the data is fetched again. */
  readonly data: T | undefined
  /** The last failure; null once a fetch succeeds. */
  readonly error: LoadError | null
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
  /** How many attempts in a row got no answer. */
  readonly unanswered: number
}

const NO_ANSWER = { attempt: null, data: undefined, error: null, isFinal: false, unanswered: 0 }

/**
 * Fetches data when the component mounts, and again whenever `read` or `version` changes. Without an answer it says so, and repeats the
 * read until there is one.
 * @param read keep its identity stable with `useCallback`; null reads nothing
 * @param fallback the message when the failure has none of its own
 * @param version any value whose change means that the data is out of date
 */
export function useQuery<T>(read: (() => Promise<T>) | null, fallback: string, version?: unknown): Query<T> {
  const [attempt, setAttempt] = useState({})
  const [answer, setAnswer] = useState<Answer<T>>(NO_ANSWER)
  useEffect(() => {
    if (read === null) return undefined
    let isCurrent = true
    read().then(
      (data) => isCurrent && setAnswer({ ...NO_ANSWER, attempt, data }),
      (error: unknown) =>
        isCurrent &&
        setAnswer(({ data, unanswered }) => ({
          attempt,
          data,
          error: errorMessage(error, fallback),
          isFinal: !canRetry(error),
          unanswered: isUnanswered(error) ? unanswered + 1 : 0,
        })),
    )
    return () => {
      isCurrent = false
    }
  }, [read, fallback, version, attempt])
  const refetch = useCallback(() => setAttempt({}), [])
  const { data, error, isFinal, unanswered } = answer
  useEffect(() => {
    if (unanswered === 0) return undefined
    return afterDeviceTime(Math.min(LONGEST_REPEAT_MS, REPEAT_MS * 2 ** (unanswered - 1)), refetch)
  }, [unanswered, answer.attempt, refetch])
  useWaiting(read !== null && answer.attempt === null)
  const retry = isFinal ? undefined : refetch
  return { data, error: error === null ? null : { text: error, retry }, isLoading: answer.attempt !== attempt, refetch, retry }
}
