import { expect, it } from 'vitest'
import { currencyOptions } from './currencies.ts'

const labels = (chosen: string) => currencyOptions(chosen).map(({ label }) => label)

it('currencyOptions: begins with none and the usual ones, by sign and name', () => {
  expect(labels('USD').slice(0, 4)).toEqual(['None', '$ US Dollar', '€ Euro', '£ British Pound'])
})

it('currencyOptions: offers each currency once, and keeps a code that is unknown', () => {
  const values = (chosen: string) => currencyOptions(chosen).map(({ value }) => value)
  expect(values('EUR')).toHaveLength(new Set(values('EUR')).size)
  expect(values('EUR')).toContain('CZK')
  expect(values('usd')).toContain('usd')
})
