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
