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
    description: 'The first account of an empty pool becomes admin, unless ADMIN_EMAIL names another.',
    body: registerBody,
    responses: { 201: session },
    errors: ['email_taken', 'password_common', 'token_revoked'],
    idempotent: true,
  }),
  me: route('me', { access: 'member', tag: 'auth', summary: 'Who is signed in', responses: { 200: user } }),
  requestPasswordReset: route('requestPasswordReset', {
    access: 'public',
    tag: 'auth',
    summary: 'Ask for a link to set a new password',
    description: 'The answer is the same whether or not an account has this email.',
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
  getAccount: route('getAccount', { access: 'member', tag: 'account', summary: 'Own profile', responses: { 200: user } }),
  updateAccount: route('updateAccount', {
    access: 'member',
    tag: 'account',
    summary: 'Change the own profile',
    description: 'A new email needs current_password.',
    body: profileBody,
    responses: { 200: user },
    errors: ['email_taken', 'password_wrong'],
    idempotent: true,
  }),
  changePassword: route('changePassword', {
    access: 'member',
    tag: 'account',
    summary: 'Change the own password',
    description: 'Ends all other logins; the answer carries a new token for this one.',
    body: changePasswordBody,
    responses: { 200: session },
    errors: ['password_wrong', 'password_common'],
  }),
  signOutEverywhere: route('signOutEverywhere', {
    access: 'member',
    tag: 'account',
    summary: 'End all own logins, this one too',
    body: emptyBody,
    responses: { 204: null },
  }),
}
