import { describe, expect, it } from 'vitest'
import { type Draft, draftState, editDraft, markSaved } from './field-draft.ts'

describe('field draft', () => {
  it('shows the current value until it is edited', () => {
    expect(draftState(undefined, 'A')).toEqual({ value: 'A', isEdited: false, newValue: undefined })
  })

  it('keeps the edit and reports the new value when the value changes', () => {
    const draft = editDraft(undefined, 'A', 'AB')
    expect(draftState(draft, 'A')).toEqual({ value: 'AB', isEdited: true, newValue: undefined })
    expect(draftState(draft, 'Z')).toEqual({ value: 'AB', isEdited: true, newValue: 'Z' })
    expect(draftState(editDraft(draft, 'Z', 'ABC'), 'Z')).toEqual({ value: 'ABC', isEdited: true, newValue: 'Z' })
  })

  it('reports no conflict when someone else saved the same text', () => {
    expect(draftState(editDraft(undefined, 'A', 'B'), 'B')).toEqual({ value: 'B', isEdited: false, newValue: undefined })
  })

  it('starts a new edit after the original text was restored', () => {
    const back = editDraft(editDraft(undefined, 'A', 'AB'), 'A', 'A')
    expect(draftState(editDraft(back, 'A', 'AC'), 'Z').newValue).toBe('Z')
    expect(editDraft(editDraft(undefined, 'A', 'Z'), 'Z', 'ZZ').base).toBe('Z')
  })

  it('shows the saved text until the server confirms it, then the server value', () => {
    const draft = markSaved(editDraft(undefined, 'A', 'b'), 'b')
    expect(draftState(draft, 'A')).toEqual({ value: 'b', isEdited: false, newValue: undefined })
    expect(draftState(draft, 'B')).toEqual({ value: 'B', isEdited: false, newValue: undefined })
  })

  it('keeps text that was typed during the save', () => {
    const draft: Draft = editDraft(editDraft(undefined, 'A', 'B'), 'A', 'BC')
    expect(markSaved(draft, 'B')).toBe(draft)
    expect(markSaved(undefined, 'B')).toBeUndefined()
  })
})
