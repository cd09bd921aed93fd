import * as z from 'zod'

const LONE_SURROGATE = 'contains broken characters'
const FORBIDDEN = 'contains a character that cannot be used'

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
/** Bidirectional controls, which can make a text look like another one. */
const BIDI_CONTROL = /\p{Bidi_Control}/u
const LINE_BREAK = /[\u2028\u2029]/u
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{M}\u2800]/u

export interface TextRules {
  /** The name of the field in messages, e.g. `Entry name`. */
  readonly label: string
  /** Maximum length in code points, after trimming. */
  readonly max: number
  /** The message when the text is missing or blank. */
  readonly required?: string
  /** Whether line breaks are allowed. */
  readonly lines?: boolean
}

/**
 * Returns a message when the text is invalid. Rejects characters that PostgreSQL cannot store (NUL, lone surrogates) and
 * characters that can deceive a reader.
 */
export function textProblem(value: string, rules: TextRules): string | undefined {
  if (!value.isWellFormed()) return `${rules.label} ${LONE_SURROGATE}`
  const control = rules.lines === true ? CONTROL_BUT_LINES : CONTROL
  if (control.test(value) || BIDI_CONTROL.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (rules.lines !== true && LINE_BREAK.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (!VISIBLE.test(value)) return requiredMessage(rules)
  if (codePoints(value) > rules.max) return `${rules.label} can be ${rules.max} characters at most`
  return undefined
}

/** Counts code points, like `maxLength` in JSON Schema. */
export function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** Creates a schema for a required text. Trims it and normalizes it to NFC. */
export function text(rules: TextRules) {
  return z
    .string({ error: (issue) => (isAbsent(issue.input) ? requiredMessage(rules) : `${rules.label} must be text`) })
    .trim()
    .normalize('NFC')
    .superRefine((value, context) => {
      const problem = textProblem(value, rules)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ minLength: 1, maxLength: rules.max })
}

/** Creates a schema for an optional text. A blank text becomes null. */
export function optionalText(rules: TextRules) {
  return z
    .string({ error: `${rules.label} must be text` })
    .nullable()
    .transform((value) => (value ?? '').trim().normalize('NFC'))
    .superRefine((value, context) => {
      const problem = value === '' ? undefined : textProblem(value, rules)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .transform((value) => (value === '' ? null : value))
    .meta({ maxLength: rules.max })
}

/**
 * Creates a schema for a text that is neither trimmed nor normalized, such as a token or a password.
 * @param required the message when it is missing or empty
 */
export function verbatim(label: string, required: string, max: number) {
  return z
    .string({ error: (issue) => (isAbsent(issue.input) ? required : `${label} must be text`) })
    .superRefine((value, context) => {
      const problem = verbatimProblem(label, required, max, value)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ minLength: 1, maxLength: max })
}

function verbatimProblem(label: string, required: string, max: number, value: string): string | undefined {
  if (value === '') return required
  if (!value.isWellFormed()) return `${label} ${LONE_SURROGATE}`
  if (value.includes('\0')) return `${label} ${FORBIDDEN}`
  return codePoints(value) > max ? `${label} can be ${max} characters at most` : undefined
}

function requiredMessage({ required, label }: TextRules): string {
  return required ?? `${label} is required`
}

function isAbsent(input: unknown): boolean {
  return input === undefined || input === null
}
