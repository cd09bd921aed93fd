import { messageResponse } from '../fields/responses.ts'
import { changePasswordBody, linkTokenBody, profileBody } from '../rest/account.ts'
import { emptyBody } from '../rest/admin/weeks.ts'
import { loginBody, registerBody, session } from '../rest/auth.ts'
import { invitationOpenedBody, resetRequestBody, resetSubmitBody, resetSubmitResult } from '../rest/password-reset.ts'
import { user } from '../rest/users.ts'
import { route } from '../route.ts'

export const accountRoutes = {
  login: route('login', {
    access: 'public',
    tag: 'auth',
    summary: 'Sign in',
    body: loginBody,
    responses: { 200: session },
    errors: ['invalid_credentials'],
  }),
  register: route('register', {
    access: 'public',
    tag: 'auth',
    summary: 'Register and sign in',
    description:
      'Who becomes the first admin: with ADMIN_EMAIL, its owner, who confirms the address through a mailed link; otherwise in production the account that sends the setup_token that the server printed; otherwise the first account.',
    body: registerBody,
    responses: { 201: session },
    errors: [
      'email_taken',
      'invitation_required',
      'joining_closed',
      'password_common',
      'setup_link_invalid',
      'setup_link_used',
      'token_revoked',
    ],
    idempotent: true,
  }),
  me: route('me', { access: 'member', tag: 'auth', summary: 'The signed-in user', responses: { 200: user } }),
  requestPasswordReset: route('requestPasswordReset', {
    access: 'public',
    tag: 'auth',
    summary: 'Request a link to set a new password',
    description: 'The response is the same whether or not an account has this email.',
    body: resetRequestBody,
    responses: { 200: messageResponse },
    idempotent: true,
  }),
  invitationOpened: route('invitationOpened', {
    access: 'public',
    tag: 'auth',
    summary: 'Say that the link of an invitation was opened',
    description:
      'Those who invite see it until the member chooses a password. The response is the same for a link that is unknown.',
    body: invitationOpenedBody,
    responses: { 204: null },
    idempotent: true,
  }),
  submitPasswordReset: route('submitPasswordReset', {
    access: 'public',
    tag: 'auth',
    summary: 'Set a new password with the token of the link',
    description:
      'A token works once, for 30 minutes. Success ends all logins. The first password of an invited member also signs in.',
    body: resetSubmitBody,
    responses: { 200: resetSubmitResult },
    errors: ['reset_token_invalid', 'password_common'],
    idempotent: true,
  }),
  getAccount: route('getAccount', { access: 'member', tag: 'account', summary: 'Your profile', responses: { 200: user } }),
  updateAccount: route('updateAccount', {
    access: 'member',
    tag: 'account',
    summary: 'Change your profile',
    description: 'A new email needs current_password.',
    body: profileBody,
    responses: { 200: user },
    errors: ['email_taken', 'password_wrong'],
    idempotent: true,
  }),
  confirmEmailChange: route('confirmEmailChange', {
    access: 'public',
    tag: 'account',
    summary: 'Confirm an admin’s change of your email',
    description: 'Takes the token that was mailed to the old address. It works once and ends the seal of the account’s picks.',
    body: linkTokenBody,
    responses: { 200: messageResponse },
    errors: ['confirm_link_invalid'],
    idempotent: true,
  }),
  confirmAdmin: route('confirmAdmin', {
    access: 'public',
    tag: 'account',
    summary: 'Become the first admin as the owner of ADMIN_EMAIL',
    description: 'Takes the token that was mailed to ADMIN_EMAIL when an account registered with it.',
    body: linkTokenBody,
    responses: { 200: messageResponse },
    errors: ['admin_link_invalid'],
    idempotent: true,
  }),
  changePassword: route('changePassword', {
    access: 'member',
    tag: 'account',
    summary: 'Change your password',
    description: 'Ends all other logins. The response has a new token for this one.',
    body: changePasswordBody,
    responses: { 200: session },
    errors: ['password_wrong', 'password_common'],
    idempotent: true,
  }),
  signOutEverywhere: route('signOutEverywhere', {
    access: 'member',
    tag: 'account',
    summary: 'End all your logins, including this one',
    body: emptyBody,
    responses: { 204: null },
    idempotent: true,
  }),
}
