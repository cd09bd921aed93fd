import pg from 'pg'

/** The maximum number of prepared statements. Further statements are sent unprepared. */
const MAX_PREPARED = 200

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_PREPARED) return known
  const name = `outlast_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * A connection that prepares every statement with parameters, so that PostgreSQL parses and plans it once. For several
 * statements in one text it returns the rows of the last one. Meant for a busy connection with few different statements.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (...args: readonly unknown[]) => unknown
    const query = (text: unknown, values: unknown, ...rest: readonly unknown[]): unknown => {
      if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return send(text, values, ...rest)
      const name = values.length === 0 ? undefined : nameOf(text)
      if (name !== undefined) return send({ name, text, values })
      return (send(text, values) as Promise<unknown>).then(
        (result) => (Array.isArray(result) ? result.at(-1) : result) as unknown,
      )
    }
    this.query = query as pg.Client['query']
  }
}
