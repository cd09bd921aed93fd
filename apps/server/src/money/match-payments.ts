import type { ImportedPayment } from '@outlast/contract'
import { addUp, formatMoney } from '@outlast/contract/money'
import {
  type CalendarDay,
  currentDuesOfMany,
  dividePayment,
  type Entry,
  type EntryId,
  type PaymentPart,
  type PaymentType,
  type PoolState,
  referencedEntries,
  rulesOfBooks,
} from '@outlast/domain'
import type { BankRow } from './bank-csv.ts'
import { payerNames } from './payer-names.ts'

/** What entries would get of a row. */
type Parts = readonly Pick<PaymentPart, 'entryId' | 'cents'>[]

/** A row of the statement with the entry that it pays, what it may pay, or the reason why it pays none. */
export interface MatchedRow extends Omit<ImportedPayment, 'user_name' | 'paid_date' | 'proposals'> {
  readonly paid_date: CalendarDay | null
  readonly hash: Buffer
  readonly user_id: number | null
  /** The ways to take the row; of several, one is to choose. */
  readonly proposals: readonly Parts[]
  /** Whether money of the pool's currency came in with it. */
  readonly isOpen: boolean
  readonly isRecorded: boolean
}

type Outcome = Pick<MatchedRow, 'status' | 'reason'> & Partial<Pick<MatchedRow, 'proposals'>> & { readonly entry?: Entry }

const MAX_TEXT = 160

/** Shortens a text, and shows that it did. */
const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text)

const textOf = (row: BankRow): string => row.cells.filter((cell) => cell !== '').join(' · ')

const skipped = (reason: string): Outcome => ({ status: 'skipped', reason })
const problem = (reason: string, proposals: readonly Parts[] = []): Outcome => ({
  status: 'problem',
  reason,
  proposals: proposals.filter((parts) => parts.length > 0),
})

/**
 * Matches rows with what entries owe: first by reference, then by the payer's name. Pure.
 * @param known the hashes of rows that were recorded before, in hex
 * @param names the names of members by their id
 */
export function matchPayments(
  pool: PoolState,
  rows: readonly BankRow[],
  known: ReadonlySet<string>,
  names: ReadonlyMap<number, string>,
): readonly MatchedRow[] {
  const { currency } = rulesOfBooks(pool)
  const money = (cents: number) => formatMoney(cents, currency)
  const duesOf = currentDuesOfMany(pool)
  const entries = [...pool.entries.values()].toSorted((a, b) => a.id - b.id)
  const elsewhere = new Map<EntryId, string | null>()
  const dues = new Map(
    entries.map((entry) => {
      const { dueCents, currency: own } = duesOf(entry)
      if (dueCents > 0 && own !== currency) elsewhere.set(entry.id, own)
      return [entry.id, own === currency ? dueCents : 0]
    }),
  )
  /** Entries of a season in another currency owe nothing in that of the statement. */
  const nothingDue = (of: readonly Entry[], whom: string): Outcome => {
    const other = of.flatMap(({ id }) => elsewhere.get(id) ?? [])[0]
    return problem(
      other === undefined ? `Nothing is due for ${whom}` : `What is due for ${whom} is in another currency: ${other}`,
    )
  }
  // What entries owe once the rows above are recorded.
  const left = new Map(dues)
  const entriesOf = Map.groupBy(entries, ({ userId }) => userId)
  const peopleIn = payerNames([...entriesOf.keys()].map((id) => [id, names.get(id) ?? ''] as const))

  const owedBy = (of: readonly Entry[]) =>
    of.map(({ id }) => ({ entryId: id, dueCents: left.get(id) ?? 0 })).filter(({ dueCents }) => dueCents > 0)
  const sumOf = (owed: ReturnType<typeof owedBy>) =>
    addUp(owed.map(({ dueCents: cents }) => ({ cents, currency })))[0]?.cents ?? 0
  const unfinishedOf = (row: BankRow) => `Not complete yet, the statement says: ${row.unfinished ?? ''}`

  const byReference = (row: BankRow, found: readonly EntryId[]): Outcome => {
    const paid = found.flatMap((id) => pool.entries.get(id) ?? [])
    const [entry] = paid
    if (entry === undefined) return problem('The reference belongs to no entry of the pool')
    const owed = owedBy(paid)
    const ways = row.cents === null || row.cents <= 0 ? [] : [dividePayment(row.cents, owed).parts]
    if (paid.length > 1) return problem('The row has the references of several entries', isRefused(row) ? [] : ways)
    const of = (outcome: Outcome): Outcome => ({ ...outcome, entry })
    if (row.cents === null) return of(problem('No amount was found'))
    if (row.cents <= 0) return of(problem('Money went out: take back the payment yourself if you refunded it'))
    if (row.otherCurrency !== null) return of(problem(`Another currency: ${row.otherCurrency}`))
    const [{ dueCents: due } = { dueCents: 0 }] = owed
    if (due === 0)
      return of(dues.get(entry.id) === 0 ? nothingDue([entry], 'this entry') : problem('Another row pays this entry already'))
    if (row.unfinished !== null) return of(problem(unfinishedOf(row), ways))
    if (row.cents < due) return of(problem(`Too little: ${money(row.cents)} of ${money(due)}`, ways))
    if (row.cents > due) return of(problem(`Too much: ${money(row.cents)} for ${money(due)}`, ways))
    left.set(entry.id, 0)
    return of({ status: 'match', reason: null })
  }

  const byName = (row: BankRow): Outcome => {
    if (row.cents === null || row.cents === 0) return skipped('No amount was found')
    if (row.cents < 0) return skipped('Money that went out')
    const { cents } = row
    const { same, alike } = peopleIn(row.payer, textOf(row))
    const people = [...same, ...alike].map((id) => ({
      name: names.get(id) ?? '',
      own: entriesOf.get(id as Entry['userId']) ?? [],
    }))
    const [person] = people
    if (person === undefined) return skipped('No reference of an entry, and no name of a member who plays')
    if (row.otherCurrency !== null) return problem(`Another currency: ${row.otherCurrency}`)
    const ways = people.map(({ own }) => dividePayment(cents, owedBy(own)))
    const parts = ways.map((way) => way.parts)
    const list = people.map(({ name }) => name).join(', ')
    if (parts.every((way) => way.length === 0)) {
      const isPaidAbove = people.some(({ own }) => own.some(({ id }) => dues.get(id) !== left.get(id)))
      const all = people.flatMap(({ own }) => own)
      return isPaidAbove ? problem(`Other rows pay all that is due for ${list}`) : nothingDue(all, list)
    }
    if (row.unfinished !== null) return problem(unfinishedOf(row), parts)
    if (people.length > 1) return problem(`The name can be that of several members: ${list}`, parts)
    if (same.length === 0) return problem(`The name is only like that of ${list}`, parts)
    const [way] = ways
    const due = sumOf(owedBy(person.own))
    if (way === undefined || way.surplusCents > 0) return problem(`Too much: ${money(cents)} for ${money(due)}`, parts)
    const isPart = way.parts.some(({ leftCents }) => leftCents > 0)
    for (const part of way.parts) left.set(part.entryId, part.leftCents)
    const reason = isPart ? `By the payer’s name, a part: ${money(cents)} of ${money(due)}` : 'By the payer’s name'
    return { status: 'proposed', reason, proposals: parts }
  }

  const read = rows.map((row) => {
    const found = [...new Set(row.cells.flatMap((cell) => referencedEntries(cell)))]
    const isRecorded = known.has(row.hash.toString('hex'))
    if (row.isHeading) return { row, isRecorded, outcome: skipped('Above the payments') }
    if (isRecorded) return { row, isRecorded, outcome: skipped('This row was recorded before') }
    return { row, isRecorded, outcome: found.length === 0 ? undefined : byReference(row, found) }
  })
  return read.map(({ row, isRecorded, outcome: referenced }) => {
    const { entry, status, reason, proposals = [] } = referenced ?? byName(row)
    return {
      line: row.line,
      status,
      reason,
      entry_id: entry?.id ?? null,
      entry_name: entry?.name ?? null,
      user_id: entry?.userId ?? null,
      amount_cents: row.cents,
      paid_date: row.day,
      payer: row.payer,
      proposals,
      text: shortened(textOf(row)),
      hash: row.hash,
      isOpen: !isRefused(row),
      isRecorded,
    }
  })
}

/** Whether a row has no money that the pool can take. */
const isRefused = (row: BankRow): boolean => row.isHeading || (row.cents ?? 0) <= 0 || row.otherCurrency !== null

/** How the money of a statement came: its heading names the service, if there is one. */
export function paymentTypeOf(rows: readonly BankRow[]): PaymentType {
  const headings = rows.flatMap(({ isHeading, cells }) => (isHeading ? cells : [])).join(' ')
  if (/venmo/i.test(headings)) return 'venmo'
  return /paypal|balance impact|auswirkung auf guthaben|impact sur le solde|impacto en el saldo/i.test(headings)
    ? 'paypal'
    : 'bank'
}
