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
  36: 'b7229d6c1f27a10a259746a36d2c19e21064e8550bd908befbf16edd3d031230',
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
