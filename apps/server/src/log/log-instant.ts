import { parseInstant } from '@outlast/domain'
import * as z from 'zod'

/** A moment exactly as the log writes it. */
export const logInstant = z.string().transform((text, context) => {
  const parsed = parseInstant(text)
  if (parsed === text) return parsed
  context.addIssue('not an instant in the format of the log')
  return z.NEVER
})
