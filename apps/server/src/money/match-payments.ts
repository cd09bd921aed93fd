import type { ImportedPayment } from '@outlast/contract'
import { formatMoney } from '@outlast/contract/money'
import {
  type CalendarDay,
  currentDues,
  type Entry,
  type EntryId,
  type PoolState,
  referencedEntries,
  rulesOfBooks,
} from '@outlast/domain'
import type { BankRow } from './bank-csv.ts'

/** A row of the bank's file with the entry that it pays, or the reason why it pays none. */
export interface MatchedRow extends Omit<ImportedPayment, 'user_name' | 'paid_date'> {
  readonly paid_date: CalendarDay | null
  readonly hash: Buffer
  readonly user_id: number | null
}

const MAX_TEXT = 160

/** Shortens a text, and shows that it did. */
const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text)

/**
 * Matches rows with what entries owe. Pure.
 * @param known the hashes of rows that were recorded before, in hex
 */
export function matchPayments(pool: PoolState, rows: readonly BankRow[], known: ReadonlySet<string>): readonly MatchedRow[] {
  const { currency } = rulesOfBooks(pool)
  const money = (cents: number) => formatMoney(cents, currency)
  const taken = new Set<EntryId>()
  const dueOf = (entry: Entry) => (taken.has(entry.id) ? 0 : currentDues(pool, entry).dueCents)
  return rows.map((row) => {
    const found = [...new Set(row.cells.flatMap((cell) => referencedEntries(cell)))]
    const ids = found.filter((id) => pool.entries.has(id))
    const entry = ids.length === 1 && ids[0] !== undefined ? pool.entries.get(ids[0]) : undefined
    const statusOf = (): readonly [ImportedPayment['status'], string | null] => {
      if (row.isHeading) return ['skipped', 'Above the payments']
      if (known.has(row.hash.toString('hex'))) return ['skipped', 'This row was recorded before']
      if (found.length === 0) return ['skipped', 'No reference of an entry']
      if (ids.length === 0) return ['problem', 'The reference belongs to no entry of the pool']
      if (entry === undefined) return ['problem', 'The row has the references of several entries']
      if (row.cents === null) return ['problem', 'No amount was found']
      if (row.cents <= 0) return ['problem', 'Money went out: take back the payment yourself if you refunded it']
      const due = dueOf(entry)
      if (due === 0)
        return ['problem', taken.has(entry.id) ? 'Another row pays this entry already' : 'Nothing is due for this entry']
      if (row.cents < due) return ['problem', `Too little: ${money(row.cents)} of ${money(due)}`]
      if (row.cents > due) return ['problem', `Too much: ${money(row.cents)} for ${money(due)}`]
      taken.add(entry.id)
      return ['match', null]
    }
    const [status, reason] = statusOf()
    return {
      line: row.line,
      status,
      reason,
      entry_id: entry?.id ?? null,
      entry_name: entry?.name ?? null,
      user_id: entry?.userId ?? null,
      amount_cents: row.cents,
      paid_date: row.day,
      text: shortened(row.cells.filter((cell) => cell !== '').join(' · ')),
      hash: row.hash,
    }
  })
}
