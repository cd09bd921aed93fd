import * as z from 'zod'
import { codePoints, text, verbatim } from './text.ts'

const MAX_EMAIL = 254
const MAX_PERSON_NAME = 80
const MIN_PASSWORD = 8
const MAX_PASSWORD_BYTES = 72
const MAX_MOBILE_DIGITS = 15

/** One `@`, a domain, and none of the characters that structure a mail header. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u
const SEPARATORS = /[\s().\-/\u2010-\u2015]/gu
const MOBILE = new RegExp(String.raw`^\+?\d{1,${MAX_MOBILE_DIGITS}}$`)

/** An e-mail address, trimmed; whoever compares two compares them in lower case (decisions.md §Rules 14). */
export const email = text({ label: 'Email', max: MAX_EMAIL, required: 'Email required' })
  .refine((value) => EMAIL.test(value), { error: 'Enter a valid email address', when: hasNoIssue })
  .meta({ description: 'An e-mail address' })

/** An address somebody signs in with: any text, so that an answer does not tell why it is none. */
export const signInEmail = text({ label: 'Email', max: MAX_EMAIL, required: 'Email required' })

export const firstName = text({ label: 'First name', max: MAX_PERSON_NAME, required: 'First name required' })
export const lastName = text({ label: 'Last name', max: MAX_PERSON_NAME, required: 'Last name required' })

/** A password as typed at sign-in, NFC like the one that was set. Whether it is right is another question. */
export const signInPassword = verbatim('Password', 'Password required', 1000).transform((value) => value.normalize('NFC'))

/** A new password: 8 characters at least, 72 bytes of UTF-8 at most, never cut (decisions.md §Rules 15). */
export const newPassword = passwordWithRules('Password', 'Password required')

/** As {@link newPassword}, under another name in its sentences. */
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

/** A mobile number as it is kept: digits with an optional leading plus; null when there are none (pool.md §5). */
export function normalizeMobile(typed: string): string | null {
  const digits = typed.replace(SEPARATORS, '')
  return digits === '' || digits === '+' ? null : digits
}

/** Optional; normalised, at most 15 digits and 16 characters with the plus. */
export const mobile = z
  .string({ error: 'Mobile must be text' })
  .nullable()
  .transform((value) => normalizeMobile(value ?? ''))
  .refine((value) => value === null || MOBILE.test(value), {
    error: `Mobile may have up to ${MAX_MOBILE_DIGITS} digits and a leading plus`,
  })
  .meta({ description: 'Digits with an optional leading plus; null or blank for none' })

function hasNoIssue(payload: { readonly issues: readonly unknown[] }): boolean {
  return payload.issues.length === 0
}
