import * as z from 'zod'
import { importPicksBody, importPicksResult } from '../rest/admin/import-picks.ts'
import { importBody, importResult, MAX_IMPORT_KB } from '../rest/admin/import.ts'
import { invitation, invitationBody, invitationParams, joining, joiningBody } from '../rest/admin/joining.ts'
import { userParams } from '../rest/admin/users.ts'
import { invitedMembers, inviteMembersBody, sentInvitations } from '../rest/admin/invited.ts'
import { user } from '../rest/users.ts'
import { route } from '../route.ts'

const admin = { tag: 'admin joining' } as const

export const adminJoiningRoutes = {
  changeJoining: route('changeJoining', {
    ...admin,
    summary: 'Change who may register',
    description: 'Accounts that wait for approval keep waiting.',
    body: joiningBody,
    responses: { 200: joining },
    idempotent: true,
  }),
  listInvitations: route('listInvitations', {
    ...admin,
    summary: 'The invitations that were not revoked, newest first',
    responses: { 200: z.array(invitation) },
  }),
  createInvitation: route('createInvitation', {
    ...admin,
    summary: 'Create an invitation link',
    body: invitationBody,
    responses: { 201: invitation },
    errors: ['invitation_not_found'],
    idempotent: true,
  }),
  revokeInvitation: route('revokeInvitation', {
    ...admin,
    summary: 'Revoke an invitation',
    description: 'Accounts that registered with it stay.',
    params: invitationParams,
    responses: { 204: null },
    errors: ['invitation_not_found'],
    idempotent: true,
  }),
  invitedMembers: route('invitedMembers', {
    ...admin,
    summary: 'The members who have not chosen a password yet, and how far their invitations are',
    responses: { 200: invitedMembers },
  }),
  inviteMembers: route('inviteMembers', {
    ...admin,
    summary: 'Invite members who have not chosen a password yet, or remind them',
    description:
      'Each gets a mail with a new link, which replaces the earlier one. Members who have joined, and those who were invited within the hour, get none.',
    body: inviteMembersBody,
    responses: { 200: sentInvitations },
    idempotent: true,
  }),
  approveUser: route('approveUser', {
    ...admin,
    summary: 'Approve an account that waits',
    description: 'The member gets a mail. To decline, delete the account.',
    params: userParams,
    responses: { 200: user },
    errors: ['user_not_found'],
    idempotent: true,
  }),
  importMembers: route('importMembers', {
    ...admin,
    summary: 'Import members from a list',
    description:
      'Each new member gets an account, the entries, and an invitation by mail; with `invite: false`, for a season that has begun, the invitation is left for later, and each has an entry unless the list has a column for entries. Rows whose address has an account change nothing, so a repeated import creates nothing twice.',
    body: importBody,
    maxBodyKb: MAX_IMPORT_KB * 2,
    responses: { 200: importResult },
    errors: ['import_unreadable', 'entry_name_taken'],
    idempotent: true,
  }),
  importPicks: route('importPicks', {
    ...admin,
    summary: 'Import past picks from a list',
    description:
      'For weeks that have locked only; with `add_weeks`, weeks that are over are added with their games in the same step, so that nobody sees a pool in between. Each pick is recorded like an override, with a public reason, and is never put in the place of a pick that somebody made. A repeated import changes nothing. A dry run does not look at open weeks; the import refuses a team that the entry uses in one, and puts that on record.',
    body: importPicksBody,
    maxBodyKb: MAX_IMPORT_KB * 2,
    responses: { 200: importPicksResult },
    errors: ['import_unreadable', 'feed_failed', 'week_exists', 'version_conflict'],
    idempotent: true,
  }),
}
