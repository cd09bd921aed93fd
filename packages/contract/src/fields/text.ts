import * as z from 'zod'

const LONE_SURROGATE = 'contains broken characters'
const FORBIDDEN = 'contains a character that cannot be used'
const NOT_SEEN = 'contains an invisible character. Type it instead of pasting it'

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\t\n\r]/u
/** Bidirectional controls, which can make a text look like another one. */
const BIDI_CONTROL = /\p{Bidi_Control}/u
const LINE_BREAK = /[\u2028\u2029]/u
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{M}\u2800]/u

/** Characters that show nothing: default-ignorable ones, the blank Braille pattern, and the marks of interlinear annotations. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB`
/** Letters of scripts in which a joiner or a non-joiner changes how their letters connect, such as Persian and Hindi. */
const JOINING_SCRIPTS =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const JOINING = `[${JOINING_SCRIPTS.split(' ')
  .map((name) => String.raw`\p{Script=${name}}`)
  .join('')}]`
/** Invisible characters that change what a reader sees. */
const JOINED = [
  // Emoji made of several, such as a family; their variants, keycaps, and the flags of parts of a country.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  String.raw`(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007A}\u{E007F}]`,
  // Scripts: joiners between letters, variants of Mongolian letters and of Han characters.
  String.raw`(?<=${JOINING})[\u200C\u200D](?=${JOINING})`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
].join('|')
const HIDDEN = new RegExp(`(?!${JOINED})[${INVISIBLE}]`, 'u')
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u')
const SHOWN = new RegExp(`(?:[^\\s${INVISIBLE}]|${JOINED})+`, 'gu')

export interface TextRules {
  /** The name of the field in messages, e.g. `Entry name`. */
  readonly label: string
  /** Maximum length in code points, after trimming. */
  readonly max: number
  /** The message when the text is missing or blank. */
  readonly required?: string
  /** Whether line breaks are allowed. */
  readonly lines?: boolean
  /**
   * What happens to invisible characters. By default those at the ends are removed. `refused`: there can be none inside either;
   * `joining`: inside only those that join an emoji or belong to a script; `kept`: nothing but blanks is removed.
   */
  readonly invisible?: 'refused' | 'joining' | 'kept'
  /** The Unicode normal form of the value. Default: NFC. */
  readonly form?: 'NFC' | 'NFKC'
}

/** Printable ASCII without blanks at its ends: most texts, for which {@link SHOWN} is slow. */
const TRIMMED_ASCII = /^[!-~](?:[ -~]*[!-~])?$/

/** Removes blanks and invisible characters at both ends, which come along when a text is pasted. */
export function trimmed(value: string): string {
  if (TRIMMED_ASCII.test(value)) return value
  let [start, end] = [value.length, 0]
  for (const { index, 0: run } of value.matchAll(SHOWN)) {
    start = Math.min(start, index)
    end = index + run.length
  }
  return value.slice(start, end)
}

/**
 * Returns a message when the text is invalid. Rejects characters that PostgreSQL cannot store (NUL, lone surrogates) and
 * characters that can deceive a reader.
 */
function textProblem(value: string, rules: TextRules): string | undefined {
  if (!value.isWellFormed()) return `${rules.label} ${LONE_SURROGATE}`
  if (hasRefusedInvisible(value, rules.invisible)) return `${rules.label} ${NOT_SEEN}`
  const control = rules.lines === true ? CONTROL_BUT_LINES : CONTROL
  if (control.test(value) || BIDI_CONTROL.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (rules.lines !== true && LINE_BREAK.test(value)) return `${rules.label} ${FORBIDDEN}`
  if (!VISIBLE.test(value)) return requiredMessage(rules)
  if (codePoints(value) > rules.max) return `${rules.label} can be ${rules.max} characters at most`
  return undefined
}

function hasRefusedInvisible(value: string, rule: TextRules['invisible']): boolean {
  if (rule === 'refused') return ANY_INVISIBLE.test(value)
  return rule === 'joining' && HIDDEN.test(value)
}

/** Counts code points, like `maxLength` in JSON Schema. */
export function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count += 1
  return count
}

/** Creates a schema for a required text. Trims it ({@link trimmed}) and normalizes it. */
export function text(rules: TextRules) {
  return z
    .string({ error: (issue) => (isAbsent(issue.input) ? requiredMessage(rules) : `${rules.label} must be text`) })
    .overwrite((value) => (rules.invisible === 'kept' ? value.trim() : trimmed(value)))
    .normalize(rules.form ?? 'NFC')
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
    .transform((value) => trimmed(value ?? '').normalize('NFC'))
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
