import { useState } from 'react'

/** What somebody has typed over a value that lives: kept while the value changes underneath. */
export interface Draft {
  readonly text: string
  /** The live value when typing began, or when the text was saved. */
  readonly base: string
  /** Sent and accepted: the live value that follows takes its place. */
  readonly isSaved: boolean
}

/** How a field with a draft stands. */
export interface DraftState {
  readonly value: string
  /** Something is typed that is not saved. */
  readonly isEdited: boolean
  /** The live value, when it became another one since typing began; else undefined. */
  readonly changedTo: string | undefined
}

/** What a field shows: the draft as long as there is one, else the live value. */
export function draftState(draft: Draft | undefined, live: string): DraftState {
  if (draft === undefined || (draft.isSaved && live !== draft.base)) return { value: live, isEdited: false, changedTo: undefined }
  const isEdited = !draft.isSaved && draft.text !== live
  return { value: draft.text, isEdited, changedTo: isEdited && live !== draft.base ? live : undefined }
}

/** The draft after typing `text` into a field. */
export function typed(draft: Draft | undefined, live: string, text: string): Draft {
  const stands = draft !== undefined && !draft.isSaved && draftState(draft, live).isEdited
  return { text, base: stands ? draft.base : live, isSaved: false }
}

/** The draft after what it holds was saved; `sent` is what was. Typing that went on meanwhile stays. */
export function saved(draft: Draft | undefined, sent: string): Draft | undefined {
  return draft?.text === sent ? { ...draft, isSaved: true } : draft
}

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
