/** What the log keeps of an error. */
export interface ErrorNote {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly stack?: string
  readonly cause?: ErrorNote
}

const DEEPEST = 5

/**
 * An error as it may be logged. Only what is listed here: errors of pg carry rows (`detail`), those of parsers the text
 * that they were parsing, and both can hold e-mail addresses or a pick.
 */
export function describeError(error: unknown, depth = 0): ErrorNote {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something was thrown that is no error' }
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
    ...(error.cause === undefined || depth >= DEEPEST ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

function safeMessage(error: Error): string {
  // A database error: `severity` is what only those have. Class 22 and some others quote values in their messages.
  if ('severity' in error)
    return 'code' in error && typeof error.code === 'string' ? `database error ${error.code}` : 'database error'
  if (error instanceof SyntaxError) return 'a text could not be parsed'
  if (error.name === 'ZodError') return 'something did not fit its schema'
  return error.message
}

function textOf<Name extends 'code' | 'constraint' | 'table'>(error: Error, name: Name): { readonly [N in Name]?: string } {
  const value: unknown = name in error ? (error as Error & Readonly<Record<Name, unknown>>)[name] : undefined
  return (typeof value === 'string' ? { [name]: value } : {}) as { readonly [N in Name]?: string }
}
