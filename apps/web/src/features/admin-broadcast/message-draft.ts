import { create } from 'zustand'

/** A message as it is being written. */
export interface Message {
  readonly subject: string
  readonly text: string
}

export const BLANK: Message = { subject: '', text: '' }

interface Writing extends Message {
  /** Whose it is: nobody else who signs in on this device sees it. */
  readonly userId: number
}

const useWriting = create<{ readonly writing: Writing | null }>()(() => ({ writing: null }))

/** The message somebody is writing. It survives going to another screen, and having to sign in again. */
export function useMessage(userId: number): readonly [Message, (message: Message) => void] {
  const writing = useWriting((state) => state.writing)
  const write = (message: Message): void => useWriting.setState({ writing: { ...message, userId } })
  return [writing?.userId === userId ? writing : BLANK, write]
}

/** Source: decisions.md §Settled further, "Limits". */
export const LIMITS = { subject: 200, text: 20_000 } as const

/** From this part of a limit on, what is left is shown. */
const NEAR = 0.8

const inWords = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'character' : 'characters'}`

/** Characters as the server counts them: code points, after trimming. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text.trim()) count += 1
  return count
}

/** How close a text is to its limit: what to say, and whether it is over. Undefined while that is far. */
export function limitNotice(text: string, limit: number): { readonly words: string; readonly over: boolean } | undefined {
  const length = lengthOf(text)
  if (length < limit * NEAR) return undefined
  const over = length > limit
  return { over, words: over ? `${inWords(length - limit)} too many` : `${inWords(limit - length)} left` }
}
