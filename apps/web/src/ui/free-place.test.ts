import { describe, expect, it } from 'vitest'
import { liftAbove } from './free-place.ts'

const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right })

describe('liftAbove', () => {
  it('leaves a box where it covers nothing', () => {
    expect(liftAbove(box(700, 740), [])).toBe(0)
    expect(liftAbove(box(700, 740), [box(600, 690), box(700, 740, 100, 200)])).toBe(0)
  })

  it('moves a box above the control that it covers, with a gap', () => {
    expect(liftAbove(box(700, 740), [box(710, 750)])).toBe(34)
  })

  it('moves on while there is another control', () => {
    expect(liftAbove(box(700, 740), [box(710, 750), box(660, 704), box(100, 140)])).toBe(84)
  })

  it('ignores controls that are not shown', () => {
    expect(liftAbove(box(700, 740), [box(710, 710)])).toBe(0)
  })

  it('stays where it is when the whole window is full of controls', () => {
    expect(liftAbove(box(700, 740), [box(0, 800)])).toBe(0)
  })
})
