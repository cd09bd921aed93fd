import { useCallback, useRef, useState } from 'react'
import { errorMessage } from '../../api/client.ts'
import { toast } from '../ui/toast.tsx'

interface ActionOptions<R> {
  /** Said in a toast when it worked (pool.md §8). */
  readonly success?: string | ((answer: R) => string)
  /** Shown when what failed has no sentence of its own. */
  readonly fallback: string
}

/** Something a button does, and how it stands. */
export interface Action<A extends readonly unknown[], R> {
  /** Does it, unless it is being done. Resolves to its answer; undefined when it failed, which `error` then tells. */
  readonly run: (...args: A) => Promise<R | undefined>
  readonly pending: boolean
  /** The sentence to show near the button; null when there is nothing wrong. */
  readonly error: string | null
  readonly clear: () => void
}

/** Makes an action of a function that may fail: one at a time, success in a toast, failure in words. */
export function useAction<A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  { success, fallback }: ActionOptions<R>,
): Action<A, R> {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const busy = useRef(false)
  const run = async (...args: A): Promise<R | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setPending(true)
    setError(null)
    try {
      const answer = await act(...args)
      if (success !== undefined) toast(typeof success === 'string' ? success : success(answer))
      return answer
    } catch (failure) {
      setError(errorMessage(failure, fallback))
      return undefined
    } finally {
      busy.current = false
      setPending(false)
    }
  }
  return { run, pending, error, clear: useCallback(() => setError(null), []) }
}
