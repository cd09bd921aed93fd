import { decimalsOf } from '@outlast/domain/rules'

export { addUp, decimalsOf, formatAmounts, formatMoney, type Money, shareOf } from '@outlast/domain/rules'

/** Formats an amount for machines, for example `25.00` or `500`. */
export function plainAmount(cents: number, currency: string | null): string {
  const decimals = decimalsOf(currency)
  return (cents / 10 ** decimals).toFixed(decimals)
}

/** Returns the IBAN in its electronic form: capitals without spaces. */
export function normalIban(iban: string): string {
  return iban.replaceAll(/\s/g, '').toUpperCase()
}

/** Whether the check digits of an IBAN are right (ISO 13616, ISO 7064 MOD 97-10). */
export function isIban(iban: string): boolean {
  const normal = normalIban(iban)
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(normal)) return false
  const digits = `${normal.slice(4)}${normal.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) - 55}`)
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

/** Where members pay. */
export interface PaymentTarget {
  readonly venmo: string | null
  readonly paypal: string | null
  readonly cash_app: string | null
  readonly zelle: string | null
  readonly iban: string | null
  readonly holder: string | null
  readonly bic: string | null
}

/** What to pay. */
interface PaymentOrder {
  readonly cents: number
  readonly currency: string | null
  readonly reference: string
}

/** The ways to pay that a club can offer. `square`: Cash App; `bank`: a transfer. */
export const PAYMENT_WAYS = ['venmo', 'paypal', 'square', 'zelle', 'bank'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** Returns how members can pay in a currency. Venmo, Cash App and Zelle know dollars only. */
export function paymentWays(target: PaymentTarget, currency: string | null): readonly PaymentWay[] {
  const { venmo, paypal, cash_app: square, zelle, iban: bank } = target
  const accounts = { venmo, paypal, square, zelle, bank }
  return PAYMENT_WAYS.filter((way) => accounts[way] !== null && (isDollars(currency) || way === 'paypal' || way === 'bank'))
}

export interface PaymentLink {
  readonly type: 'venmo' | 'paypal' | 'square'
  readonly url: string
}

/** Whether amounts are in dollars. A pool without a currency counts as one in the United States. */
export const isDollars = (currency: string | null): boolean => currency === null || currency === 'USD'

/** Makes the links that open a payment service with amount and reference filled in. Venmo and Cash App know dollars only. */
export function paymentLinks(target: PaymentTarget, order: PaymentOrder): PaymentLink[] {
  const { venmo, paypal, cash_app: cashApp } = target
  const amount = plainAmount(order.cents, order.currency)
  const canDollars = isDollars(order.currency)
  const links: PaymentLink[] = []
  if (venmo !== null && canDollars) {
    const query = new URLSearchParams({ txn: 'pay', amount, note: order.reference })
    links.push({ type: 'venmo', url: `https://venmo.com/${encodeURIComponent(venmo)}?${query.toString()}` })
  }
  if (paypal !== null) {
    links.push({ type: 'paypal', url: `https://paypal.me/${encodeURIComponent(paypal)}/${amount}${order.currency ?? ''}` })
  }
  if (cashApp !== null && canDollars) {
    links.push({ type: 'square', url: `https://cash.app/$${encodeURIComponent(cashApp)}/${amount}` })
  }
  return links
}

const EPC_MAX_CENTS = 99_999_999_999
const EPC_MAX_NAME = 70

/**
 * Makes the text of a QR code for a SEPA credit transfer (EPC069-12, version 002, UTF-8). Null without an account, or in another
 * currency than the euro, which the standard does not know.
 */
export function epcText({ iban, holder, bic }: PaymentTarget, { cents, currency, reference }: PaymentOrder): string | null {
  if (iban === null || holder === null || currency !== 'EUR' || cents < 1 || cents > EPC_MAX_CENTS) return null
  const name = Array.from(holder).slice(0, EPC_MAX_NAME).join('')
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    name,
    normalIban(iban),
    `EUR${plainAmount(cents, currency)}`,
    '',
    '',
    reference,
  ]
  return lines.join('\n')
}
