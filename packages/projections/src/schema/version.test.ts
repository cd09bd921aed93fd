import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import { LIVE_SCHEMA, PROJECTIONS_VERSION } from '../tables/rows.ts'
import { createSchema } from './create-schema.ts'

/**
 * The SHA-256 of the statements that create the tables and views, by version. A pool that was started with an older version rebuilds them only
 * if the number is higher: whoever changes a statement raises the number and replaces the line, and never the hash alone.
 */
const STATEMENTS: Readonly<Record<number, string>> = {
  36: '5533bb755f6029873805abc994352cdfcfc479bb5945ab518f90c157ca663e0f',
}

it('the tables and views are those of their version', async () => {
  const statements: string[] = []
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql)
    },
  })
  await createSchema(db, LIVE_SCHEMA)
  expect(statements.length).toBeGreaterThan(20)
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex')
  expect(STATEMENTS[PROJECTIONS_VERSION], 'raise PROJECTIONS_VERSION (tables/rows.ts)').toBe(hash)
})
