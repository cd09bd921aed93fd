import { useState } from 'react'
import type { BoardWeek } from '../board/board.ts'

/** The form for a new entry. */
export interface EntryForm {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** When it is another one, the form is a new one. */
  readonly moment: string
}

/** A week before or after its lock. */
export const momentOf = (week: Pick<BoardWeek, 'id'> | null, isClosed: boolean): string => `${week?.id} ${isClosed}`

/** Returns what the form for a new entry holds. Another week, and its lock, bring a new form, but not while a member types. */
export function useEntryForm(moment: string): EntryForm {
  const [typed, onType] = useState('')
  const [shown, setShown] = useState(moment)
  if (typed === '' && shown !== moment) setShown(moment)
  return { typed, onType, moment: shown }
}
