import * as z from 'zod'
import { signInPassword } from '../fields/account.ts'
import { idInText } from '../fields/numbers.ts'
import { id, instant } from '../fields/responses.ts'
import { text } from '../fields/text.ts'

// The JSON forms of WebAuthn Level 3 (https://www.w3.org/TR/webauthn-3), as browsers read and write them.

/** Bytes in base64url, as a browser sends them. */
const bytes = (max: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), { error: 'The answer of the browser is not valid' })
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** What the browser returns for a new passkey. */
const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(16_000) }),
})

/** What the browser returns for a sign-in. */
const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(100).nullish(),
  }),
})

export const passkeyOptionsBody = z.object({ current_password: signInPassword.optional() })

export const addPasskeyBody = z.object({
  name: text({ label: 'Name', max: 60, required: 'Name required' }),
  response: registrationResponse,
})
export type AddPasskeyBody = z.output<typeof addPasskeyBody>

export const submitPasskeyBody = z.object({ response: authenticationResponse })
export type SubmitPasskeyBody = z.output<typeof submitPasskeyBody>

export const passkeyParams = z.object({ id: idInText<number>('ID') })

/** A passkey, for its owner. */
export const passkey = z
  .strictObject({
    id,
    name: z.string(),
    /** Whether a password manager copies it to other devices. */
    is_synced: z.boolean(),
    created_at: instant,
    last_used_at: instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof passkey>

const challenge = z.string()
const descriptor = z.strictObject({ id: z.string(), type: z.literal('public-key') })

/** The options of `navigator.credentials.create`. */
export const passkeyCreation = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge,
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

/** The options of `navigator.credentials.get`. They name no account. */
export const passkeyRequest = z.strictObject({
  challenge,
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>
