import type { CompiledQuery } from 'kysely'
import pg from 'pg'

/** The messages of PostgreSQL's extended query protocol, as pg's connection sends them. Its types do not declare them. */
interface Wire {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void }
  readonly parse: (message: { readonly name: string; readonly text: string }) => void
  readonly bind: (message: { readonly statement: string; readonly values: readonly (string | null)[] }) => void
  readonly execute: (message: Readonly<Record<string, never>>) => void
  readonly sync: () => void
}

/** The statements that each connection has prepared, with their names. */
const preparedOn = new WeakMap<Wire, Map<string, string>>()

/**
 * Statements that are sent together and form one transaction. PostgreSQL begins it with the first statement and commits it at the
 * message `Sync` after the last one; after an error it skips the rest and rolls back. So either all of them take effect or none.
 */
class WholeTransaction extends pg.Query {
  readonly #statements: readonly CompiledQuery[]

  constructor(statements: readonly CompiledQuery[], callback: (error: Error | null) => void) {
    super('')
    this.#statements = statements
    Object.assign(this, { callback })
  }

  override readonly submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    const names = preparedOn.get(wire) ?? new Map<string, string>()
    preparedOn.set(wire, names)
    wire.stream.cork()
    for (const { sql, parameters } of this.#statements) {
      let name = names.get(sql)
      if (name === undefined) {
        name = `outlast_whole_${names.size + 1}`
        names.set(sql, name)
        wire.parse({ name, text: sql })
      }
      wire.bind({ statement: name, values: parameters.map((value) => (value === null ? null : String(value))) })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  // Nobody reads the rows and the command tags.
  handleDataRow(): void {}
  handleCommandComplete(): void {}
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
