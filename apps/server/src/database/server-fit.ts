import { PROJECTIONS_VERSION, readCheckpoint } from '@outlast/projections'
import type { QueryExecutorProvider } from 'kysely'
import { VERSION } from '../lib/paths.ts'
import { canWorkWith, NEWEST_MIGRATION } from './migrations.ts'
import { readSchemaVersion } from './schema-version.ts'

/** Another version changed the database, and this server cannot work with the result. The message is for the operator. */
export class ServerDoesNotFit extends Error {
  override name = 'ServerDoesNotFit'

  constructor(cause: string) {
    super(
      `The database was changed by ${cause}, and this server, Outlast ${VERSION}, cannot work with the result: stop it, and start the version that changed the database. Until then it records nothing; what was confirmed is in the log`,
    )
  }
}

/**
 * Whether this server still fits the database. An upgrade refuses while it sees a server that cannot work with the result, but it does not see
 * one whose connections were interrupted at that time. Such a server is not ready, and records nothing.
 */
export class ServerFit {
  #problem: ServerDoesNotFit | undefined
  #watchesReadModels = false

  /** Why the server does not fit, as of the last check. */
  get problem(): ServerDoesNotFit | undefined {
    return this.#problem
  }

  /** From now on the read models are of this program's version. At its start, it may still have to rebuild them. */
  watchReadModels(): void {
    this.#watchesReadModels = true
  }

  /** @throws ServerDoesNotFit if another version changed the schema or the read models */
  async check(db: QueryExecutorProvider): Promise<void> {
    this.#problem = await this.#find(db)
    if (this.#problem !== undefined) throw this.#problem
  }

  async #find(db: QueryExecutorProvider): Promise<ServerDoesNotFit | undefined> {
    const schema = await readSchemaVersion(db)
    if (schema !== undefined && !canWorkWith(schema, { version: VERSION, migration: NEWEST_MIGRATION }))
      return new ServerDoesNotFit(`Outlast ${schema.version}`)
    if (!this.#watchesReadModels) return undefined
    const found = (await readCheckpoint(db))?.version
    if (found === undefined || found === PROJECTIONS_VERSION) return undefined
    return new ServerDoesNotFit(`another version, which has rebuilt the read models (${PROJECTIONS_VERSION} became ${found})`)
  }
}
