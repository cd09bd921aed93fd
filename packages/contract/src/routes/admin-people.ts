import * as z from 'zod'
import { broadcastBody, broadcastPreview, broadcastResponse, previewBroadcastBody } from '../rest/admin/broadcast.ts'
import { adminEntry, amendEntryBody, answerBuybackBody, paidEntry, paymentBody } from '../rest/admin/entries.ts'
import { createUserBody, patchUserBody, purgedUsers, purgeUsersBody, userParams } from '../rest/admin/users.ts'
import { createPaperEntriesBody, handOverEntriesBody } from '../rest/admin/paper-entries.ts'
import { buyback, entry, entryParams } from '../rest/entries.ts'
import { user } from '../rest/users.ts'
import { newcomers, removedNewcomers, removeNewcomersBody } from '../rest/admin/newcomers.ts'
import { route } from '../route.ts'

const admin = { tag: 'admin people' } as const

export const adminPeopleRoutes = {
  adminListEntries: route('adminListEntries', {
    ...admin,
    summary: 'All entries with their members',
    description:
      'Without the power `people`, `user_email` and `user_mobile` are empty; without `money`, each entry looks unpaid.',
    responses: { 200: z.array(adminEntry) },
    etag: 'admin',
  }),
  adminListUsers: route('adminListUsers', {
    ...admin,
    summary: 'All accounts',
    responses: { 200: z.array(user) },
    etag: 'admin',
  }),
  setPayment: route('setPayment', {
    ...admin,
    summary: 'Mark an entry as paid or unpaid',
    description:
      '`is_paid` sets the payment; without it the call toggles. Marking as paid needs a payment type; `paid_date` defaults to today in New York. Marking as unpaid clears both. Marking as paid settles whatever the entry owes, also for earlier seasons, and names it in `settled`.',
    params: entryParams,
    body: paymentBody,
    responses: { 200: paidEntry },
    errors: ['entry_not_found', 'payment_type_required', 'paid_date_locked'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  adminUpdateEntry: route('adminUpdateEntry', {
    ...admin,
    summary: 'Rename, eliminate or reinstate an entry',
    description: 'Reinstating waives the losses that the entry has at that moment, not later ones.',
    params: entryParams,
    body: amendEntryBody,
    responses: { 200: adminEntry },
    errors: ['entry_not_found', 'entry_name_taken', 'no_current_week', 'not_in_season'],
    idempotent: true,
    ifMatch: true,
    etag: 'row',
  }),
  answerBuyback: route('answerBuyback', {
    ...admin,
    summary: 'Confirm or decline a buyback',
    description: 'Confirming waives all losses of the entry so far.',
    params: entryParams,
    body: answerBuybackBody,
    responses: { 200: buyback },
    errors: ['entry_not_found', 'no_buyback_requested'],
    idempotent: true,
    ifMatch: true,
  }),
  adminDeleteEntry: route('adminDeleteEntry', {
    ...admin,
    summary: 'Delete any entry and its picks',
    params: entryParams,
    responses: { 204: null },
    errors: ['entry_not_found'],
    idempotent: true,
    ifMatch: true,
  }),
  adminCreateUser: route('adminCreateUser', {
    ...admin,
    summary: 'Create an account',
    description:
      'Without a password, the new member gets an invitation by mail with a link to set one. With a password, the audit trail says publicly that an admin chose it, and the member is asked by mail to set another one.',
    body: createUserBody,
    responses: { 201: user },
    errors: ['email_taken', 'password_common', 'user_not_found', 'entry_not_found', 'not_by_hand'],
    idempotent: true,
  }),
  createPaperEntries: route('createPaperEntries', {
    ...admin,
    summary: 'Create entries of people without an account',
    description:
      'The account `user_id` keeps them: it sees and makes their picks, which are marked “by hand”, and is told and reminded for them.',
    body: createPaperEntriesBody,
    responses: { 201: z.array(entry) },
    errors: ['user_not_found', 'player_waits', 'entry_name_taken', 'late_entries_closed', 'too_late_to_join'],
    idempotent: true,
  }),
  handOverEntries: route('handOverEntries', {
    ...admin,
    summary: 'Give paper entries another keeper, or to the account of their person',
    description:
      'Picks, payments and history stay with the entry. Until its lock, neither account sees a pick that was made before.',
    body: handOverEntriesBody,
    responses: { 200: z.array(entry) },
    errors: ['user_not_found', 'entry_not_found', 'not_by_hand', 'player_waits', 'entry_name_taken'],
    idempotent: true,
  }),
  adminUpdateUser: route('adminUpdateUser', {
    ...admin,
    summary: 'Change an account',
    description:
      'A new email of somebody else ends all logins of that account and seals its hidden picks. On your own account, a new email needs current_password.',
    params: userParams,
    body: patchUserBody,
    responses: { 200: user },
    errors: ['user_not_found', 'email_taken', 'last_admin', 'password_wrong'],
    idempotent: true,
  }),
  adminDeleteUser: route('adminDeleteUser', {
    ...admin,
    summary: 'Delete an account with its entries and picks',
    params: userParams,
    responses: { 204: null },
    errors: ['user_not_found', 'last_admin', 'keeps_entries'],
    idempotent: true,
  }),
  newcomers: route('newcomers', {
    ...admin,
    summary: 'New accounts and entries, by the network address that made them',
    description:
      'Of the last 24 hours. The address is not stored and not shown: a keyed hash of it says which of them belong together. What admins made is not listed.',
    responses: { 200: newcomers },
  }),
  removeNewcomers: route('removeNewcomers', {
    ...admin,
    summary: 'Delete new accounts and entries of one network address',
    description:
      'Deletes exactly the given ones, as far as that address made them in the last 24 hours. Accounts of admins stay. The audit trail says for each how many were asked for together.',
    body: removeNewcomersBody,
    maxBodyKb: 128,
    responses: { 200: removedNewcomers },
    idempotent: true,
  }),
  purgeUsersAndEntries: route('purgeUsersAndEntries', {
    ...admin,
    summary: 'Delete every entry, and every account except the admins’',
    body: purgeUsersBody,
    responses: { 200: purgedUsers },
    errors: ['confirm_mismatch'],
    idempotent: true,
  }),
  broadcast: route('broadcast', {
    ...admin,
    summary: 'Send a mail to every account, or to an audience',
    body: broadcastBody,
    maxBodyKb: 128,
    responses: { 200: broadcastResponse },
    idempotent: true,
  }),
  previewBroadcast: route('previewBroadcast', {
    ...admin,
    summary: 'Count the recipients of a broadcast and see its mail',
    description: 'With `test: true` the mail goes to the asking admin alone, at most three times a minute.',
    body: previewBroadcastBody,
    maxBodyKb: 128,
    responses: { 200: broadcastPreview },
    idempotent: true,
  }),
}
