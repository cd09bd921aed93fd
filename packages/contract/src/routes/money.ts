import {
  balances,
  booksQuery,
  confirmedPayments,
  confirmPaymentsBody,
  entryBalance,
  importedPayments,
  importPaymentsBody,
  ledger,
  ledgerQuery,
  partPaymentBody,
  payouts,
  recordPayoutsBody,
  treasurer,
  treasurerBody,
} from '../rest/admin/money.ts'
import { entryParams } from '../rest/entries.ts'
import { dues, entryDues, paymentClaimBody, pot, price } from '../rest/money.ts'
import { route } from '../route.ts'

export const moneyRoutes = {
  getPrice: route('getPrice', {
    access: 'public',
    tag: 'pool',
    summary: 'What joining costs, to whom it is paid, and how',
    description: 'Without the addresses of accounts, which members get with what they owe.',
    responses: { 200: price },
  }),
  getPot: route('getPot', {
    access: 'public',
    tag: 'pool',
    summary: 'The pot of a season',
    description:
      'For everybody with the rule `pot_public` in that season, otherwise for admins only. Without `season`, the current one.',
    query: ledgerQuery,
    responses: { 200: pot },
    errors: ['pot_hidden'],
    isCostly: true,
  }),
  getDues: route('getDues', {
    access: 'member',
    tag: 'account',
    summary: 'What your entries owe, and how to pay',
    responses: { 200: dues },
  }),
  claimPayment: route('claimPayment', {
    access: 'owner',
    tag: 'entries',
    summary: 'Say that you paid what an entry owes',
    description: 'An admin confirms it. Saying it twice changes nothing.',
    params: entryParams,
    body: paymentClaimBody,
    responses: { 200: entryDues },
    errors: ['entry_not_found', 'nothing_due'],
    idempotent: true,
  }),
  withdrawPaymentClaim: route('withdrawPaymentClaim', {
    access: 'owner',
    tag: 'entries',
    summary: 'Take back that you paid',
    params: entryParams,
    responses: { 204: null },
    errors: ['entry_not_found'],
    idempotent: true,
  }),
}

const admin = { tag: 'admin people' } as const

export const moneyAdminRoutes = {
  declinePaymentClaim: route('declinePaymentClaim', {
    ...admin,
    summary: 'Decline what a member said: the payment is not there',
    params: entryParams,
    responses: { 204: null },
    errors: ['entry_not_found', 'no_payment_claim'],
    idempotent: true,
  }),
  confirmPayments: route('confirmPayments', {
    ...admin,
    summary: 'Record that entries paid all they owe',
    description: 'Entries that owe nothing are left out. Nothing is recorded when one of the entries does not exist.',
    body: confirmPaymentsBody,
    maxBodyKb: 128,
    responses: { 200: confirmedPayments },
    errors: ['entry_not_found'],
    idempotent: true,
  }),
  listBalances: route('listBalances', {
    ...admin,
    summary: 'What every entry owes, with its reference and what it has paid',
    responses: { 200: balances },
  }),
  recordPartPayment: route('recordPartPayment', {
    ...admin,
    summary: 'Record an amount that an entry paid',
    description:
      'At most what is due. The whole amount marks the entry paid; less leaves it unpaid. `PATCH …/payment` with `is_paid: false` takes all its payments of the season back.',
    params: entryParams,
    body: partPaymentBody,
    responses: { 200: entryBalance },
    errors: ['entry_not_found', 'nothing_due', 'more_than_due'],
    idempotent: true,
  }),
  listPayouts: route('listPayouts', {
    ...admin,
    summary: 'Who gets what of a decided season’s pot, and who has got it',
    description: 'Without `season`, the current one.',
    query: ledgerQuery,
    responses: { 200: payouts },
  }),
  recordPayouts: route('recordPayouts', {
    ...admin,
    summary: 'Record that champions got their shares of the pot',
    description:
      'Entries that have nothing to come are left out, so a repetition records nothing. More than was received needs `exceeds_received`.',
    body: recordPayoutsBody,
    responses: { 200: confirmedPayments },
    errors: ['entry_not_found', 'payout_exceeds_received'],
    idempotent: true,
  }),
  reversePayout: route('reversePayout', {
    ...admin,
    summary: 'Take back what was recorded as paid out to an entry',
    description: 'Without `season`, of the current one. Without a payout, nothing changes.',
    params: entryParams,
    query: ledgerQuery,
    responses: { 204: null },
    errors: ['entry_not_found'],
    idempotent: true,
  }),
  importPayments: route('importPayments', {
    ...admin,
    summary: 'Match the rows of a statement with what entries owe',
    description:
      'A row matches when a column has the reference of one entry and its amount is what the entry owes. Without a reference, it is proposed by the payer’s name, and recorded when `take` names it. Other rows are listed with a reason. A row is never recorded twice.',
    errors: ['entry_not_found', 'nothing_due', 'more_than_due'],
    body: importPaymentsBody,
    maxBodyKb: 1280,
    responses: { 200: importedPayments },
    idempotent: true,
  }),
  getTreasurer: route('getTreasurer', { ...admin, summary: 'Where members pay', responses: { 200: treasurer } }),
  updateTreasurer: route('updateTreasurer', {
    ...admin,
    summary: 'Change where members pay',
    body: treasurerBody,
    responses: { 200: treasurer },
    idempotent: true,
  }),
  getLedger: route('getLedger', {
    ...admin,
    summary: 'The books of a season',
    description:
      'Double entry: every line adds to one account what it takes from another. Without `season`, the current one. With `ended_at`, the books that a purge ended.',
    query: booksQuery,
    responses: { 200: ledger },
  }),
  getLedgerCsv: route('getLedgerCsv', {
    ...admin,
    summary: 'The books of a season as a CSV file',
    query: booksQuery,
    responses: { 200: { contentType: 'text/csv' } },
  }),
}
