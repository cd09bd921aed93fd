import { useCallback, useRef, useState } from 'react'
import { errorMessage } from '../../api/client.ts'
import { toast } from '../toast.tsx'

interface ActionOptions<R> {
  /** The toast after a success. */
  readonly success?: string | ((result: R) => string)
  /** The error message when the failure has none of its own. */
  readonly fallback: string
}

/** The state of an action that a button starts. */
export interface Action<A extends readonly unknown[], R> {
  /** Runs the action unless it is already running. Resolves to its result, or to undefined after a failure. */
  readonly run: (...args: A) => Promise<R | undefined>
  readonly pending: boolean
  /** The message to show near the button; null without an error. */
  readonly error: string | null
  readonly clearError: () => void
}

/** Wraps an async function for use by a button: one run at a time, a toast after a success, a message after a failure. */
export function useAction<A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  { success, fallback }: ActionOptions<R>,
): Action<A, R> {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // State updates arrive with the next render, which is too late to block a second click.
  const isRunning = useRef(false)
  const run = async (...args: A): Promise<R | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setPending(true)
    setError(null)
    try {
      const result = await act(...args)
      if (success !== undefined) toast(typeof success === 'string' ? success : success(result))
      return result
    } catch (failure) {
      setError(errorMessage(failure, fallback))
      return undefined
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { run, pending, error, clearError: useCallback(() => setError(null), []) }
}
