import * as z from 'zod'

const MAX_WEEK = 22
const MIN_SEASON = 2000
const MAX_SEASON = 2100

/** A whole number in JSON between two bounds, both included. */
export function wholeNumber(label: string, min: number, max: number) {
  const sentence = rangeSentence(label, min, max)
  return z
    .int({ error: (issue) => (issue.input === undefined ? `${label} is required` : sentence) })
    .min(min, sentence)
    .max(max, sentence)
}

/** A whole number in a path or query, where everything is text: digits only, without leading zeros. */
export function numberInText(label: string, min: number, max: number) {
  const sentence = rangeSentence(label, min, max)
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${label} is required` : sentence) })
    .regex(/^(?:0|[1-9]\d{0,15})$/, sentence)
    .transform(Number)
    .pipe(z.int({ error: sentence }).min(min, sentence).max(max, sentence))
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema['pattern']
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max })
      },
    })
}

function rangeSentence(label: string, min: number, max: number): string {
  if (max < Number.MAX_SAFE_INTEGER) return `${label} must be a whole number from ${min} to ${max}`
  return min === 0 ? `${label} must be a whole number` : `${label} must be a whole number above zero`
}

/** An id in a JSON body. Ids are positive safe integers (decisions.md §API shapes). */
export function idField<Id extends number>(label: string): z.ZodType<Id, number> {
  return branded<Id, number>(wholeNumber(label, 1, Number.MAX_SAFE_INTEGER))
}

/** An id in a path or query. */
export function idInText<Id extends number>(label: string): z.ZodType<Id, string> {
  return branded<Id, string>(numberInText(label, 1, Number.MAX_SAFE_INTEGER))
}

/** Brands are compile-time only: a checked number is the id. */
function branded<Id extends number, In>(schema: z.ZodType<number, In>): z.ZodType<Id, In> {
  return schema as unknown as z.ZodType<Id, In>
}

export const seasonYear = wholeNumber('Season year', MIN_SEASON, MAX_SEASON)
export const seasonInText = numberInText('Season', MIN_SEASON, MAX_SEASON)
export const weekNumber = wholeNumber('Week number', 1, MAX_WEEK)
