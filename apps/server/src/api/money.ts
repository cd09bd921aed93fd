import type { ImportedPayments, ImportPaymentsBody, Treasurer } from '@outlast/contract'
import { addUp, formatMoney } from '@outlast/contract/money'
import { toBalance, toBalances, toDues, toEntryDues, toPayouts, toPot, toPrice } from '@outlast/contract/rest/money'
import {
  type Actor,
  bookSeason,
  currentDuesOfMany,
  type Entry,
  type EntryId,
  type PaymentType,
  type PoolState,
  rulesOfBooks,
  RuleViolation,
  visibleTo,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { hasPower } from '../accounts/viewer.ts'
import { encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { BankFileError, type BankRow, readBankFile } from '../money/bank-csv.ts'
import { ledgerCsv, toLedger } from '../money/ledger.ts'
import { type MatchedRow, matchPayments, paymentTypeOf } from '../money/match-payments.ts'
import {
  changeTreasurer,
  changedTreasurerFields,
  knownBankRows,
  ownerNames,
  readTreasurer,
  recordBankRows,
} from '../money/store.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { memberId } from './account.ts'
import type { ReadDependencies } from './read-dependencies.ts'

type Db = Kysely<Tables>
type MoneyDependencies = Pick<ReadDependencies, 'db' | 'pool'>

/** What entries owe, claims of payments, the bank's file, the ledger and the pot. */
export function moneyRoutes(deps: MoneyDependencies) {
  const { db, pool } = deps
  return handlers({
    getPrice: async () => ({ status: 200, body: toPrice(pool(), await readTreasurer(db)) }),
    getPot: async ({ query }, { viewer }) => {
      const body = toPot(pool(), query.season)
      if (!body.is_public && !hasPower(viewer, 'money')) throw new HttpError('pot_hidden')
      return { status: 200, body }
    },
    getDues: async (_input, { viewer }) => {
      const ids = pool().entriesOfUser.get(memberId(viewer)) ?? []
      const entries = ids.map((id) => requireEntry(pool(), id)).sort((a, b) => a.name.localeCompare(b.name))
      return { status: 200, body: toDues(pool(), entries, await readTreasurer(db)) }
    },
    claimPayment: async ({ params: { id }, body }, { submit }) => {
      await submit('ClaimPayment', { entryId: id, paymentType: body.payment_type ?? null }, { toResponse: () => null })
      return { status: 200, body: toEntryDues(pool(), requireEntry(pool(), id), await readTreasurer(db)) }
    },
    withdrawPaymentClaim: async ({ params: { id } }, { submit }) => {
      await submit('WithdrawPaymentClaim', { entryId: id }, { toResponse: () => null })
      return NO_CONTENT
    },
    declinePaymentClaim: async ({ params: { id } }, { submit }) => {
      await submit('DeclinePaymentClaim', { entryId: id }, { toResponse: () => null })
      return NO_CONTENT
    },
    confirmPayments: async ({ body }, { submit }) => {
      const payments = body.entry_ids.map((entryId) => ({
        entryId,
        paymentType: body.payment_type ?? pool().entries.get(entryId)?.paymentClaim?.type ?? ('cash' as const),
        paidDate: null,
      }))
      const toResponse = ({ reply }: { reply: { recorded: number } }) => ({ recorded: reply.recorded })
      return { status: 200, body: await submit('RecordPayments', { payments }, { toResponse }) }
    },
    importPayments: async ({ body }, { submit }) => {
      const rows = readRows(pool(), body.csv)
      const match = async (tx: Db) => matchPayments(pool(), rows, await knownBankRows(tx, rows), await ownerNames(tx))
      let matched = await match(db)
      let recorded = 0
      if (!body.dry_run) {
        let taken: readonly TakenRow[] = []
        const paymentType = paymentTypeOf(rows)
        const command = async (tx: Db) => {
          matched = await match(tx)
          taken = body.take === undefined ? matches(matched) : takenRows(pool(), matched, body.take)
          return { payments: taken.flatMap(({ row, payments }) => payments.map((paid) => paidBy(paid, row, paymentType))) }
        }
        recorded = await submit('RecordPayments', command, {
          effects: (tx) =>
            recordBankRows(
              tx,
              taken.map(({ row }) => row),
            ),
          toResponse: ({ reply }) => reply.recorded,
        })
        // After lines were taken by hand, the answer says what of the others is still to do.
        if (body.take !== undefined) matched = await match(db)
      }
      return { status: 200, body: await describeImport(deps, matched, body.dry_run, recorded) }
    },
    listBalances: async (_input, { actor }) => ({ status: 200, body: toBalances(visibleTo(pool(), actor)) }),
    recordPartPayment: async ({ params: { id: entryId }, body }, { submit, actor }) => {
      const { amount_cents: amountCents, payment_type: paymentType, paid_date } = body
      const command = { entryId, amountCents, paymentType, paidDate: paid_date ?? null }
      await submit('RecordPartPayment', command, { toResponse: () => null })
      const visible = visibleTo(pool(), actor)
      return { status: 200, body: toBalance(visible, requireEntry(visible, entryId)) }
    },
    listPayouts: async ({ query }, { actor }) => {
      const visible = visibleTo(pool(), actor)
      return { status: 200, body: toPayouts(visible, query.season ?? bookSeason(visible), await ownerNames(db)) }
    },
    recordPayouts: async ({ body }, { submit }) => {
      const {
        entry_ids: entryIds,
        payment_type: paymentType,
        paid_date,
        season,
        exceeds_received: exceedsReceived = false,
      } = body
      const command = { entryIds, paymentType, paidDate: paid_date ?? null, seasonYear: season ?? null, exceedsReceived }
      const toResponse = ({ reply }: { reply: { recorded: number } }) => ({ recorded: reply.recorded })
      return { status: 200, body: await submit('RecordPayouts', command, { toResponse }) }
    },
    reversePayout: async ({ params: { id }, query }, { submit }) => {
      await submit('ReversePayout', { entryId: id, seasonYear: query.season ?? null }, { toResponse: () => null })
      return NO_CONTENT
    },
    getTreasurer: async () => ({ status: 200, body: await readTreasurer(db) }),
    updateTreasurer: async ({ body }, { submit }) => {
      const change: Partial<Treasurer> = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const command = async (tx: Db) => ({ fields: changedTreasurerFields(await readTreasurer(tx), change) })
      await submit('ChangeTreasurer', command, { effects: (tx) => changeTreasurer(tx, change), toResponse: () => null })
      return { status: 200, body: await readTreasurer(db) }
    },
    getLedger: async ({ query }, { actor }) => ({ status: 200, body: await readLedger(deps, query, actor) }),
    getLedgerCsv: async ({ query }, { actor }) => {
      const ledger = await readLedger(deps, query, actor)
      const encoded = await encodeBody(ledgerCsv(ledger), { contentType: 'text/csv; charset=utf-8', etag: null })
      return { status: 200, encoded, cacheControl: 'no-store' }
    },
  })
}

interface BooksQuery {
  readonly season?: number | undefined
  readonly ended_at?: number | undefined
}

/** Without a season, the books of the current one; of those that a purge ended, those of money from before the first week. */
async function readLedger({ db, pool }: MoneyDependencies, { season, ended_at: endedAt }: BooksQuery, actor: Actor) {
  const visible = visibleTo(pool(), actor)
  return toLedger(visible, season ?? (endedAt === undefined ? bookSeason(visible) : null), await ownerNames(db), endedAt)
}

function readRows(pool: PoolState, csv: string): readonly BankRow[] {
  try {
    return readBankFile(csv, rulesOfBooks(pool).currency)
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error
    throw new HttpError('invalid_input', { message: error.message, extras: { fields: { csv: error.message } } })
  }
}

interface TakenRow {
  readonly row: MatchedRow
  /** Without an amount, all that the entry owes. */
  readonly payments: readonly { readonly entryId: EntryId; readonly amountCents?: number }[]
}

const paidBy = (paid: TakenRow['payments'][number], { paid_date: paidDate }: MatchedRow, paymentType: PaymentType) => ({
  ...paid,
  paymentType,
  paidDate,
})

function matches(rows: readonly MatchedRow[]): readonly TakenRow[] {
  return rows.flatMap((row) => (row.status === 'match' ? [{ row, payments: [{ entryId: row.entry_id as EntryId }] }] : []))
}

/**
 * Returns the rows that an admin takes, with what each pays.
 * @throws HttpError if a row cannot be taken, or not for so much
 */
function takenRows(
  pool: PoolState,
  rows: readonly MatchedRow[],
  take: NonNullable<ImportPaymentsBody['take']>,
): readonly TakenRow[] {
  const { currency } = rulesOfBooks(pool)
  const duesOf = currentDuesOfMany(pool)
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const seen = new Set<number>()
  const paid = new Set<EntryId>()
  const refuse = (message: string) => new HttpError('invalid_input', { message, extras: { fields: { take: message } } })
  return take.map(({ line, entries }) => {
    const row = byLine.get(line)
    if (row === undefined) throw refuse(`The file has no line ${line}`)
    if (seen.has(line)) throw refuse(`Line ${line} is named twice`)
    if (row.isRecorded) throw refuse(`Line ${line} was recorded before`)
    if (!row.isOpen || row.amount_cents === null) throw refuse(`Line ${line} has no money in the pool’s currency that came in`)
    const [sum] = addUp(entries.map(({ cents }) => ({ cents, currency })))
    if (sum !== undefined && sum.cents > row.amount_cents) {
      const [amount, given] = [row.amount_cents, sum.cents].map((cents) => formatMoney(cents, currency))
      throw refuse(`Line ${line} has ${amount}, but its entries would get ${given}`)
    }
    seen.add(line)
    for (const { entry_id: id } of entries) {
      if (paid.has(id)) throw refuse(`Line ${line} pays an entry a second time: take its lines one after the other`)
      const entry = pool.entries.get(id)
      const own = entry && duesOf(entry).currency
      if (own && own !== currency) throw refuse(`Line ${line} is in ${currency}, but “${entry.name}” pays in ${own}`)
      paid.add(id)
    }
    return { row, payments: entries.map(({ entry_id: entryId, cents: amountCents }) => ({ entryId, amountCents })) }
  })
}

async function describeImport(
  { db, pool }: MoneyDependencies,
  matched: readonly MatchedRow[],
  dryRun: boolean,
  recorded: number,
): Promise<ImportedPayments> {
  const names = await ownerNames(db)
  const nameOf = (userId: number | undefined | null) => names.get(userId ?? 0) ?? null
  const count = (status: MatchedRow['status']) => matched.filter((row) => row.status === status).length
  return {
    dry_run: dryRun,
    currency: rulesOfBooks(pool()).currency,
    rows: matched.map(({ hash: _hash, isOpen: _isOpen, isRecorded: _isRecorded, user_id: userId, proposals, ...row }) => ({
      ...row,
      user_name: nameOf(userId),
      proposals: proposals.map((parts) =>
        parts.map(({ entryId, cents }) => {
          const entry = pool().entries.get(entryId)
          return { entry_id: entryId, entry_name: entry?.name ?? '', user_name: nameOf(entry?.userId), cents }
        }),
      ),
    })),
    matches: count('match'),
    proposed: count('proposed'),
    skipped: count('skipped'),
    problems: count('problem'),
    recorded,
  }
}

function requireEntry(pool: PoolState, id: EntryId): Entry {
  const entry = pool.entries.get(id)
  if (entry === undefined) throw new RuleViolation('entry_not_found')
  return entry
}
