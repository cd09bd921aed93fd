import type * as z from 'zod'
import { capitalize, listText } from '../words.ts'

/** Names of fields in messages, where the derived name would read badly. */
const LABELS: Readonly<Record<string, string>> = {
  user_id: 'User ID',
  entry_id: 'Entry ID',
  week_id: 'Week ID',
  id: 'ID',
  is_admin: 'Admin',
  is_eliminated: 'Eliminated',
  is_paid: 'Paid',
  now_iso: 'Site time',
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Returns the name of a field in messages, e.g. `Paid date` for `paid_date`. */
export function labelOf(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string')
  if (name === undefined) return 'The input'
  const words = LABELS[name] ?? name.replaceAll('_', ' ')
  return capitalize(words)
}

/** Returns the message for an issue of a schema without its own message. The server and the forms pass it to `safeParse`. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  const label = labelOf(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      return invalidType(label, issue.expected, issue.input, issue.path)
    case 'invalid_value':
      return `${label} must be ${listText(issue.values.map(String), 'or')}`
    case 'too_big':
    case 'too_small':
      return `${label} is out of range`
    default:
      return `${label} is not valid`
  }
}

function invalidType(label: string, expected: string, input: unknown, path: readonly PropertyKey[] | undefined) {
  if (path === undefined || path.length === 0) return 'Send the fields as a JSON object'
  if (input === undefined) return `${label} is required`
  return `${label} must be ${KINDS[expected] ?? 'of another kind'}`
}
