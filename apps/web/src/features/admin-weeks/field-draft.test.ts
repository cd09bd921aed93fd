import { describe, expect, it } from 'vitest'
import { type Draft, draftState, saved, typed } from './field-draft.ts'

describe('a draft over a live value', () => {
  it('shows the live value until somebody types', () => {
    expect(draftState(undefined, 'A')).toEqual({ value: 'A', isEdited: false, changedTo: undefined })
  })

  it('keeps what is typed when the value changes, and says so', () => {
    const draft = typed(undefined, 'A', 'AB')
    expect(draftState(draft, 'A')).toEqual({ value: 'AB', isEdited: true, changedTo: undefined })
    expect(draftState(draft, 'Z')).toEqual({ value: 'AB', isEdited: true, changedTo: 'Z' })
    expect(draftState(typed(draft, 'Z', 'ABC'), 'Z')).toEqual({ value: 'ABC', isEdited: true, changedTo: 'Z' })
  })

  it('says nothing when somebody else saved the same', () => {
    expect(draftState(typed(undefined, 'A', 'B'), 'B')).toEqual({ value: 'B', isEdited: false, changedTo: undefined })
  })

  it('begins anew after typing back what was there', () => {
    const back = typed(typed(undefined, 'A', 'AB'), 'A', 'A')
    expect(draftState(typed(back, 'A', 'AC'), 'Z').changedTo).toBe('Z')
    expect(typed(typed(undefined, 'A', 'Z'), 'Z', 'ZZ').base).toBe('Z')
  })

  it('shows what was saved until the change arrives, and what follows after', () => {
    const draft = saved(typed(undefined, 'A', 'b'), 'b')
    expect(draftState(draft, 'A')).toEqual({ value: 'b', isEdited: false, changedTo: undefined })
    expect(draftState(draft, 'B')).toEqual({ value: 'B', isEdited: false, changedTo: undefined })
  })

  it('keeps what was typed while saving', () => {
    const draft: Draft = typed(typed(undefined, 'A', 'B'), 'A', 'BC')
    expect(saved(draft, 'B')).toBe(draft)
    expect(saved(undefined, 'B')).toBeUndefined()
  })
})
