import { isWeekNumber, LAST_WEEK } from '@outlast/domain'
import * as z from 'zod'

const MIN_SEASON = 2000
const MAX_SEASON = 2100

/** Creates a schema for a whole number in JSON, with inclusive bounds. */
export function wholeNumber(label: string, min: number, max: number) {
  const message = rangeMessage(label, min, max)
  return z
    .int({ error: (issue) => (issue.input === undefined ? `${label} is required` : message) })
    .min(min, message)
    .max(max, message)
}

/** Creates a schema for a whole number in a path or query: digits without leading zeros. */
export function numberInText(label: string, min: number, max: number) {
  const message = rangeMessage(label, min, max)
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${label} is required` : message) })
    .regex(/^(?:0|[1-9]\d{0,15})$/, message)
    .transform(Number)
    .pipe(z.int({ error: message }).min(min, message).max(max, message))
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema['pattern']
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max })
      },
    })
}

function rangeMessage(label: string, min: number, max: number): string {
  if (max < Number.MAX_SAFE_INTEGER) return `${label} must be a whole number from ${min} to ${max}`
  return min === 0 ? `${label} must be a whole number` : `${label} must be a whole number above zero`
}

/** Creates a schema for an id in a JSON body: a positive safe integer. */
export function idField<Id extends number>(label: string): z.ZodType<Id, number> {
  return branded<Id, number>(wholeNumber(label, 1, Number.MAX_SAFE_INTEGER))
}

/** Creates a schema for an id in a path or query. */
export function idInText<Id extends number>(label: string): z.ZodType<Id, string> {
  return branded<Id, string>(numberInText(label, 1, Number.MAX_SAFE_INTEGER))
}

/** Types a validated number as an id; brands exist at compile time only. */
function branded<Id extends number, In>(schema: z.ZodType<number, In>): z.ZodType<Id, In> {
  return schema as z.ZodType<Id, In>
}

export const seasonYear = wholeNumber('Season year', MIN_SEASON, MAX_SEASON)
export const seasonInText = numberInText('Season', MIN_SEASON, MAX_SEASON)
export const weekInText = numberInText('Week', 1, LAST_WEEK)
export const weekNumber = wholeNumber('Week number', 1, LAST_WEEK)

const weekOrSlateMessage = `Week number must be a whole number from 1 to ${LAST_WEEK}, or like 13.1 for the slate 13a`
/** The number of a week that the pool has, slates included (docs/rules.md §20). */
export const weekOrSlate = z
  .number({ error: (issue) => (issue.input === undefined ? 'Week number is required' : weekOrSlateMessage) })
  .refine((number) => isWeekNumber(number) && number >= 1 && number < LAST_WEEK + 1, weekOrSlateMessage)
