import * as z from 'zod'
import { messageResponse } from '../fields/responses.ts'
import { emptyBody } from '../rest/admin/weeks.ts'
import { session } from '../rest/auth.ts'
import {
  addPasskeyBody,
  passkey,
  passkeyCreation,
  passkeyOptionsBody,
  passkeyParams,
  passkeyRequest,
  submitPasskeyBody,
} from '../rest/passkeys.ts'
import { createTokenBody, newProgramToken, programToken, tokenParams } from '../rest/program-tokens.ts'
import { deviceSession, sessionParams } from '../rest/sessions.ts'
import { signInLinkBody, submitSignInLinkBody } from '../rest/sign-in-links.ts'
import { route } from '../route.ts'

export const signInRoutes = {
  requestSignInLink: route('requestSignInLink', {
    access: 'public',
    tag: 'auth',
    summary: 'Request a link to sign in',
    description: 'The response is the same whether or not an account has this email.',
    body: signInLinkBody,
    responses: { 200: messageResponse },
    idempotent: true,
  }),
  submitSignInLink: route('submitSignInLink', {
    access: 'public',
    tag: 'auth',
    summary: 'Sign in with the token of the link',
    description:
      'A token works once, for 15 minutes. If the link was requested with `browser`, another browser must send `confirm: true`; without it, the response is `other_browser` and the link stays valid.',
    body: submitSignInLinkBody,
    responses: { 200: session },
    errors: ['sign_in_link_invalid', 'other_browser', 'token_revoked'],
  }),
  passkeySignInOptions: route('passkeySignInOptions', {
    access: 'public',
    tag: 'auth',
    summary: 'Begin a sign-in with a passkey',
    description: 'Options for `navigator.credentials.get`. The challenge is valid once, for 5 minutes.',
    body: emptyBody,
    responses: { 200: passkeyRequest },
  }),
  submitPasskey: route('submitPasskey', {
    access: 'public',
    tag: 'auth',
    summary: 'Sign in with a passkey',
    body: submitPasskeyBody,
    responses: { 200: session },
    errors: ['passkey_rejected', 'token_revoked'],
  }),
  listSessions: route('listSessions', {
    access: 'member',
    scope: 'none',
    tag: 'account',
    summary: 'The devices that are signed in to your account',
    responses: { 200: z.array(deviceSession) },
  }),
  endSession: route('endSession', {
    access: 'member',
    tag: 'account',
    summary: 'Sign out a device',
    params: sessionParams,
    responses: { 204: null },
    errors: ['session_not_found'],
    idempotent: true,
  }),
  endOtherSessions: route('endOtherSessions', {
    access: 'member',
    tag: 'account',
    summary: 'Sign out all other devices',
    description: 'The response has a new token for this one.',
    body: emptyBody,
    responses: { 200: session },
    idempotent: true,
  }),
  listPasskeys: route('listPasskeys', {
    access: 'member',
    scope: 'none',
    tag: 'account',
    summary: 'Your passkeys',
    responses: { 200: z.array(passkey) },
  }),
  passkeyOptions: route('passkeyOptions', {
    access: 'member',
    tag: 'account',
    summary: 'Begin to add a passkey',
    description:
      'Options for `navigator.credentials.create`. Needs current_password, unless this device has signed in within the last 15 minutes.',
    body: passkeyOptionsBody,
    responses: { 200: passkeyCreation },
    errors: ['password_wrong', 'sign_in_again', 'passkeys_paused'],
  }),
  addPasskey: route('addPasskey', {
    access: 'member',
    tag: 'account',
    summary: 'Add a passkey',
    body: addPasskeyBody,
    responses: { 201: passkey },
    errors: ['passkey_invalid', 'passkeys_paused', 'too_many_passkeys', 'passkey_not_found'],
    idempotent: true,
  }),
  removePasskey: route('removePasskey', {
    access: 'member',
    tag: 'account',
    summary: 'Remove a passkey',
    params: passkeyParams,
    responses: { 204: null },
    errors: ['passkey_not_found'],
    idempotent: true,
  }),
  listTokens: route('listTokens', {
    access: 'member',
    scope: 'none',
    tag: 'account',
    summary: 'Your tokens for programs',
    responses: { 200: z.array(programToken) },
  }),
  createToken: route('createToken', {
    access: 'member',
    tag: 'account',
    summary: 'Create a token for a program',
    description: 'The response is the only place that shows it. It ends with your logins, and never allows more than you may do.',
    body: createTokenBody,
    responses: { 201: newProgramToken },
    errors: ['too_many_tokens', 'token_end_out_of_range', 'waiting_for_approval'],
  }),
  revokeToken: route('revokeToken', {
    access: 'member',
    tag: 'account',
    summary: 'Revoke a token',
    params: tokenParams,
    responses: { 204: null },
    errors: ['token_not_found'],
    idempotent: true,
  }),
}
