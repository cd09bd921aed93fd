import { messageResponse } from '../fields/responses.ts'
import { changePasswordBody, profileBody } from '../rest/account.ts'
import { emptyBody } from '../rest/admin/weeks.ts'
import { loginBody, registerBody, session } from '../rest/auth.ts'
import { resetRequestBody, resetSubmitBody } from '../rest/password-reset.ts'
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
    description: 'The first account of an empty pool becomes admin, unless ADMIN_EMAIL is set to another address.',
    body: registerBody,
    responses: { 201: session },
    errors: ['email_taken', 'password_common', 'token_revoked'],
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
  }),
  submitPasswordReset: route('submitPasswordReset', {
    access: 'public',
    tag: 'auth',
    summary: 'Set a new password with the token of the link',
    description: 'A token works once, for 30 minutes. Success ends all logins.',
    body: resetSubmitBody,
    responses: { 200: messageResponse },
    errors: ['reset_token_invalid', 'password_common'],
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
  changePassword: route('changePassword', {
    access: 'member',
    tag: 'account',
    summary: 'Change your password',
    description: 'Ends all other logins. The response has a new token for this one.',
    body: changePasswordBody,
    responses: { 200: session },
    errors: ['password_wrong', 'password_common'],
  }),
  signOutEverywhere: route('signOutEverywhere', {
    access: 'member',
    tag: 'account',
    summary: 'End all your logins, including this one',
    body: emptyBody,
    responses: { 204: null },
  }),
}
