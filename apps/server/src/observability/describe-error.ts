import { isDiskFullError } from '../lib/disk-space.ts'

/** The fields of an error that are logged. */
interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly stack?: string
  readonly cause?: LoggedError
}

const MAX_CAUSE_DEPTH = 5

/**
 * Returns the fields of an error that are safe to log. Errors of pg contain rows (`detail`), and parser errors contain the
 * parsed text; both can include e-mail addresses or picks.
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
    ...textOf(error, 'constraint'),
    ...textOf(error, 'table'),
    ...(frames === undefined || frames === '' ? {} : { stack: frames }),
    ...(error.cause === undefined || depth >= MAX_CAUSE_DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

function safeMessage(error: Error): string {
  // Only database errors have `severity`. The messages of class 22 and some others quote values.
  if ('severity' in error && isDiskFullError(error)) return 'the disk of the database is full'
  if ('severity' in error)
    return 'code' in error && typeof error.code === 'string' ? `database error ${error.code}` : 'database error'
  if (error instanceof SyntaxError) return 'a text could not be parsed'
  if (error.name === 'ZodError') return 'a value did not match its schema'
  return error.message
}

function textOf<Name extends 'code' | 'constraint' | 'table'>(error: Error, name: Name): { readonly [N in Name]?: string } {
  const value: unknown = name in error ? (error as Error & Readonly<Record<Name, unknown>>)[name] : undefined
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [N in Name]?: string }
}
