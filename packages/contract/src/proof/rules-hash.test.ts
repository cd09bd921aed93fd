import { createHash, hash } from 'node:crypto'
import { DEFAULT_RULES, POOL_RULES, type PoolRules, RULE_NAMES, RULE_PRESETS } from '@outlast/domain'
import { valuesOf } from '@outlast/domain/rule-values'
import { describe, expect, it } from 'vitest'
import { rulesHash, rulesText } from './rules-hash.ts'

const hashing = { sha256: (data: Uint8Array | string) => createHash('sha256').update(data).digest() }
const hashOf = (more: object): string => rulesHash(hashing, { ...DEFAULT_RULES, ...more } as PoolRules)

describe('the hash of rules (docs/proofs.md)', () => {
  it.each(RULE_NAMES)('differs between all values of the rule %s', (name) => {
    const values = [...new Map(valuesOf(POOL_RULES[name].kind).map((value) => [JSON.stringify(value), value])).values()]
    const hashes = values.map((value) => hashOf({ [name]: value }))
    expect(values.length).toBeGreaterThan(1)
    expect(new Set(hashes).size).toBe(values.length)
  })
  it('is the one of an empty object for the defaults', () => {
    expect(rulesText(DEFAULT_RULES)).toBe('{}')
    expect(hashOf({})).toBe(hash('sha256', '{}'))
  })
  it('depends neither on the preset, nor on the order of rules, nor on a rule that a newer version added', () => {
    const chosen = { lives: 2, missedPick: 'auto', buyback: { untilWeek: 4, maxPerEntry: 1, feeCents: 0 } }
    const reordered = { buyback: { feeCents: 0, maxPerEntry: 1, untilWeek: 4 }, missedPick: 'auto', lives: 2 }
    const hashes = [chosen, reordered, { ...chosen, newerRule: 'yes' }, ...RULE_PRESETS.map((preset) => ({ ...chosen, preset }))]
    expect(new Set(hashes.map(hashOf)).size).toBe(1)
  })
  it('is computed from the names of the API, as the docs show', () => {
    const text = '{"currency":"USD","entry_fee_cents":2500,"lives":2}'
    expect(rulesText({ ...DEFAULT_RULES, lives: 2, entryFeeCents: 2500, currency: 'USD' })).toBe(text)
    expect(hashOf({ lives: 2, entryFeeCents: 2500, currency: 'USD' })).toBe(hash('sha256', text))
  })
})
