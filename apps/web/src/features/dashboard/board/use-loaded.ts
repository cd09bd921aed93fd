import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '../../../api/client.ts'

/** What a call gave, and how to make it again. */
export interface Loaded<T> {
  /** Undefined until there is an answer; kept while it is fetched again. */
  readonly value: T | undefined
  /** What to say of the last try; null when there is nothing wrong. */
  readonly error: string | null
  readonly loading: boolean
  readonly load: () => void
}

interface Answer<T> {
  readonly to: unknown
  readonly value: T | undefined
  readonly error: string | null
}

/** Calls `fetch` now and whenever it is another function; null calls nothing. */
export function useLoaded<T>(fetch: (() => Promise<T>) | null, fallback: string): Loaded<T> {
  const [attempt, setAttempt] = useState({})
  const [answer, setAnswer] = useState<Answer<T>>({ to: null, value: undefined, error: null })
  useEffect(() => {
    if (fetch === null) return undefined
    let isWanted = true
    const take = (next: (before: Answer<T>) => Answer<T>): void => {
      if (isWanted) setAnswer(next)
    }
    fetch().then(
      (value) => take(() => ({ to: attempt, value, error: null })),
      (error: unknown) => take(({ value }) => ({ to: attempt, value, error: sentenceOf(error, fallback) })),
    )
    return () => {
      isWanted = false
    }
  }, [fetch, fallback, attempt])
  const load = useCallback(() => setAttempt({}), [])
  return { value: answer.value, error: answer.error, loading: answer.to !== attempt, load }
}
