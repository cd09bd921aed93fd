import { useState } from 'react'
import { type Draft, draftState, type DraftState, saved, typed } from './draft.ts'

/** A field's draft, and what can happen to it. */
export interface FieldDraft extends DraftState {
  readonly set: (text: string) => void
  /** Takes the live value instead of what is typed. */
  readonly drop: () => void
  /** Call when `sent` was saved. */
  readonly saved: (sent: string) => void
}

/** Lets somebody edit a value that may change underneath without losing what they typed. Give the component a key per thing. */
export function useDraft(live: string): FieldDraft {
  const [draft, setDraft] = useState<Draft>()
  return {
    ...draftState(draft, live),
    set: (text) => setDraft((held) => typed(held, live, text)),
    drop: () => setDraft(undefined),
    saved: (sent) => setDraft((held) => saved(held, sent)),
  }
}
