import { describe, expect, it } from 'vitest'
import { draftValues, editDraft, fieldsChangedByOthers } from './draft.ts'

const row = { name: 'Lions', email: 'a@club.example', paid: false }

describe('draftValues', () => {
  it('returns the edits on top of the current row', () => {
    const draft = editDraft(undefined, row, { name: 'Bears' })
    expect(draftValues(draft, { ...row, paid: true })).toEqual({ ...row, name: 'Bears', paid: true })
  })
})

describe('editDraft', () => {
  it('returns undefined once every edit equals the current row', () => {
    const draft = editDraft(undefined, row, { name: 'Bears' })
    expect(editDraft(draft, row, { name: 'Lions' })).toBeUndefined()
    expect(editDraft(draft, { ...row, name: 'Bears' }, {})).toBeUndefined()
  })

  it('keeps the base of the first edit when the row changes later', () => {
    const draft = editDraft(editDraft(undefined, row, { name: 'Bears' }), { ...row, paid: true }, { email: 'b@club.example' })
    expect(draft).toEqual({ base: row, changes: { name: 'Bears', email: 'b@club.example' } })
  })
})

describe('fieldsChangedByOthers', () => {
  const draft = editDraft(undefined, row, { name: 'Bears' })

  it('returns nothing without a draft or without changes by others', () => {
    expect(fieldsChangedByOthers(undefined, row)).toEqual([])
    expect(fieldsChangedByOthers(draft, row)).toEqual([])
  })

  it('returns the fields that differ from the base of the draft', () => {
    expect(fieldsChangedByOthers(draft, { ...row, name: 'Tigers', paid: true })).toEqual(['name', 'paid'])
  })

  it('ignores a field that both set to the same value', () => {
    expect(fieldsChangedByOthers(draft, { ...row, name: 'Bears' })).toEqual([])
  })
})
