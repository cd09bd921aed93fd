import { create } from 'zustand'
import { formatCount } from '../../lib/numbers.ts'

/** A broadcast as it is being written. */
export interface Message {
  readonly subject: string
  readonly text: string
}

export const EMPTY_MESSAGE: Message = { subject: '', text: '' }

/** A draft with its author, because the next user of this device must not see it. */
type MessageDraft = Message & { readonly userId: number }

const useDraftStore = create<{ readonly draft: MessageDraft | null }>()(() => ({ draft: null }))

/** Returns the user's unsent message. It survives leaving the screen and signing in again. */
export function useMessageDraft(userId: number): readonly [Message, (message: Message) => void] {
  const draft = useDraftStore((state) => state.draft)
  const setDraft = (message: Message): void => useDraftStore.setState({ draft: { ...message, userId } })
  return [draft?.userId === userId ? draft : EMPTY_MESSAGE, setDraft]
}

/** The longest message in characters. The server checks the same limits (docs/rules.md). */
export const LENGTH_LIMITS = { subject: 200, text: 20_000 } as const

/** The notice appears once this share of a limit is used. */
const NOTICE_FROM = 0.8

/** Counts characters as the server does: code points of the trimmed text. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text.trim()) count += 1
  return count
}

/** Describes how close a text is to its limit; undefined while it is far from it. */
export function lengthNotice(text: string, limit: number): { readonly text: string; readonly isOver: boolean } | undefined {
  const length = characterCount(text)
  if (length < limit * NOTICE_FROM) return undefined
  const isOver = length > limit
  const count = formatCount(Math.abs(limit - length), 'character')
  return { isOver, text: `${count} ${isOver ? 'too many' : 'left'}` }
}
