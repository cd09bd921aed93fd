import type { EntryId } from '../values/ids.ts'

/** What an entry gets of a payment, and what it still owes after it. */
export interface PaymentPart {
  readonly entryId: EntryId
  readonly cents: number
  readonly leftCents: number
}

interface DividedPayment {
  readonly parts: readonly PaymentPart[]
  /** What nobody owes. */
  readonly surplusCents: number
}

type EntryDue = Pick<PaymentPart, 'entryId'> & { readonly dueCents: number }

/** So many sums are looked at before a payment counts as one that no entries owe exactly. */
const MAX_SUMS = 5000

/**
 * Divides a payment over what entries of one person owe: over the fewest of which all is paid exactly, otherwise over one after the other,
 * the last in part.
 */
export function dividePayment(cents: number, dues: readonly EntryDue[]): DividedPayment {
  let left = cents
  const parts: PaymentPart[] = []
  for (const { entryId, dueCents } of exactDues(cents, dues) ?? dues) {
    const paid = Math.min(left, dueCents)
    if (paid > 0) parts.push({ entryId, cents: paid, leftCents: dueCents - paid })
    left -= paid
  }
  return { parts, surplusCents: left }
}

/** Returns the fewest dues whose sum is the amount. */
function exactDues(cents: number, dues: readonly EntryDue[]): readonly EntryDue[] | undefined {
  const bySum = new Map<number, readonly EntryDue[]>([[0, []]])
  for (const due of dues) {
    const before = [...bySum]
    for (const [sum, summands] of before) {
      const next = sum + due.dueCents
      const known = bySum.get(next)
      if (next <= cents && (known === undefined || known.length > summands.length + 1)) bySum.set(next, [...summands, due])
    }
    if (bySum.size > MAX_SUMS) break
  }
  return bySum.get(cents)
}
