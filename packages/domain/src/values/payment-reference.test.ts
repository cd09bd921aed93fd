import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryId, entryReference, referencedEntries } from '../index.ts'

const ids = fc.integer({ min: 1, max: 50_000_000 })

describe('entryReference', () => {
  it('is found again in any text of a bank, spaced and in small letters', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const reference = entryReference(entryId(id))
        expect(referencedEntries(`SEPA transfer ${reference}, thank you`)).toEqual([id])
        expect(referencedEntries(`pool fee ${reference.toLowerCase()}`)).toEqual([id])
        expect(referencedEntries(`${reference.slice(0, 2)}-${reference.slice(2, 4)} ${reference.slice(4)}!`)).toEqual([id])
      }),
    )
  })
  it('is found before a word of letters that references use', () => {
    fc.assert(
      fc.property(ids, fc.constantFrom('MAX', 'Anna', 'FEE 25', 'XYZ'), (id, word) => {
        expect(referencedEntries(`${entryReference(entryId(id))} ${word}`)).toEqual([id])
      }),
    )
  })
  it('detects every wrong character and every swap of two neighbors', () => {
    const reference = entryReference(entryId(1234))
    const characters = '23456789ABCDEFGHJKMNPQRSTWXYZ'
    for (let place = 2; place < reference.length; place += 1) {
      for (const other of characters) {
        if (other === reference[place]) continue
        expect(referencedEntries(`${reference.slice(0, place)}${other}${reference.slice(place + 1)}`)).toEqual([])
      }
      const [left, right] = [reference[place], reference[place + 1]]
      if (right === undefined || left === right) continue
      expect(referencedEntries(`${reference.slice(0, place)}${right}${left}${reference.slice(place + 2)}`)).toEqual([])
    }
  })
  it('never changes', () => {
    expect([1, 2, 29, 707_281].map((id) => entryReference(entryId(id)))).toMatchInlineSnapshot(`
      [
        "OL22234",
        "OL22246",
        "OL22325",
        "OL322228",
      ]
    `)
  })
})
