/** The pool and the oracle differ. */
export class Difference extends Error {
  readonly what: string

  constructor(what: string, pool: unknown, oracle: unknown) {
    super(`${what}\n  the pool says   ${text(pool)}\n  the oracle says ${text(oracle)}`)
    this.name = 'Difference'
    this.what = what
  }
}

export function requireSame(what: string, pool: unknown, oracle: unknown): void {
  if (text(pool) !== text(oracle)) throw new Difference(what, pool, oracle)
}

function text(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  return typeof value === 'string' ? value : JSON.stringify(value)
}
