import { describe, expect, it } from 'vitest'
import { characterCount, lengthNotice } from './message-draft.ts'

describe('message length', () => {
  it('characterCount: counts code points of the trimmed text', () => {
    expect(characterCount('  a🏈b \n')).toBe(3)
  })

  it('lengthNotice: stays undefined until 80 percent of the limit', () => {
    expect(lengthNotice('a'.repeat(159), 200)).toBeUndefined()
    expect(lengthNotice('a'.repeat(160), 200)).toEqual({ text: '40 characters left', isOver: false })
    expect(lengthNotice('a'.repeat(200), 200)).toEqual({ text: '0 characters left', isOver: false })
  })

  it('lengthNotice: says how many characters are too many', () => {
    expect(lengthNotice('a'.repeat(21_234), 20_000)).toEqual({ text: '1,234 characters too many', isOver: true })
  })
})
