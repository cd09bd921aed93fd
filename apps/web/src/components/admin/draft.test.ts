import { describe, expect, it } from 'vitest'
import { changedMeanwhile, typeOver, valuesOf } from './draft.ts'

const row = { name: 'Lions', email: 'a@club.example', paid: false }

describe('a draft', () => {
  it('keeps what is typed, and lets the rest follow the row', () => {
    const draft = typeOver(undefined, row, { name: 'Bears' })
    expect(valuesOf(draft, { ...row, paid: true })).toEqual({ ...row, name: 'Bears', paid: true })
  })

  it('ends when the typed text is what the row says again', () => {
    const draft = typeOver(undefined, row, { name: 'Bears' })
    expect(typeOver(draft, row, { name: 'Lions' })).toBeUndefined()
    expect(typeOver(draft, { ...row, name: 'Bears' }, {})).toBeUndefined()
  })

  it('says what somebody else changed meanwhile', () => {
    const draft = typeOver(undefined, row, { name: 'Bears' })
    expect(changedMeanwhile(undefined, row)).toEqual([])
    expect(changedMeanwhile(draft, row)).toEqual([])
    expect(changedMeanwhile(draft, { ...row, name: 'Tigers', paid: true })).toEqual(['name', 'paid'])
    expect(changedMeanwhile(draft, { ...row, name: 'Bears' })).toEqual([])
  })

  it('goes on from where it began, however often the row changes', () => {
    const draft = typeOver(typeOver(undefined, row, { name: 'Bears' }), { ...row, paid: true }, { email: 'b@club.example' })
    expect(draft).toEqual({ base: row, typed: { name: 'Bears', email: 'b@club.example' } })
  })
})
