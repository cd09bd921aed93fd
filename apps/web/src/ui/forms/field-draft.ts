import { useState } from 'react'

/** An edit of a value that may change on the server meanwhile. */
export interface Draft {
  readonly text: string
  /** The server's value when the edit began, or when it was saved. */
  readonly base: string
  /** The text was saved; the next value from the server replaces it. */
  readonly isSaved: boolean
}

/** What a field with a draft shows. */
export interface DraftState {
  readonly value: string
  /** Whether the field has unsaved edits. */
  readonly isEdited: boolean
  /** The server's value if it changed since the edit began; else undefined. */
  readonly newValue: string | undefined
}

/** Returns what a field shows: its draft if there is one, else the server's value. */
export function draftState(draft: Draft | undefined, current: string): DraftState {
  if (draft === undefined || (draft.isSaved && current !== draft.base))
    return { value: current, isEdited: false, newValue: undefined }
  const isEdited = !draft.isSaved && draft.text !== current
  return { value: draft.text, isEdited, newValue: isEdited && current !== draft.base ? current : undefined }
}

/** Returns the draft after the user typed `text`. */
export function editDraft(draft: Draft | undefined, current: string, text: string): Draft {
  const continues = draft !== undefined && !draft.isSaved && draftState(draft, current).isEdited
  return { text, base: continues ? draft.base : current, isSaved: false }
}

/** Returns the draft after `saved` was saved. Text typed during the save stays unsaved. */
export function markSaved(draft: Draft | undefined, saved: string): Draft | undefined {
  return draft?.text === saved ? { ...draft, isSaved: true } : draft
}

/** A field's draft with the functions that change it. */
export interface FieldDraft extends DraftState {
  readonly set: (text: string) => void
  /** Drops the edits and shows the server's value. */
  readonly discard: () => void
  readonly markSaved: (saved: string) => void
}

/** Lets an admin edit a live value without losing the edits when the value changes. The component needs a key per edited object. */
export function useFieldDraft(current: string): FieldDraft {
  const [draft, setDraft] = useState<Draft>()
  return {
    ...draftState(draft, current),
    set: (text) => setDraft((before) => editDraft(before, current, text)),
    discard: () => setDraft(undefined),
    markSaved: (saved) => setDraft((before) => markSaved(before, saved)),
  }
}

/**
 * Does the same for several values at once, by key.
 * @param suggestions what fields show at first, as if the admin had typed it
 */
export function useFieldDrafts(
  current: Readonly<Record<string, string>>,
  suggestions: Readonly<Record<string, string>>,
): (key: string) => FieldDraft {
  const valueOf = (key: string): string => current[key] ?? ''
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft | undefined>>>(() =>
    Object.fromEntries(Object.entries(suggestions).map(([key, text]) => [key, editDraft(undefined, valueOf(key), text)])),
  )
  return (key) => {
    const change = (edit: (draft: Draft | undefined) => Draft | undefined): void =>
      setDrafts((before) => ({ ...before, [key]: edit(before[key]) }))
    return {
      ...draftState(drafts[key], valueOf(key)),
      set: (text) => change((draft) => editDraft(draft, valueOf(key), text)),
      discard: () => change(() => undefined),
      markSaved: (saved) => change((draft) => markSaved(draft, saved)),
    }
  }
}
