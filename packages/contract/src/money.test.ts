import { describe, expect, it } from 'vitest'
import { decimalsOf, epcText, formatMoney, isIban, paymentLinks, plainAmount } from './money.ts'

const target = {
  venmo: 'our-club',
  paypal: 'ourclub',
  cash_app: 'ourclub',
  zelle: null,
  iban: 'DE89 3704 0044 0532 0130 00',
  holder: 'Our Club',
  bic: null,
}
const order = { cents: 2500, currency: 'EUR', reference: 'OL222K7' }

describe('amounts', () => {
  it('have as many decimals as their currency', () => {
    expect([decimalsOf('USD'), decimalsOf('JPY'), decimalsOf('KWD'), decimalsOf(null)]).toEqual([2, 0, 3, 2])
    expect([formatMoney(2500, 'USD'), formatMoney(500, 'JPY'), formatMoney(2500, null)]).toEqual(['$25.00', '¥500', '25.00'])
    expect([plainAmount(2505, 'EUR'), plainAmount(500, 'JPY'), plainAmount(1, 'KWD')]).toEqual(['25.05', '500', '0.001'])
  })
})

describe('isIban', () => {
  it('accepts correct numbers, spaced or in small letters', () => {
    for (const iban of ['DE89370400440532013000', 'gb82 west 1234 5698 7654 32', 'NL91ABNA0417164300'])
      expect(isIban(iban)).toBe(true)
  })
  it('rejects wrong check digits, swapped digits and other texts', () => {
    for (const iban of ['DE88370400440532013000', 'DE89370400440532013', 'DE89730400440532013000', 'hello', '']) {
      expect(isIban(iban)).toBe(false)
    }
  })
})

describe('paymentLinks', () => {
  it('fills in amount and reference', () => {
    expect(paymentLinks(target, { ...order, currency: 'USD' }).map(({ url }) => url)).toEqual([
      'https://venmo.com/our-club?txn=pay&amount=25.00&note=OL222K7',
      'https://paypal.me/ourclub/25.00USD',
      'https://cash.app/$ourclub/25.00',
    ])
  })
  it('offers only PayPal outside of dollars', () => {
    expect(paymentLinks(target, order)).toEqual([{ type: 'paypal', url: 'https://paypal.me/ourclub/25.00EUR' }])
  })
})

describe('epcText', () => {
  it('has the lines of EPC069-12', () => {
    expect(epcText(target, order)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Our Club',
      'DE89370400440532013000',
      'EUR25.00',
      '',
      '',
      'OL222K7',
    ])
  })
  it('exists only for euros, an account and its holder', () => {
    expect(epcText(target, { ...order, currency: 'USD' })).toBeNull()
    expect(epcText({ ...target, iban: null }, order)).toBeNull()
    expect(epcText({ ...target, holder: null }, order)).toBeNull()
  })
})
