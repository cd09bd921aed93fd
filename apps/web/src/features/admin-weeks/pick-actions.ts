import { createContext, use } from 'react'
import type { PickRow } from './pick-rows.ts'

/** What the buttons of a row do. */
export interface PickActions {
  readonly change: (row: PickRow) => void
  readonly remove: (row: PickRow) => void
}

// In a context, so that the table's cells are the same functions from one drawing to the next.
export const PickActionsContext = createContext<PickActions | undefined>(undefined)

export function usePickActions(): PickActions {
  const actions = use(PickActionsContext)
  if (actions === undefined) throw new Error('usePickActions needs the picks card')
  return actions
}
