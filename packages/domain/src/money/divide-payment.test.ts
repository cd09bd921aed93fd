import { describe, expect, it } from 'vitest'
import { entryId } from '../index.ts'
import { dividePayment } from './divide-payment.ts'

const owed = (...dues: readonly number[]) => dues.map((dueCents, index) => ({ entryId: entryId(index + 1), dueCents }))
const divided = (cents: number, ...dues: readonly number[]) => {
  const { parts, surplusCents } = dividePayment(cents, owed(...dues))
  return [parts.map((part) => [part.entryId, part.cents, part.leftCents]), surplusCents]
}

describe('dividePayment', () => {
  it('pays the fewest entries that owe exactly the amount', () => {
    expect(divided(2500, 1500, 1000, 2500)).toEqual([[[3, 2500, 0]], 0])
    expect(divided(3500, 1500, 1000, 2500)).toEqual([
      [
        [2, 1000, 0],
        [3, 2500, 0],
      ],
      0,
    ])
  })
  it('otherwise pays one after the other, the last in part', () => {
    expect(divided(3000, 2500, 2500)).toEqual([
      [
        [1, 2500, 0],
        [2, 500, 2000],
      ],
      0,
    ])
    expect(divided(1000, 2500)).toEqual([[[1, 1000, 1500]], 0])
  })
  it('says what nobody owes', () => {
    expect(divided(6000, 2500, 2500)[1]).toBe(1000)
    expect(divided(1000)).toEqual([[], 1000])
  })
  it('ends with hundreds of different dues', () => {
    const dues = Array.from({ length: 300 }, (_, index) => 1000 + index)
    const { parts, surplusCents } = dividePayment(123_456, owed(...dues))
    expect([parts.length > 90, surplusCents]).toEqual([true, 0])
  })
})
