import { ApiError } from '@outlast/contract'

/** What a person reads of a failure: the server's own sentence, or the one of the call that failed (pool.md §8). */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback
}
