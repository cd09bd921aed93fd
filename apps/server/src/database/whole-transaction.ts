import type { CompiledQuery } from 'kysely'
import pg from 'pg'

declare module 'pg' {
  /** The methods that send the messages of PostgreSQL's extended query protocol, as pg itself calls them. */
  interface Connection {
    parse(message: { readonly name: string; readonly text: string }): void
    bind(message: { readonly statement: string; readonly values: readonly (string | null)[] }): void
    execute(message: Readonly<Record<string, never>>): void
  }
}

/** The statements that each connection has prepared, with their names. */
const preparedOn = new WeakMap<pg.Connection, Map<string, string>>()

const BEGIN = { sql: 'BEGIN', parameters: [] }
const COMMIT = { sql: 'COMMIT', parameters: [] }

/**
 * Statements that are sent together as one transaction. After an error PostgreSQL skips everything up to the message `Sync`, which
 * follows COMMIT. So either all of them take effect or none.
 */
class WholeTransaction extends pg.Query {
  /** The values are encoded in advance, because an error in the middle of the messages would break the connection. */
  readonly #statements: readonly { readonly sql: string; readonly values: readonly (string | null)[] }[]

  constructor(statements: readonly CompiledQuery[], callback: (error: Error | null) => void) {
    super('')
    this.#statements = [BEGIN, ...statements, COMMIT].map(({ sql, parameters }) => ({ sql, values: parameters.map(textOf) }))
    Object.assign(this, { callback })
  }

  override readonly submit = (wire: pg.Connection): void => {
    const names = preparedOn.get(wire) ?? new Map<string, string>()
    preparedOn.set(wire, names)
    wire.stream.cork()
    for (const { sql, values } of this.#statements) {
      let name = names.get(sql)
      if (name === undefined) {
        // Statements without parameters are parsed each time, which is cheap, so the message COMMIT is recognizable on the wire.
        name = values.length === 0 ? '' : `outlast_whole_${names.size + 1}`
        if (name !== '') names.set(sql, name)
        wire.parse({ name, text: sql })
      }
      wire.bind({ statement: name, values })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  // The rows and the command tags are not needed.
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/** Returns a parameter in PostgreSQL's text format. */
function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new TypeError(`a parameter is a ${typeof value}`)
}

/**
 * Sends statements as one transaction, before the replies to what was sent earlier on the same connection have arrived.
 * Resolves once it is committed. After an error the connection must be closed, because it is unknown which statements are prepared.
 *
 * @param client a client in pipeline mode
 */
export function sendWholeTransaction(client: pg.ClientBase, statements: readonly CompiledQuery[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new WholeTransaction(statements, (error) => (error === null ? resolve() : reject(error))))
  })
}
