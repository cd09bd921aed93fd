import * as z from 'zod'

const LONE_SURROGATE = 'contains broken characters'
const FORBIDDEN = 'contains a character that cannot be used'

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
/** Marks, embeddings, overrides and isolates: they let a text pretend to read differently. */
const DIRECTION = /\p{Bidi_Control}/u
const LINE_BREAK = /[\u2028\u2029]/u
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{M}\u2800]/u

export interface TextRules {
  /** How the field is called in a sentence, e.g. `Entry name`. */
  readonly label: string
  /** Most characters (code points) after trimming. */
  readonly max: number
  /** The sentence when it is missing or blank. */
  readonly required?: string
  /** Whether it may have several lines. */
  readonly lines?: boolean
}

/**
 * What is wrong with a text as people type it, as a sentence; undefined when nothing is. Refuses what would not
 * survive the database (NUL, lone surrogates) or could deceive a reader (decisions.md §Rules 14).
 */
export function textProblem(value: string, rules: TextRules): string | undefined {
  if (!value.isWellFormed()) return `${rules.label} ${LONE_SURROGATE}`
  const control = rules.lines === true ? CONTROL_BUT_LINES : CONTROL
  if (control.test(value) || DIRECTION.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (rules.lines !== true && LINE_BREAK.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (!VISIBLE.test(value)) return requiredSentence(rules)
  if (codePoints(value) > rules.max) return `${rules.label} can be ${rules.max} characters at most`
  return undefined
}

/** Length in code points, as JSON Schema counts too. */
export function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** A text that must not be blank: trimmed, NFC, without characters that harm. */
export function text(rules: TextRules) {
  return z
    .string({ error: (issue) => (absent(issue.input) ? requiredSentence(rules) : `${rules.label} must be text`) })
    .trim()
    .normalize('NFC')
    .superRefine((value, context) => {
      const problem = textProblem(value, rules)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .meta({ minLength: 1, maxLength: rules.max })
}

/** A text that may be left out, null or blank: then null. */
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
 * A text taken as it stands, such as a token or a password: not trimmed, only refused when it cannot be handled.
 * @param required the sentence when it is missing or empty
 */
export function verbatim(label: string, required: string, max: number) {
  return z
    .string({ error: (issue) => (absent(issue.input) ? required : `${label} must be text`) })
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

function requiredSentence({ required, label }: TextRules): string {
  return required ?? `${label} is required`
}

function absent(input: unknown): boolean {
  return input === undefined || input === null
}
