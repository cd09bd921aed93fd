import { describe, expect, it } from 'vitest'
import { lengthOf, limitNotice } from './message-draft.ts'

describe('the limits of a message', () => {
  it('counts characters as the server does', () => {
    expect(lengthOf('  a🏈b \n')).toBe(3)
  })

  it('says nothing until it is near', () => {
    expect(limitNotice('a'.repeat(159), 200)).toBeUndefined()
    expect(limitNotice('a'.repeat(160), 200)).toEqual({ words: '40 characters left', over: false })
    expect(limitNotice('a'.repeat(200), 200)).toEqual({ words: '0 characters left', over: false })
  })

  it('says how much is too much', () => {
    expect(limitNotice('a'.repeat(21_234), 20_000)).toEqual({ words: '1,234 characters too many', over: true })
  })
})
