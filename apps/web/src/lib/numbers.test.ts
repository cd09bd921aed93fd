import { describe, expect, it } from 'vitest'
import { digitsOnly, formatCount, parseAmount, parseId, parseWholeNumber } from './numbers.ts'

describe('formatCount', () => {
  it.each([
    [0, '0 entries'],
    [1, '1 entry'],
    [1_200, '1,200 entries'],
  ])('formats %d entries as "%s"', (count, text) => expect(formatCount(count, 'entry', 'entries')).toBe(text))

  it('adds an s when no plural is given', () => {
    expect(formatCount(2, 'pick')).toBe('2 picks')
  })
})

describe('digitsOnly', () => {
  it('removes everything but digits', () => {
    expect(digitsOnly('2a0-25 ')).toBe('2025')
  })
})

describe('parseId', () => {
  it.each([
    ['12', 12],
    ['0', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['', undefined],
    ['9999999999999999', undefined],
  ])('reads %j as %j', (text, id) => expect(parseId(text)).toBe(id))
})

describe('parseWholeNumber', () => {
  it.each([
    ['07', 7],
    ['0', 0],
    ['', undefined],
    ['1.5', undefined],
  ])('reads %j as %j', (text, number) => expect(parseWholeNumber(text)).toBe(number))
})

describe('parseAmount', () => {
  it.each([
    ['25', 2, 2500],
    ['25.5', 2, 2550],
    ['0,05', 2, 5],
    ['', 2, undefined],
    ['1.234', 2, undefined],
    ['-3', 2, undefined],
    ['free', 2, undefined],
    ['2500', 0, 2500],
    ['25.5', 0, undefined],
    ['1.234', 3, 1234],
  ])('reads %j with %s decimals as %j', (text, decimals, amount) => expect(parseAmount(text, decimals)).toBe(amount))
})
