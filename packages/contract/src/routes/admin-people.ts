import * as z from 'zod'
import { broadcastResponse, broadcastBody } from '../rest/admin/broadcast.ts'
import { adminEntry, amendEntryBody, answerBuybackBody, paymentBody } from '../rest/admin/entries.ts'
import { createUserBody, patchUserBody, purgedUsers, purgeUsersBody, userParams } from '../rest/admin/users.ts'
import { buyback, entryParams } from '../rest/entries.ts'
import { user } from '../rest/users.ts'
import { route } from '../route.ts'

const admin = { access: 'admin', tag: 'admin people' } as const

export const adminPeopleRoutes = {
  adminListEntries: route('adminListEntries', {
    ...admin,
    summary: 'All entries with their members',
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
      '`is_paid` sets the payment; without it the call toggles. Marking as paid needs a payment type; `paid_date` defaults to today in New York. Marking as unpaid clears both.',
    params: entryParams,
    body: paymentBody,
    responses: { 200: adminEntry },
    errors: ['entry_not_found', 'payment_type_required', 'paid_date_locked', 'version_conflict'],
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
    errors: ['entry_not_found', 'entry_name_taken', 'no_current_week', 'not_in_season', 'version_conflict'],
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
  }),
  adminDeleteEntry: route('adminDeleteEntry', {
    ...admin,
    summary: 'Delete any entry and its picks',
    params: entryParams,
    responses: { 204: null },
    errors: ['entry_not_found', 'version_conflict'],
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
    errors: ['email_taken', 'password_common', 'user_not_found'],
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
    errors: ['user_not_found', 'last_admin'],
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
    summary: 'Send a mail to every account',
    body: broadcastBody,
    maxBodyKb: 128,
    responses: { 200: broadcastResponse },
    idempotent: true,
  }),
}
