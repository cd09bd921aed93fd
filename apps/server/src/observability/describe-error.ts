import { isDiskFullError } from '../lib/disk-space.ts'

/** The fields of an error that are logged. */
interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly detail?: string
  readonly hint?: string
  readonly constraint?: string
  readonly table?: string
  readonly stack?: string
  readonly cause?: LoggedError
}

const MAX_CAUSE_DEPTH = 5

/**
 * Returns the fields of an error that are safe to log. Database errors are logged in PostgreSQL's words, without the values of rows that some
 * of them quote, and parser errors without the parsed text: both can include e-mail addresses or picks.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an Error was thrown' }
  const message = safeMessage(error)
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
  return {
    type: error.name,
    message,
    ...textOf(error, 'code'),
    ...detailsOf(error),
    ...textOf(error, 'constraint'),
    ...textOf(error, 'table'),
    ...(frames === undefined || frames === '' ? {} : { stack: frames }),
    ...(error.cause === undefined || depth >= MAX_CAUSE_DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

function safeMessage(error: Error): string {
  if (isDatabaseError(error) && isDiskFullError(error)) return 'the disk of the database is full'
  if (isDatabaseError(error)) return QUOTES_VALUES.has(classOf(error)) ? withoutValues(error.message) : error.message
  if (error instanceof SyntaxError) return 'a text could not be parsed'
  if (error.name === 'ZodError') return 'a value did not match its schema'
  return error.message
}

/** The classes of errors (PostgreSQL, appendix A) whose messages may quote values: data exceptions, and what functions raise. */
const QUOTES_VALUES: ReadonlySet<string> = new Set(['22', 'P0'])
/** The classes whose details and hints are about the database, the schema or other transactions, and never about rows. */
const DETAILED: ReadonlySet<string> = new Set(['08', '25', '28', '40', '42', '53', '54', '55', '57', '58', 'XX'])

/** Only database errors have a severity. */
const isDatabaseError = (error: Error): boolean => 'severity' in error

const classOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code.slice(0, 2) : '')

/** Replaces what a message quotes or appends after a colon. */
function withoutValues(message: string): string {
  return message.replace(/(["']).*\1/s, '$1…$1').replace(/: (?!["']…["']$).*$/s, ': …')
}

function detailsOf(error: Error): Pick<LoggedError, 'detail' | 'hint'> {
  return isDatabaseError(error) && DETAILED.has(classOf(error)) ? { ...textOf(error, 'detail'), ...textOf(error, 'hint') } : {}
}

function textOf<Name extends 'code' | 'constraint' | 'table' | 'detail' | 'hint'>(
  error: Error,
  name: Name,
): { readonly [N in Name]?: string } {
  const value: unknown = name in error ? (error as Error & Readonly<Record<Name, unknown>>)[name] : undefined
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [N in Name]?: string }
}
