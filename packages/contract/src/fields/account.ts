import * as z from 'zod'
import { emailProblem } from './email-address.ts'
import { codePoints, text, verbatim } from './text.ts'

const MAX_EMAIL = 254
const MAX_PERSON_NAME = 80
const MIN_PASSWORD = 8
const MAX_PASSWORD_BYTES = 72
const MAX_MOBILE_DIGITS = 15

const SEPARATORS = /[\s().\-/\u2010-\u2015]/gu
const MOBILE = new RegExp(String.raw`^\+?\d{1,${MAX_MOBILE_DIGITS}}$`)

/** An email address, in NFKC. Keeps its case; `emailKey` says which are the same (docs/rules.md §11.3). */
export const email = text({ label: 'Email', max: MAX_EMAIL, required: 'Email required', invisible: 'refused', form: 'NFKC' })
  .check((context) => {
    const message = context.issues.length === 0 ? emailProblem(context.value) : undefined
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value })
  })
  .meta({ description: 'An email address' })

/**
 * The address at sign-in: any text, so that the response does not reveal whether the address is valid. Invisible
 * characters are kept, because older accounts can have them in their address.
 */
export const signInEmail = text({ label: 'Email', max: MAX_EMAIL, required: 'Email required', invisible: 'kept' })

export const firstName = text({
  label: 'First name',
  max: MAX_PERSON_NAME,
  required: 'First name required',
  invisible: 'joining',
})
export const lastName = text({ label: 'Last name', max: MAX_PERSON_NAME, required: 'Last name required', invisible: 'joining' })

/** The password at sign-in, normalized to NFC like a new password. */
export const signInPassword = verbatim('Password', 'Password required', 1000).transform((value) => value.normalize('NFC'))

/** A new password: at least 8 characters and at most 72 bytes of UTF-8, the limit of bcrypt. */
export const newPassword = passwordWithRules('Password', 'Password required')

/** Creates the schema of {@link newPassword} with another name in its messages. */
export function passwordWithRules(label: string, required: string) {
  return verbatim(label, required, 1000)
    .transform((value) => value.normalize('NFC'))
    .superRefine((value, context) => {
      const problem = passwordProblem(label, value)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ override: { minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD_BYTES } })
}

function passwordProblem(label: string, value: string): string | undefined {
  if (codePoints(value) < MIN_PASSWORD) return `${label} must have at least ${MIN_PASSWORD} characters`
  if (new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES) return undefined
  return `${label} is too long: ${MAX_PASSWORD_BYTES} bytes at most`
}

/** Normalizes a mobile number to digits with an optional leading plus; null without digits. */
export function normalizeMobile(typed: string): string | null {
  const digits = typed.replace(SEPARATORS, '')
  return digits === '' || digits === '+' ? null : digits
}

/** An optional mobile number: at most 15 digits. */
export const mobile = z
  .string({ error: 'Mobile must be text' })
  .nullable()
  .transform((value) => normalizeMobile(value ?? ''))
  .refine((value) => value === null || MOBILE.test(value), {
    error: `Mobile may have up to ${MAX_MOBILE_DIGITS} digits and a leading plus`,
  })
  .meta({ description: 'Digits with an optional leading plus. Null or blank: no number' })
