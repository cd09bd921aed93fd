import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeReveal, encodeReveal, type RevealCode, rosterChecksum } from './reveal-codes.ts'
import { TEAM_NAMES } from './test-support.ts'

const code: fc.Arbitrary<RevealCode> = fc.oneof(
  fc
    .record({ team: fc.constantFrom(...TEAM_NAMES), by: fc.constantFrom('member', 'admin', 'pool') })
    .map(({ team, by }) => ({ kind: 'pick' as const, team, is_override: by === 'admin', is_auto: by === 'pool' })),
  fc.constant({ kind: 'missed' } as const),
  fc.constant({ kind: 'absent' } as const),
)

describe('reveal codes', () => {
  it('decodes what it encoded, with one byte of JSON per row, and two for automatic picks', () => {
    fc.assert(
      fc.property(fc.array(code), (rows) => {
        const text = encodeReveal(rows)
        expect(decodeReveal(text)).toEqual(rows)
        expect(new TextEncoder().encode(JSON.stringify(text))).toHaveLength(
          rows.length + rows.filter((row) => row.kind === 'pick' && row.is_auto).length + 2,
        )
      }),
    )
  })

  it('has distinct characters for each team, picked by the member, set by an admin or assigned', () => {
    const rows = TEAM_NAMES.flatMap((team): RevealCode[] => [
      { kind: 'pick', team, is_override: false, is_auto: false },
      { kind: 'pick', team, is_override: true, is_auto: false },
      { kind: 'pick', team, is_override: false, is_auto: true },
    ])
    expect(new Set([...encodeReveal(rows).split(''), '-', '.'])).toHaveLength(98)
  })

  it('throws for an unknown team and returns undefined for an unknown character', () => {
    expect(() => encodeReveal([{ kind: 'pick', team: 'XXX', is_override: false, is_auto: false }])).toThrow(RangeError)
    for (const text of ['A!', 'A\u0000', '\u007f', 'Aé', 'A\u0141', '😀']) expect(decodeReveal(text)).toBeUndefined()
  })

  it('rosterChecksum depends on the ids and their order', () => {
    const sum = (...ids: number[]) => rosterChecksum(ids.map((id) => ({ id })))
    // The FNV-1a hash of no input is its offset basis.
    expect(sum()).toBe('811c9dc5')
    // The example of docs/live.md: "17,18,25,".
    expect(sum(17, 18, 25)).toBe('66087a85')
    expect(sum(1, 2)).not.toBe(sum(2, 1))
    expect(sum(1, 23)).not.toBe(sum(12, 3))
    expect(sum(1, 2)).toMatch(/^[0-9a-f]{8}$/)
  })
})
